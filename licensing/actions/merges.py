"""Making one record of two that are one person or one dog, and undoing it.

Every row that changes is kept in ``Merge.moved``, before and after, so that the merge can be undone for exactly those.
Locking: the town's register first, then the two records in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import date, datetime
from itertools import groupby, product
from typing import Any

import pgtrigger
from django.apps import apps
from django.db import models
from django.utils import timezone

from licensing.actions.dogs import DogFacts
from licensing.actions.people import OwnerFacts, lock_register
from licensing.models import Dog, License, Merge, NotTheSame, Owner, Tag
from licensing.privacy import PRIVATE
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, refuse
from office.versions import version_of
from ordinances.answers import Refusal

Record = Owner | Dog
Moved = list[dict[str, Any]]

FIELDS: dict[str, tuple[str, ...]] = {
    Merge.Kind.OWNER: tuple(OwnerFacts.__dataclass_fields__),
    Merge.Kind.DOG: tuple(DogFacts.__dataclass_fields__),
}
"""The facts of which a merge takes the one or the other."""
KINDS: dict[str, type[Owner | Dog]] = {Merge.Kind.OWNER: Owner, Merge.Kind.DOG: Dog}


@act
def merge_owners(
    *, kept: Owner, gone: Owner, take: Collection[str] = (), seen: tuple[int, int], by: User, at: datetime
) -> Merge:
    """Make one person of two: all that is ``gone``'s becomes ``kept``'s, and of the facts in ``take`` gone's stand.

    ``seen`` are the versions of both, kept's first, that the page showed. Raises Refused when either record changed
    since or went into another already. An address that was confidential in either record is so afterwards.
    """
    both = _lock(kept, gone, seen, by)
    moved = [*_facts(*both, take), *_confidential(*both)]
    return _merge(Merge.Kind.OWNER, both, moved, by, at)


@act
def merge_dogs(
    *, kept: Dog, gone: Dog, take: Collection[str] = (), seen: tuple[int, int], by: User, at: datetime
) -> Merge:
    """Make one dog of two, as ``merge_owners`` does; of two tags carried the kept dog's stays, the other is retired.

    Raises Refused also when licenses of the two share a day: no dog has two terms at once.
    """
    both = _lock(kept, gone, seen, by)
    _refuse_overlap(*both)
    chip = _set(both[1], "chip", "") if "chip" in take else []
    on = timezone.localdate(at)
    moved = [*chip, *_facts(*both, take), *_second_tags(*both, on), *_second_findings(*both, on)]
    return _merge(Merge.Kind.DOG, both, moved, by, at)


@act
def undo_merge(*, merge: Merge, by: User, at: datetime) -> tuple[str, ...]:
    """Put back every row that is still as the merge left it; says of each other what it is now.

    Raises Refused when it was undone already, when the kept record went into another since, or when a license was
    issued since on a tag that would go back.
    """
    lock_register(merge.town)
    locked = Merge.objects.select_for_update().get(pk=merge.pk)
    if locked.undone_at is not None:
        raise refuse("undone_already", "This merge was undone already.")
    kind = KINDS[locked.kind]
    rows = kind._default_manager.select_for_update(no_key=True).order_by("pk").in_bulk([locked.kept, locked.gone])
    if rows[locked.kept].merged_into_id is not None:
        raise refuse("merged_since", "The record kept went into another one since: undo that merge first.")
    _refuse_license_since(locked)
    by_row = groupby(reversed(locked.moved), key=lambda entry: (entry["row"], entry["pk"]))
    changed = tuple(told for (label, pk), entries in by_row for told in _put_back(label, pk, entries))
    locked.undone_by, locked.undone_at = by, at
    locked.save(update_fields=["undone_by", "undone_at"])
    return changed


@act
def dismiss_pair(*, town: Town, kind: str, pair: tuple[int, int], by: User, at: datetime) -> NotTheSame:
    """Note that two records are not one person or one dog: they are offered no more. Said again, it is found."""
    first, second = sorted(pair)
    answer = {"town": town, "by": by, "at": at}
    return NotTheSame.objects.get_or_create(kind=kind, first=first, second=second, defaults=answer)[0]


def rows_of(record: models.Model) -> Iterator[tuple[models.ForeignKey[Any, Any], models.QuerySet[Any]]]:
    """All that belongs to the record, by the column that says so: whatever table points to it, but for its history."""
    for field in record._meta.get_fields(include_hidden=True):
        if isinstance(field, models.ManyToOneRel) and not isinstance(field, models.OneToOneRel):
            model, column = field.related_model, field.field
            if not hasattr(model, "pgh_tracked_model"):
                rows = model._base_manager.filter(**{column.attname: record.pk})
                yield column, rows.order_by("pk")


def overlaps(one: Dog, other: Dog) -> list[tuple[License, License]]:
    """Standing licenses of the two dogs that share a day."""
    terms = [[each for each in dog.licenses.standing() if each.last_day >= each.starts] for dog in (one, other)]
    return [(a, b) for a, b in product(*terms) if a.starts <= b.last_day and b.starts <= a.last_day]


def refuse_overlap(one: Dog, other: Dog) -> tuple[Refusal, ...]:
    """Why two dogs cannot be one: licenses that share a day, each pair named."""
    cure = "One dog has one term at a time: void or end one of them first."
    return tuple(
        Refusal("terms_overlap", "Office rule", f"{a} ({_term(a)}) and {str(b).lower()} ({_term(b)}) overlap. {cure}")
        for a, b in overlaps(one, other)
    )


def _term(term: License) -> str:
    return f"{term.starts.isoformat()} to {term.last_day.isoformat()}"


def _lock(kept: Record, gone: Record, seen: tuple[int, int], by: User) -> tuple[Any, Any]:
    """Both records, locked in the order of their numbers; Refused where they cannot become one."""
    if kept.pk == gone.pk or kept.town_id != by.town_id or gone.town_id != by.town_id:
        raise refuse("not_two", "Two records of this town are needed.")
    lock_register(kept.town)
    rows = type(kept)._default_manager.select_for_update(no_key=True).order_by("pk").in_bulk([kept.pk, gone.pk])
    both = (rows[kept.pk], rows[gone.pk])
    if any(each.merged_into_id is not None for each in both):
        raise refuse("merged_already", "One of the two went into another record already.")
    if tuple(version_of(each) for each in both) != seen:
        raise refuse("changed_meanwhile", "One of the two was changed while this page was open: look at them again.")
    return both


def _facts(kept: Record, gone: Record, take: Collection[str]) -> Moved:
    """The facts that are taken from the record that goes."""
    names = FIELDS[Merge.Kind.OWNER if isinstance(kept, Owner) else Merge.Kind.DOG]
    taken = [name for name in names if name in take and getattr(kept, name) != getattr(gone, name)]
    if isinstance(kept, Dog) and not {"born", "birth_year"}.isdisjoint(taken):
        taken = list(dict.fromkeys([*taken, "born", "birth_year"]))  # the two say one thing
    values = {name: getattr(gone, name) for name in taken}
    return _set_all(kept, values)


def _confidential(kept: Owner, gone: Owner) -> Moved:
    return _set(kept, "confidential", True) if gone.confidential and not kept.confidential else []


def _second_tags(kept: Dog, gone: Dog, on: date) -> Moved:
    """Retire each tag of the dog that goes where the kept dog carries one for the same year, or for life."""
    carried = {tag.license_year for tag in kept.tags.current()}
    second = [tag for tag in gone.tags.current() if tag.license_year in carried]
    values = {"retired_on": on, "retired_because": "The dog was on record twice"}
    return [entry for tag in second for entry in _set_all(tag, values)]


def _second_findings(kept: Dog, gone: Dog, on: date) -> Moved:
    """Withdraw one of the two findings of each enumeration: one charged stays, or else one that charges nothing."""
    found = {row.enumeration_id: row for row in kept.findings.standing()}
    pairs = [(found[row.enumeration_id], row) for row in gone.findings.standing() if row.enumeration_id in found]
    second = [
        min(reversed(pair), key=lambda row: (row.settled_by_id is not None, not row.is_unlicensed)) for pair in pairs
    ]
    values = {"withdrawn_on": on, "withdrawn_because": "The dog was on record twice"}
    return [entry for row in second for entry in _set_all(row, values)]


def _merge(kind: str, both: tuple[Any, Any], moved: Moved, by: User, at: datetime) -> Merge:
    """Move all rows, mark the record that goes, and keep what was done."""
    kept, gone = both
    for column, rows in list(rows_of(gone)):
        moved += _move(column, rows, gone.pk, kept.pk)
    moved += _set(gone, "merged_into_id", kept.pk)
    return Merge.objects.create(town=kept.town, kind=kind, kept=kept.pk, gone=gone.pk, moved=moved, by=by, at=at)


def _move(column: Any, rows: models.QuerySet[Any], gone: int, kept: int) -> Moved:
    """Point the rows to the kept record."""
    numbers = list(rows.values_list("pk", flat=True))
    if numbers:
        _write(column.model, numbers, {column.attname: kept})
    label = column.model._meta.label
    return [{"row": label, "pk": pk, "field": column.attname, "before": gone, "after": kept} for pk in numbers]


def _set(row: models.Model, name: str, value: Any) -> Moved:
    return _set_all(row, {name: value})


def _set_all(row: models.Model, values: dict[str, Any]) -> Moved:
    """Write the values into the row at once; each as an entry."""
    before = {name: getattr(row, name) for name in values}
    if values:
        _write(type(row), [row.pk], values)
    return [
        {"row": row._meta.label, "pk": row.pk, "field": name, "before": _plain(before[name]), "after": _plain(value)}
        for name, value in values.items()
    ]


def _write(model: type[models.Model], numbers: Sequence[Any], values: dict[str, Any]) -> None:
    """Write the values: a row that says what was reported stays as it is, but for whose it is."""
    kept_as_made = [f"{model._meta.label}:{each.name}" for each in getattr(model._meta, "triggers", ())]
    reports = [uri for uri in kept_as_made if uri.endswith(":append_only")]
    with pgtrigger.ignore(*reports) if reports else nullcontext():
        model._base_manager.filter(pk__in=numbers).update(**values)


def _put_back(label: str, pk: int, entries: Iterable[dict[str, Any]]) -> list[str]:
    """Put the values of one row back where the merge left them; says of each other what is there now."""
    model = apps.get_model(label)
    row = model._base_manager.get(pk=pk)
    values, told = {}, []
    for entry in entries:
        now = _plain(getattr(row, entry["field"]))
        if now == entry["after"]:
            values[entry["field"]] = entry["before"]
        elif now != entry["before"]:
            told.append(_stays(row, entry["field"], now))
    if values:
        _write(model, [pk], values)
    return told


def _stays(row: models.Model, name: str, now: Any) -> str:
    """What changed since the merge, in words; not where the row says what is confidential."""
    field = row._meta.get_field(name)
    if getattr(row, "confidential", False) and name in PRIVATE:
        now = "another"
    return f"{row}: {getattr(field, 'verbose_name', name)} is {now} now, and stays so."


def _plain(value: Any) -> Any:
    """The value as JSON keeps it."""
    return value.isoformat() if isinstance(value, date) else value


def _refuse_overlap(kept: Dog, gone: Dog) -> None:
    if found := refuse_overlap(kept, gone):
        raise Refused(*found)


def _refuse_license_since(merge: Merge) -> None:
    """Refuse to take a tag from a dog that was licensed on it since."""
    moved = {
        label: {entry["pk"] for entry in merge.moved if entry["row"] == label and entry["field"] == "dog_id"}
        for label in (Tag._meta.label, License._meta.label)
    }
    since = License.objects.filter(tag__in=moved[Tag._meta.label], dog=merge.kept).exclude(
        pk__in=moved[License._meta.label]
    )
    if merge.kind == Merge.Kind.DOG and (license_ := since.first()):
        message = f"{license_} was issued since on a tag that would go back to the other dog: void it first."
        raise refuse("licensed_since", message)
