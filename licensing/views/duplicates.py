"""The pages of one person, one record: likely duplicates, a merge with its preview, and undoing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from licensing.actions.merges import (
    FIELDS,
    KINDS,
    dismiss_pair,
    merge_dogs,
    merge_owners,
    refuse_overlap,
    rows_of,
    undo_merge,
)
from licensing.models import Dog, Merge, Owner
from licensing.pairs import MOST, pairs
from licensing.privacy import PRIVATE
from office.access import READERS, StaffRequest, for_roles
from office.refusals import Refused
from office.versions import shown, version_of

PAGE = 25


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of both records, side by side, in words."""

    name: str
    label: str
    first: str
    second: str

    @property
    def differs(self) -> bool:
        """Whether there is something to choose."""
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two records: its facts' version, and what would move with it."""

    record: Owner | Dog
    version: int
    moves: list[str]


@require_safe
@for_roles(*READERS)
def duplicates(request: StaffRequest) -> HttpResponseBase:
    """The likely duplicates, a page at a time."""
    kind = Merge.Kind.DOG if request.GET.get("kind") == "dog" else Merge.Kind.OWNER
    found = pairs(request.town, kind)
    page = Paginator(found[:MOST], PAGE).get_page(request.GET.get("page"))
    merges = Merge.objects.filter(town=request.town, kind=kind).select_related("by")[:10]
    writes = request.user.has_role("clerk", "manager")
    context = {"kind": kind, "page": page, "merges": merges, "query": f"kind={kind}", "writes": writes, "most": MOST}
    return render(request, "licensing/duplicates.html", context | {"more": len(found) > MOST})


@for_roles("clerk", "manager")
def merge(request: StaffRequest, kind: str, first: int, second: int) -> HttpResponseBase:
    """Two records side by side: which stays, and of each fact which; sent, they become one."""
    both = _both(request, kind, first, second)
    refusals = refuse_overlap(*both) if kind == Merge.Kind.DOG else ()
    if request.method == "POST":
        try:
            made = _carry_out(request, kind, both)
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, "The two records are one now.")
            return redirect("merged", made.pk)
    context = {
        "kind": kind,
        "sides": [_side(each) for each in both],
        "facts": [_fact(name, *both) for name in FIELDS[kind]],
        "refusals": refusals,
        "chosen": request.POST,
    }
    return render(request, "licensing/merge.html", context)


@require_POST
@for_roles("clerk", "manager")
def not_the_same(request: StaffRequest, kind: str, first: int, second: int) -> HttpResponseBase:
    """Note that the two are not one: they are offered no more."""
    _both(request, kind, first, second)
    dismiss_pair(town=request.town, kind=kind, pair=(first, second), by=request.user, at=timezone.now())
    messages.success(request, "Noted: these two are not the same. They are not offered again.")
    return redirect(f"/duplicates/?kind={kind}")


@for_roles(*READERS)
def merged(request: StaffRequest, pk: int) -> HttpResponseBase:
    """What a merge moved, by whom and when; a clerk or the manager undoes it here."""
    done = get_object_or_404(Merge.objects.select_related("by", "undone_by", "town"), town=request.town, pk=pk)
    writes = request.user.has_role("clerk", "manager")
    refusals: Any = ()
    if request.method == "POST" and writes:
        try:
            since = undo_merge(merge=done, by=request.user, at=timezone.now())
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, " ".join(["The merge is undone: there are two records again.", *since]))
            return redirect("merged", done.pk)
    kept = get_object_or_404(KINDS[done.kind]._default_manager.filter(town=request.town), pk=done.kept)
    context = {"merge": done, "kept": kept, "moved": _counted(done), "writes": writes, "refusals": refusals}
    return render(request, "licensing/merged.html", context)


def _both(request: StaffRequest, kind: str, first: int, second: int) -> tuple[Any, Any]:
    """The town's two records; 404 when one is not there, went into another, or both are one."""
    if kind not in KINDS or first == second:
        raise Http404
    found = KINDS[kind].objects.of(request.town).in_bulk([first, second])
    if len(found) != 2:
        raise Http404
    return found[first], found[second]


def _carry_out(request: StaffRequest, kind: str, both: tuple[Any, Any]) -> Merge:
    """The merge as the form asks for it."""
    kept, gone = both if request.POST.get("keep") != str(both[1].pk) else both[::-1]
    take = [name for name in FIELDS[kind] if request.POST.get(name) == str(gone.pk)]
    seen = tuple(
        int(sent) if (sent := request.POST.get(f"seen_{each.pk}", "")).isdecimal() else 0 for each in (kept, gone)
    )
    how: Any = {"kept": kept, "gone": gone, "take": take, "seen": seen, "by": request.user, "at": timezone.now()}
    return merge_owners(**how) if kind == Merge.Kind.OWNER else merge_dogs(**how)


def _side(record: Owner | Dog) -> Side:
    """A record with what would move if it went into the other."""
    moves = [_words(column.model, rows.count()) for column, rows in rows_of(record)]
    return Side(record, version_of(record), [words for words in moves if words])


def _words(model: type[Model], count: int) -> str:
    name = model._meta.verbose_name if count == 1 else model._meta.verbose_name_plural
    return f"{count} {name}" if count else ""


def _fact(name: str, first: Owner | Dog, second: Owner | Dog) -> Fact:
    label = str(first._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
    values = [_shown(each, name) for each in (first, second)]
    return Fact(name, label[:1].upper() + label[1:], values[0], values[1])


def _shown(record: Owner | Dog, name: str) -> str:
    """The fact in words; what is confidential stays so, also here."""
    if isinstance(record, Owner) and record.confidential and name in PRIVATE:
        return "confidential"
    return shown(record, name, getattr(record, name))


def _counted(done: Merge) -> list[str]:
    """What moved, in words: ``2 dogs``."""
    rows: dict[str, set[int]] = {}
    for entry in done.moved:
        if entry["after"] == done.kept and entry["before"] == done.gone:
            rows.setdefault(entry["row"], set()).add(entry["pk"])
    return [_words(apps.get_model(label), len(numbers)) for label, numbers in rows.items()]
