"""The office in one file: its database and its scans, out and in again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection, connections
from psycopg.conninfo import make_conninfo

from dover_dogs.launcher import wheel_programs

DUMP = "database.dump"
UNKNOWN_BEFORE_17 = {b"SET transaction_timeout = 0;"}
MEDIA = "media"
EMPTY = """
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' LOOP
    EXECUTE format('DROP EXTENSION %I CASCADE', found.extname);
  END LOOP;
  FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('DROP TABLE public.%I CASCADE', found.tablename);
  END LOOP;
  FOR found IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
    EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', found.name);
  END LOOP;
END $$;
"""
MADE_BY_MIGRATIONS = (
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group",
    "auth_group_permissions",
)


class ArchiveError(Exception):
    """The archive could not be written or read; nothing was changed."""


def write_archive(path: Path) -> None:
    """Write the whole office to the file, readable by its owner alone; a run broken off leaves no file of that name.

    The database first: a scan is stored before the row that names it, so each row of the dump finds its scan.
    """
    with scratch(path.parent) as folder:
        dump, new = folder / DUMP, folder / "archive"
        client("pg_dump", "--format=custom", "--no-owner", f"--file={dump}", "--dbname", conninfo())
        with tarfile.open(new, "x") as archive:
            archive.add(dump, DUMP)
            if settings.MEDIA_ROOT.exists():
                archive.add(settings.MEDIA_ROOT, MEDIA)
        new.chmod(0o600)
        new.replace(path)


def read_archive(path: Path) -> None:
    """Put the office of the file in the place of what is here: all of it, or on an error nothing.

    The scans that were here are kept in a folder beside.
    """
    media = Path(settings.MEDIA_ROOT)
    with scratch(media.parent) as folder:
        unpack(path, folder)
        restored, script, empty = (folder / name for name in ("restored.sql", "script.sql", "empty.sql"))
        client("pg_restore", "--no-owner", f"--file={restored}", str(folder / DUMP))
        without_newer_settings(restored, script)
        empty.write_text(EMPTY)
        connections.close_all()
        client("psql", "-qX1", "-v", "ON_ERROR_STOP=1", "-f", str(empty), "-f", str(script), "--dbname", conninfo())
        if media.exists():
            media.rename(tempfile.mkdtemp(prefix="media.replaced-", dir=media.parent))
        (folder / MEDIA).mkdir(exist_ok=True)
        (folder / MEDIA).rename(media)


def server_version() -> int:
    """The server's version as PostgreSQL counts it: 150018 is 15.18."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0])


def without_newer_settings(restored: Path, script: Path) -> None:
    """Leave out of the script's head what a server older than the programs does not know: it would refuse it whole."""
    unknown = UNKNOWN_BEFORE_17 if server_version() < 170000 else set()
    with restored.open("rb") as source, script.open("wb") as target:
        for line in source:
            if line.strip() in unknown:
                break
            target.write(line)
        shutil.copyfileobj(source, target)


def holds_records() -> bool:
    """Whether the database holds more than the migrations put there."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor)) - set(MADE_BY_MIGRATIONS)
        for table in sorted(tables):
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                return True
    return False


def unpack(path: Path, folder: Path) -> None:
    """Unpack an archive of ours; anything else is refused."""
    try:
        with tarfile.open(path) as archive:
            archive.getmember(DUMP)
            for member in archive:
                _unpack_one(archive, member, folder)
    except (OSError, KeyError, tarfile.TarError) as error:
        raise ArchiveError(f"{path} is no archive of the office: {error}") from error


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Unpack one file or folder; KeyError for what is neither, or would lie elsewhere."""
    path = (folder / member.name).resolve()
    if not path.is_relative_to(folder.resolve()) or not (member.isreg() or member.isdir()):
        raise KeyError(member.name)
    if member.isdir():
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = archive.extractfile(member)
    if content is not None:
        with content, path.open("wb") as target:
            shutil.copyfileobj(content, target)


@contextmanager
def scratch(beside: Path) -> Iterator[Path]:
    """A private folder on the same disk, so that what is ready can be moved into place at once."""
    beside.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=beside, prefix=".office-") as folder:
        yield Path(folder)


def conninfo() -> str:
    """How PostgreSQL's programs reach the database; the password goes another way, where no process list shows it."""
    parameters = connection.get_connection_params()
    known = ("host", "port", "user", "dbname", "sslmode", "sslrootcert")
    return make_conninfo(**{name: parameters[name] for name in known if name in parameters})


def client(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs: those of the wheel, else the machine's."""
    folder = wheel_programs()
    path = folder / program if folder else shutil.which(program)
    if path is None:
        raise ArchiveError(f"{program} is missing: install PostgreSQL's client programs.")
    password = connection.settings_dict.get("PASSWORD") or os.environ.get("PGPASSWORD", "")
    command = [str(path), *arguments]
    done = subprocess.run(
        command, env=os.environ | {"PGPASSWORD": password}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ArchiveError(f"{program} failed: {done.stderr.strip()}")
