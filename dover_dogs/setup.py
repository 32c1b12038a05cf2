"""Sets the machine up: ``python -m dover_dogs.setup [run|test]``. Needs Python alone; may be broken off at any point.

Each step leaves a stamp, the hash of what it was made from, once it is done; a step with its stamp is not done again.
What is built is built beside its place and then put there; the virtual environment, which cannot be moved, is made anew
when its making was broken off.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
VAR = BASE / "var"
SCRATCH = VAR / "scratch"
VENV = BASE / ".venv"
MODULES = BASE / "node_modules"
UNFINISHED = VENV / "unfinished"
PYTHON = VENV / "bin" / "python"

LIBRARIES = {
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}
LIBRARIES_FOR_TESTS = {"libatomic.so.1": "libatomic1"}
"""What the driver of the browser needs."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def say(message: str) -> None:
    """One line of progress."""
    print(f"set-up: {message}", flush=True)  # noqa: T201


def run(*command: str | Path, **environment: str) -> None:
    """Run the command in the project's folder, or end with its name."""
    done = subprocess.run(command, cwd=BASE, env=os.environ | environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"set-up: this failed ({done.returncode}): {' '.join(map(str, command))}")


def missing_libraries(libraries: dict[str, str]) -> list[str]:
    """The Debian packages of those libraries that this machine lacks."""
    missing = []
    for library, package in libraries.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return missing


def missing_packages(*, for_tests: bool) -> list[str]:
    """All Debian packages that this machine lacks; a browser only for tests."""
    missing = missing_libraries(LIBRARIES | (LIBRARIES_FOR_TESTS if for_tests else {}))
    if importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    if for_tests and not any(map(shutil.which, BROWSERS)):
        missing.append("chromium")
    return missing


def install_packages(packages: list[str]) -> None:
    """Install them where we may, as root with apt-get; else say what is missing and how to get it."""
    if not packages:
        return
    names = " ".join(packages)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"set-up: this machine lacks {names}. On Debian or Ubuntu: sudo apt-get install {names}")
    say(f"installing {names}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", **quiet)
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, **quiet)


def hash_of(paths: Iterable[Path], *more: str) -> str:
    """What the step is made from: the files' names and contents, and whatever else decides."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(paths):
        digest.update(str(path.relative_to(BASE)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def files_in(folder: Path) -> list[Path]:
    """Every file in the folder and below."""
    return [path for path in folder.rglob("*") if path.is_file()]


def once(name: str, made_from: str, made: Path, make: Callable[[], None]) -> None:
    """Do the step unless it was finished for the same sources and what it made is still there."""
    stamp = VAR / "stamps" / name
    if made.exists() and stamp.exists() and stamp.read_text() == made_from:
        return
    stamp.unlink(missing_ok=True)
    say(name)
    make()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    new = stamp.with_suffix(".new")
    new.write_text(made_from)
    new.replace(stamp)


def ready_environment() -> None:
    """A virtual environment to install into, made anew if one was left half made."""
    if PYTHON.exists() and not UNFINISHED.exists():
        return
    if VENV.exists() and not VENV.is_symlink():
        shutil.rmtree(VENV)
    venv.create(VENV, with_pip=True, symlinks=True)


def install(requirements: Path) -> None:
    """Install exactly what the list pins, each file checked by its hash."""
    ready_environment()
    UNFINISHED.touch()
    pip = (PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes")
    run(*pip, "--only-binary=:all:", "-r", requirements)
    UNFINISHED.unlink()


def install_modules() -> None:
    """What the styles are made from, as the lock file pins it, installed aside and then put in place."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(BASE / name, scratch)
        path = f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"
        run(VENV / "bin" / "npm", "ci", "--prefix", scratch, "--loglevel=error", "--no-progress", PATH=path)
        if MODULES.exists():
            MODULES.rename(Path(scratch) / "old")
        (Path(scratch) / "node_modules").rename(MODULES)


def collect_files() -> None:
    """Put all static files, named by their content, where the server finds them."""
    run(PYTHON, "manage.py", "collectstatic", "--no-input", "-v0", "-i", "scss")


def set_up(*, for_tests: bool) -> None:
    """All steps in their order."""
    install_packages(missing_packages(for_tests=for_tests))
    pinned = BASE / "requirements" / "runtime.txt"
    lists = [pinned, BASE / "requirements" / "dev.txt"] if for_tests else [pinned]
    if UNFINISHED.exists() or not PYTHON.exists():
        shutil.rmtree(VAR / "stamps", ignore_errors=True)
    for requirements in lists:
        name = f"packages ({requirements.stem})"
        once(name, hash_of([requirements], sys.version), PYTHON, partial(install, requirements))
    locked = [BASE / "package.json", BASE / "package-lock.json"]
    once("modules", hash_of(locked), MODULES, install_modules)
    styles = [*locked, BASE / "dover_dogs" / "styles.py", *files_in(BASE / "static" / "scss")]
    styled = VAR / "static-src"
    once("styles", hash_of(styles), styled, lambda: run(PYTHON, "-m", "dover_dogs.styles"))
    served = [pinned, BASE / "dover_dogs" / "settings.py", *files_in(BASE / "static"), *files_in(styled)]
    once("static files", hash_of(served), VAR / "static", collect_files)


def main() -> None:
    """Set up, one at a time: a second set-up of the same folder waits for the first."""
    VAR.mkdir(exist_ok=True)
    with (VAR / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(SCRATCH, ignore_errors=True)
        SCRATCH.mkdir()
        set_up(for_tests=sys.argv[1:] == ["test"])


if __name__ == "__main__":
    main()
