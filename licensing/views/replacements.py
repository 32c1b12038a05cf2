"""The page on which a tag is made anew."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from licensing.actions.replacements import replace_tag
from licensing.forms.replacements import ReplacementForm, replaceable
from licensing.models import Dog, TagReplacement
from licensing.views.desk import laid_out
from licensing.views.records import dog_of
from office.access import StaffRequest, for_roles
from office.forms import posted_key
from office.ledger import receipt_for
from office.refusals import Refused
from ordinances.answers import Refusal


@for_roles("clerk")
def tag_replace(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Choose why, take the money, and print the receipt; the tag of the same number is ordered with the next list."""
    dog = dog_of(request, pk)
    key = posted_key(request.POST)
    made = receipt_for(request.town, key) if key else None
    if made is not None:
        return redirect("receipt", made.number)
    on = timezone.localdate()
    tags = replaceable(dog, on)
    form = ReplacementForm(request.POST or None, dog=dog, tags=tags)
    refused: tuple[Refusal, ...] = ()
    if "take" in request.POST and form.is_valid():
        try:
            return redirect("receipt", _replace(request, form).receipt.number)
        except Refused as refusal:
            refused = refusal.refusals
    desk = laid_out(form, request.town.ordinance(on).replacement_tag(on), refused)
    return render(request, "licensing/tag_replace.html", _shown(dog, form) | {"tags": tags, "desk": desk})


def _shown(dog: Dog, form: ReplacementForm) -> dict[str, object]:
    return {"dog": dog, "form": form}


def _replace(request: StaffRequest, form: ReplacementForm) -> TagReplacement:
    data = form.cleaned_data
    return replace_tag(
        tag=data["tag"],
        reason=data["reason"],
        tenders=form.tenders(),
        payer=data["payer"],
        key=data["key"],
        shown_total=data["shown_total"],
        by=request.user,
        at=timezone.now(),
    )
