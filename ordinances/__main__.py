"""``python -m ordinances``: one JSON question a line on standard input, one JSON answer a line on standard output."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from json import JSONEncoder
from typing import BinaryIO

from ordinances.questions import reply_to

CHUNK = 1 << 16
_encode = JSONEncoder(check_circular=False).encode


def lines_as_they_come(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The whole lines that have come so far, again and again until the end; never waits for more than one read."""
    begun: list[bytes] = []
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join(begun) + lines[0]
            begun = []
            yield lines
        if rest:
            begun.append(rest)
    if begun:
        yield [b"".join(begun)]


def answer(questions: BinaryIO, answers: BinaryIO) -> int:
    """Answer every line, in order; 1 when one of them was no valid question, else 0."""
    status = 0
    for lines in lines_as_they_come(questions):
        written = []
        for line in lines:
            reply, is_answer = reply_to(line)
            written.append(_encode(reply))
            status |= not is_answer
        answers.write("\n".join([*written, ""]).encode())
        answers.flush()
    return status


def main() -> int:
    """Answer standard input. A reader that goes away or an interruption ends it without a word, like any filter."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return answer(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    sys.exit(main())
