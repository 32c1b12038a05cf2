"""A batch of plans written at once: people, dogs, papers, tags, licenses, in this order, so that each finds its own.

The entries of search and due list are written once a person and once a dog at the end, in the place of once a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, TypeVar

import pgtrigger
from django.db import connection, models, transaction

from licensing.actions.register.planning import Plan
from licensing.actions.register.said import PAPERS
from licensing.models import Dog, ImportRun, License, Owner, RabiesCertificate, RabiesStatement, Tag
from licensing.printed import printed
from office.ledger import next_number, pass_number, take_payment
from office.models import User
from ordinances.answers import Quote, Term

Row = TypeVar("Row", bound=models.Model)

_SEARCHED: tuple[type[models.Model], ...] = (Owner, Dog, Tag, License)
_DUE: tuple[type[models.Model], ...] = (Owner, Dog, RabiesCertificate, RabiesStatement, License)
_SEARCH = "SELECT count(search_refresh(id)) FROM unnest(%s::bigint[]) AS id"
_DUE_AGAIN = "SELECT count(due_refresh(id)) FROM unnest(%s::bigint[]) AS id"
_WRITTEN_AT_THE_END = (
    *(f"{model._meta.label}:search_entry_refreshed" for model in _SEARCHED),
    *(f"{model._meta.label}:due_entry_refreshed" for model in _DUE),
)


def write(plans: Sequence[Plan], run: ImportRun, *, by: User, at: datetime) -> None:
    """Write all that the plans make and fill, or nothing; for an act's transaction that holds the town's register."""
    plans = [each for each in plans if each.adds]
    with pgtrigger.ignore(*_WRITTEN_AT_THE_END), transaction.atomic():
        _make(Owner, (each.person.row for each in plans if each.new_person))
        _make(Dog, (each.dog.row for each in plans if each.dog and each.new_dog))
        for kind in PAPERS:
            _make(kind.row, (paper for each in plans for paper in each.papers if isinstance(paper, kind.row)))
        _make(Tag, (each.tag for each in plans if each.tag))
        _fill(plans)
        _license([each.license for each in plans if each.license], run, by, at)
    _refresh(_SEARCH, {each.person.row.pk for each in plans})
    _refresh(_DUE_AGAIN, _dogs(plans))


def _make(model: type[Row], rows: Iterable[Row]) -> None:
    model._default_manager.bulk_create(rows)


def _fill(plans: Sequence[Plan]) -> None:
    """Write what was filled into rows that were on file; a row made just now has it already."""
    filled: dict[models.Model, set[str]] = {}
    made = {id(each.person.row) for each in plans if each.new_person}
    made |= {id(each.dog.row) for each in plans if each.dog and each.new_dog}
    for row, fills in chain.from_iterable(each.filled for each in plans):
        if id(row) not in made:
            filled.setdefault(row, set()).update(fills)
    for row, names in filled.items():
        row.save(update_fields=sorted(names))


def _license(licenses: Sequence[License], run: ImportRun, by: User, at: datetime) -> None:
    """Write the licenses under the run's one receipt; one without a number takes the town's next."""
    if not licenses:
        return
    receipt = run.receipt = run.receipt or take_payment(
        town=run.town,
        key=run.key,
        payer="Register taken over",
        purpose=f"Register taken over from {run.file_name[:120]}, run {run.pk}: nothing was paid here",
        charges=(),
        tenders=(),
        by=by,
        at=at,
    )
    pass_number(run.town, "license", max(each.number or 0 for each in licenses))
    for each in licenses:
        each.number = each.number or next_number(run.town, "license")
        each.taken_over, each.receipt, each.issued_by = run, receipt, by
        each.printed = printed(each, Quote(term=Term(each.starts, each.expires), marking=each.marking))
    _make(License, licenses)


def _dogs(plans: Sequence[Plan]) -> set[int]:
    """The dogs that a plan is about, and all of a person's whose own facts changed."""
    of_changed: Any = [each.person.row.pk for each in plans if each.filled and not each.new_person]
    dogs = set(Dog.objects.filter(owner__in=of_changed).values_list("pk", flat=True))
    return dogs | {each.dog.row.pk for each in plans if each.dog}


def _refresh(statement: str, keys: set[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [sorted(keys)])
