"""A clerk leaves a half-filled page to file a paper, and finds it again as it was."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from licensing.forms.papers import KINDS
from licensing.views.records import address_back, dog_of
from office.access import StaffRequest, for_roles

_KEPT = "typed"
_THE_DOG = "facts"


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed on a page before the clerk left it for a paper or the facts of ``dog``."""

    fields: QueryDict | None = None
    dog: int = 0


@require_POST
@for_roles("clerk")
def typed_kept(request: StaffRequest, pk: int, where: str) -> HttpResponseBase:
    """Keep what is typed, in the session, and go to where the paper is filed or the dog is corrected."""
    dog = dog_of(request, pk)
    if where != _THE_DOG and where not in KINDS:
        raise Http404
    back = address_back(request, reverse("dog", args=[dog.pk]))
    request.session[_KEPT] = {"at": back, "dog": dog.pk, "fields": request.POST.urlencode()}
    to = reverse("dog_edit", args=[dog.pk]) if where == _THE_DOG else reverse("paper_new", args=[dog.pk, where])
    return redirect(f"{to}?{urlencode({'next': back})}")


def typed_before(request: StaffRequest) -> Typed:
    """What is sent; on a page that opens again, what was typed there before the clerk left it, once."""
    if request.method == "POST":
        return Typed(request.POST)
    kept = request.session.get(_KEPT)
    if kept is None or kept["at"] != request.get_full_path():
        return Typed()
    del request.session[_KEPT]
    return Typed(QueryDict(kept["fields"], mutable=True), kept["dog"])
