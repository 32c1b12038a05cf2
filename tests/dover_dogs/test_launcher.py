"""A database for every command, whatever became of the one before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from dover_dogs.launcher import Server, database, sweep, users_of


@pytest.fixture
def data() -> Iterator[Path]:
    """A place for a server's data that its account can reach; whatever still runs there is stopped afterwards."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "postgres"
        yield data
        Server(data).stop()


def answer(url: str) -> int:
    """What the database says to a simple question."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT 1").fetchone()
    assert row
    return int(row[0])


def is_running(data: Path) -> bool:
    """Whether a server of this folder runs."""
    return Server(data)._is_running()


def test_the_server_starts_with_the_command_and_stops_with_it(data: Path) -> None:
    with database(data) as (url, _):
        assert answer(url) == 1
    assert not is_running(data)


def test_what_was_stored_is_there_at_the_next_start(data: Path) -> None:
    with database(data) as (url, _), psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS value")
    with database(data) as (url, _), psycopg.connect(url) as connection:
        assert connection.execute("SELECT value FROM kept").fetchone() == (7,)


def test_two_commands_share_the_server_and_the_last_one_stops_it(data: Path) -> None:
    with database(data) as (first, _):
        with database(data) as (second, _):
            assert first == second
        assert answer(first) == 1
    assert not is_running(data)


def test_a_data_folder_left_half_made_is_made_again(data: Path) -> None:
    new = data.with_name("postgres.new-broken")
    new.mkdir(parents=True)
    (new / "PG_VERSION").write_text("18")
    with database(data) as (url, _):
        assert answer(url) == 1
    assert not new.exists()


def test_a_folder_that_is_no_database_is_set_aside_not_removed(data: Path) -> None:
    data.mkdir(parents=True)
    (data / "letter.txt").write_text("Dear Clerk")
    with database(data) as (url, _):
        assert answer(url) == 1
    assert [path.read_text() for path in data.parent.glob("postgres.set-aside-*/letter.txt")] == ["Dear Clerk"]


def test_a_server_that_was_killed_comes_back(data: Path) -> None:
    with database(data) as (url, _):
        os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    with database(data) as (url, _):
        assert answer(url) == 1


def test_a_stale_number_that_is_now_another_process_is_no_server(data: Path) -> None:
    with database(data):
        left = (data / "postmaster.pid").read_text().splitlines()
    (data / "postmaster.pid").write_text("\n".join([str(os.getpid()), *left[1:]]))
    with database(data) as (url, _):
        assert answer(url) == 1


def test_a_temporary_server_is_removed_with_its_data(data: Path) -> None:
    with database(data, temporary=True) as (url, _):
        assert answer(url) == 1
    assert not data.exists()


def test_a_temporary_server_whose_command_was_killed_is_swept_away(data: Path) -> None:
    server = Server(data, durable=False)
    users_of(data).touch()
    server.ensure_running()
    sweep(data.parent)
    assert not data.exists()


def test_the_command_gets_the_address_and_its_status_comes_back(
    command: Callable[[str], subprocess.Popen[str]],
) -> None:
    process = command("import os, sys; print(os.environ['DATABASE_URL']); sys.exit(7)")
    assert process.communicate()[0].startswith("postgres://")
    assert process.returncode == 7


def test_a_signal_reaches_the_command(command: Callable[[str], subprocess.Popen[str]]) -> None:
    process = command("import time; print('ready', flush=True); time.sleep(60)")
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 128 + signal.SIGTERM


@pytest.fixture
def command() -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """Runs a line of Python under the launcher, with a database of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}

    with ExitStack() as started:

        def start(line: str) -> subprocess.Popen[str]:
            launched = [sys.executable, "-m", "dover_dogs.launcher", "--temporary", sys.executable, "-c", line]
            process = subprocess.Popen(launched, env=environment, stdout=subprocess.PIPE, text=True)
            return started.enter_context(process)

        yield start
