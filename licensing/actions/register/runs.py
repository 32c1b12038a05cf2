"""A file taken over: kept when it is sent, tried line by line, and then written, a batch of lines an act.

Each batch is whole or not at all, and a run that was broken off goes on where it stopped. A file that was taken over is
known by its digest; read again, it changes nothing, as all it says is on file.
Locking: the town's register (its row) first, then the run, then the town's counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from itertools import islice
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from licensing.actions.people import lock_register
from licensing.actions.register.known import Known, load
from licensing.actions.register.planning import Plan, Result, plan, told
from licensing.actions.register.said import Said, read_line, worded
from licensing.actions.register.writing import write
from licensing.models import ImportLine, ImportRun
from licensing.register.columns import matched, missing
from licensing.register.files import forget_rows, keep_rows, path_of, rows, rows_at
from licensing.register.reading import Line, UnreadableFileError, read
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, refuse

BATCH = 500
"""So many lines an act: a clerk who adds a person meanwhile waits for one batch."""
State = ImportRun.State


@dataclass(slots=True)
class _Row:
    """A line of the batch, what it says, and what is to become of it."""

    line: Line
    at_byte: int
    said: Said | None = None
    plan: Plan | None = None
    result: str = Result.REFUSED
    why: str = ""


@act
def start_import(
    *, town: Town, content: bytes, file_name: str, key: UUID, by: User, at: datetime, again: bool = False
) -> ImportRun:
    """Keep the file's rows for a run, its columns matched as far as they are known; ``key`` is the form's one-time key.

    A file of the same content finds its earlier run, unless it is to be read ``again``. Raises Refused (about ``file``)
    for what is no file of a register.
    """
    lock_register(town)
    digest = sha256(content).hexdigest()
    earlier = ImportRun.objects.filter(key=key) | ImportRun.objects.filter(town=town, digest=digest)
    found = earlier.filter(key=key).first() or (None if again else earlier.first())
    if found and (found.state == State.DONE or path_of(found.key).exists()):
        return found
    try:
        lines = read(content)
        header = next(lines).cells
        count = keep_rows(found.key if found else key, lines)
    except UnreadableFileError as error:
        raise refuse("unreadable_file", str(error), about="file") from error
    if found:
        return found
    if not count:
        forget_rows(key)
        raise refuse("empty_file", "The file has a header and no line below it.", about="file")
    return ImportRun.objects.create(
        town=town, key=key, file_name=file_name[-200:], digest=digest, header=header, matching=matched(header),
        lines=count, by=by, at=at,
    )  # fmt: skip


@act
def match_columns(
    *, run: ImportRun, matching: Mapping[str, int], by: User, at: datetime, trial: bool = True
) -> ImportRun:
    """Say which column of the file is which of ours, and begin: with a ``trial``, or at once to take the lines over.

    Raises Refused when a column that is needed is not matched, or lines were taken over already.
    """
    locked = _locked(run, by)
    if locked.state in (State.TAKING, State.DONE):
        raise refuse("taken_over", "Lines of this file were taken over already: its columns stay as they were matched.")
    if blank := ", ".join(missing(matching)):
        raise refuse("column_missing", f"Needed and not matched: {blank}.")
    locked.matching = dict(matching)
    return _begin(locked, State.CHECKING if trial else State.TAKING)


@act
def begin_taking_over(*, run: ImportRun, by: User, at: datetime) -> ImportRun:
    """Begin to take over what was tried; begun already, it is found so. Raises Refused before the trial is over."""
    locked = _locked(run, by)
    if locked.state in (State.TAKING, State.DONE):
        return locked
    if locked.state != State.CHECKED:
        raise refuse("not_tried", "The file is to be tried to its end first.")
    return _begin(locked, State.TAKING)


@act
def try_lines(*, run: ImportRun, by: User, at: datetime, most: int = BATCH) -> ImportRun:
    """Find out what would become of the next lines, and write only that."""
    locked = _locked(run, by)
    if locked.state != State.CHECKING:
        return locked
    batch, next_byte = _next_lines(locked, timezone.localdate(at), most)
    earlier = list(_related(locked, batch, timezone.localdate(at)))
    known = load(locked.town, timezone.localdate(at), [each.said for each in (*earlier, *batch) if each.said])
    _plan(known, earlier)
    _plan(known, batch)
    ImportLine.objects.bulk_create(_report(locked, batch))
    return _advance(locked, len(batch), next_byte, State.CHECKED)


@act
def take_over_lines(*, run: ImportRun, by: User, at: datetime, most: int = BATCH) -> ImportRun:
    """Take the next lines over: write what they bring, and what became of each."""
    locked = _locked(run, by)
    if locked.state != State.TAKING:
        return locked
    batch, next_byte = _next_lines(locked, timezone.localdate(at), most)
    try:
        _plan(load(locked.town, timezone.localdate(at), [each.said for each in batch if each.said]), batch)
        write([each.plan for each in batch if each.plan], locked, by=by, at=at)
    except (IntegrityError, DataError):
        if len(batch) > 1:
            return take_over_lines(run=run, by=by, at=at, most=len(batch) // 2)
        batch, locked = [_refused_by_the_database(batch[0])], _locked(run, by)
    ImportLine.objects.bulk_create(_report(locked, batch))
    done = _advance(locked, len(batch), next_byte, State.DONE)
    if done.state == State.DONE:
        done.finished_at = at
        done.save(update_fields=["finished_at"])
        transaction.on_commit(lambda: forget_rows(done.key))
    return done


def _refused_by_the_database(row: _Row) -> _Row:
    """The line that no check found wrong and no constraint lets pass: the others are not held up by it."""
    return _Row(row.line, row.at_byte, why="What this line says contradicts what was written meanwhile: look at it.")


def read_on(*, run: ImportRun, by: User, at: datetime) -> ImportRun:
    """The next batch of the pass that goes on, tried or taken over."""
    step = try_lines if run.state == State.CHECKING else take_over_lines
    return step(run=run, by=by, at=at)


def _locked(run: ImportRun, by: User) -> ImportRun:
    """The run as it is now, held with the town's register; Refused when it is another town's."""
    if run.town_id != by.town_id:
        raise refuse("other_town", "This file is another town's.")
    lock_register(run.town)
    return ImportRun.objects.select_related("town", "receipt").select_for_update(of=("self",)).get(pk=run.pk)


def _begin(run: ImportRun, state: str) -> ImportRun:
    """Begin to read from the first line, without what was tried before."""
    run.report.filter(trial=True).delete()
    run.state, run.done, run.next_byte = state, 0, 0
    run.save(update_fields=["matching", "state", "done", "next_byte"])
    return run


def _advance(run: ImportRun, count: int, next_byte: int, last: str) -> ImportRun:
    """Note how far the pass has come; at the end of the file it is over."""
    run.done, run.next_byte = run.done + count, next_byte
    run.state = last if run.done >= run.lines else run.state
    run.save(update_fields=["done", "next_byte", "state", "receipt"])
    return run


def _next_lines(run: ImportRun, on: date, most: int) -> tuple[list[_Row], int]:
    """The next lines, read, and where the one after them begins."""
    if not path_of(run.key).exists():
        raise refuse("rows_lost", "The file's rows are no longer kept here: send the file once more.")
    batch, at_byte = [], run.next_byte
    for line, next_byte in islice(rows(run.key, at_byte), most):
        batch.append(_said(_Row(line, at_byte), run.matching, on))
        at_byte = next_byte
    return batch, at_byte


def _said(row: _Row, matching: Mapping[str, int], on: date) -> _Row:
    """The row with what it says, or why it says nothing."""
    if row.line.fault:
        row.why = row.line.fault
        return row
    try:
        row.said = read_line(row.line.cells, matching, on)
    except Refused as refused:
        row.why = _why(refused)
    return row


def _plan(known: Known, batch: Iterable[_Row]) -> None:
    """What is to become of each line that could be read, in their order."""
    for each in batch:
        if each.said is None:
            continue
        try:
            planned = each.plan = plan(known, each.said)
        except Refused as refused:
            each.why = _why(refused)
        else:
            each.result, each.why = planned.result, told(planned)
            if planned.new_person:
                planned.person.line = each.line.number


def _related(run: ImportRun, batch: Iterable[_Row], on: date) -> Iterator[_Row]:
    """The earlier lines of the trial that bring what these are about, and what those are about in turn."""
    found: dict[int, int] = {}
    asked: set[str] = set()
    claims = {claim for each in batch if each.said for claim in each.said.claims}
    trial = run.report.filter(trial=True, result__in=(Result.TAKEN, Result.JOINED))
    while claims - asked:
        near = list(trial.filter(claims__overlap=sorted(claims - asked)).values_list("number", "at_byte", "claims"))
        asked |= claims
        claims = {claim for _, _, theirs in near for claim in theirs}
        found |= {number: at_byte or 0 for number, at_byte, _ in near}
    for at_byte, line in zip(sorted(found.values()), rows_at(run.key, sorted(found.values())), strict=True):
        yield _said(_Row(line, at_byte), run.matching, on)


def _report(run: ImportRun, batch: Iterable[_Row]) -> Iterator[ImportLine]:
    """What is told of each line; a trial knows only of people and dogs that are on file."""
    trial = run.state == State.CHECKING
    for each in batch:
        planned = each.plan
        owner = planned.person.row if planned else None
        dog = planned.dog.row if planned and planned.dog else None
        yield ImportLine(
            run=run, number=each.line.number, trial=trial, result=each.result, why=each.why,
            owner=owner if owner and owner.pk else None, dog=dog if dog and dog.pk else None,
            claims=each.said.claims if trial and each.said else [], at_byte=each.at_byte if trial else None,
        )  # fmt: skip


def _why(refused: Refused) -> str:
    return " ".join(worded(refusal) for refusal in refused.refusals)
