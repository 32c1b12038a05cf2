"""Packing while it is made: each piece is handed on at once, and all of it is of one moment."""

from __future__ import annotations

import io
from collections.abc import Iterator
from threading import Thread
from zipfile import ZipFile

import pytest
from django.db import connection
from django.db.utils import InternalError

from licensing.models import Owner
from office.export.zipped import Part, one_moment, zipped
from office.models import Town
from tests.factories import OwnerFactory
from tests.licensing.issuing import noon


def noise(pieces: int, read: list[int]) -> Iterator[bytes]:
    """So many pieces that cannot be packed smaller; ``read`` notes each that was asked for."""
    for number in range(pieces):
        read.append(number)
        yield bytes((number * 7919 + at * at * 31) % 251 for at in range(20_000))


def unpacked(pieces: Iterator[bytes]) -> ZipFile:
    return ZipFile(io.BytesIO(b"".join(pieces)))


@pytest.mark.parametrize("large", [False, True])
def test_what_was_packed_is_unpacked(*, large: bool) -> None:
    parts = [Part("a.txt", [b"Rex", b" and Bo"], large), Part("b/c.txt", noise(3, []), large), Part("d", [], large)]
    archive = unpacked(zipped(parts, noon()))
    assert archive.testzip() is None
    assert archive.read("a.txt") == b"Rex and Bo"
    assert archive.read("b/c.txt") == b"".join(noise(3, []))
    assert archive.getinfo("d").date_time == (2026, 6, 15, 12, 0, 0)


def test_the_first_pieces_are_handed_on_before_the_last_are_made() -> None:
    read: list[int] = []
    pieces = zipped([Part("a", noise(100, read))], noon())
    next(pieces)
    next(pieces)
    assert len(read) < 10


def test_whoever_stops_reading_leaves_nothing_open() -> None:
    read: list[int] = []
    source = noise(100, read)
    pieces = zipped([Part("a", source)], noon())
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]  # a generator
    assert len(read) < 10


@pytest.mark.django_db(transaction=True)
def test_what_is_written_meanwhile_is_not_read(dover: Town) -> None:
    def write() -> None:
        OwnerFactory.create(town=dover)
        connection.close()

    with one_moment():
        before = Owner.objects.count()
        other = Thread(target=write)
        other.start()
        other.join()
        assert (before, Owner.objects.count()) == (0, 0)
    assert Owner.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_is_written_at_the_moment(dover: Town) -> None:
    with pytest.raises(InternalError, match="read-only"), one_moment():
        OwnerFactory.create(town=dover)
    assert not Owner.objects.exists()
