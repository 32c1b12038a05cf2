"""Files packed while they are made: neither a file nor the whole is ever in memory or on the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import connection, transaction
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Part:
    """A file to pack. ``large`` if it may pass 4 GB: only then is it packed as some old programs cannot read."""

    name: str
    content: Iterable[bytes]
    large: bool = False


def zipped(parts: Iterable[Part], at: datetime) -> Iterator[bytes]:
    """The pieces of a zip archive of these files, dated ``at`` in the town's time."""
    made = timezone.localtime(at).timetuple()[:6]
    pipe = _Pipe()
    with ZipFile(pipe, "w") as archive:
        for part in parts:
            info = ZipInfo(part.name, made)
            info.compress_type, info.external_attr = ZIP_DEFLATED, 0o600 << 16
            with archive.open(info, "w", force_zip64=part.large) as file:
                for piece in part.content:
                    file.write(piece)
                    yield from pipe.taken()
    yield from pipe.taken()


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything within as it is at one moment, and write nothing; part of a transaction that is open already."""
    begins = not connection.in_atomic_block
    with transaction.atomic():
        if begins:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class _Pipe:
    """What the archive wrote and nobody has taken yet."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        """Keep the piece until it is taken."""
        self.pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing to do: what is written is there to be taken."""

    def close(self) -> None:
        """Nothing to do."""

    def taken(self) -> Iterator[bytes]:
        """All that is there, as one piece; nothing where there is none."""
        if self.pieces:
            yield b"".join(self.pieces)
            self.pieces.clear()
