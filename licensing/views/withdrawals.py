"""The page that takes a misfiled or mistyped paper off the file, on the way to filing it right."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import model_to_dict
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from licensing.actions.withdrawals import what_follows, withdraw_paper
from licensing.forms.corrections import WithdrawForm
from licensing.forms.papers import KINDS, Kind
from licensing.models import Paper
from licensing.scans import word_of
from licensing.views.records import dog_of
from office.access import StaffRequest, for_roles


@for_roles("clerk")
def paper_correct(request: StaffRequest, pk: int, kind: str, paper_pk: int) -> HttpResponseBase:
    """Withdraw a paper with a reason, see what stands on it, and go on to file it right."""
    dog = dog_of(request, pk)
    if kind not in KINDS:
        raise Http404
    paper = get_object_or_404(KINDS[kind].model.ever.select_related("dog__town"), pk=paper_pk, dog=dog)
    form = WithdrawForm(request.POST or None, dog=dog)
    if form.is_bound:
        withdrawn = form.carry_out(lambda: _withdraw(request, paper, form))
        if withdrawn is not None:
            messages.success(request, f"Withdrawn: {withdrawn}. It stays to be seen.")
            return redirect(_next(form.cleaned_data["whose"], kind, withdrawn))
    says = [(f"{paper} of {dog.name}, filed on {paper.filed_on:%B %-d, %Y}.", "")]
    says += what_follows(paper, timezone.localdate())
    context = {"heading": f"Correct a paper of {dog.name}", "button": "Take it off the file", "says": says}
    back = reverse("dog", args=[dog.pk])
    return render(request, "licensing/set_right.html", context | {"dog": dog, "form": form, "back": back})


def _withdraw(request: StaffRequest, paper: Paper, form: WithdrawForm) -> Paper:
    data = form.cleaned_data
    return withdraw_paper(paper=paper, reason=data["reason"], key=data["key"], by=request.user, at=timezone.now())


def _next(whose: int, kind: str, withdrawn: Paper) -> str:
    """Where the paper is filed right; the dog's page, if it is not."""
    if not whose:
        return reverse("dog", args=[withdrawn.dog_id])
    return f"{reverse('paper_new', args=[whose, kind])}?{urlencode({'instead_of': withdrawn.pk})}"


def withdrawn_paper(request: StaffRequest, kind: Kind) -> Paper | None:
    """The withdrawn paper in whose place one is filed, if the address names one of the town."""
    number = request.GET.get("instead_of", "")
    if not (number.isascii() and number.isdigit()):
        return None
    rows = kind.model.ever.filter(dog__town=request.town, withdrawn_at__isnull=False).select_related("scan")
    paper: Paper = get_object_or_404(rows, pk=int(number))
    return paper


def as_it_was(paper: Paper) -> dict[str, Any]:
    """What the withdrawn paper said and its scan, for the form of the one in its place."""
    facts = model_to_dict(paper, exclude=["id", "dog", "scan", "filed_on"])
    return facts | ({"held_scan": word_of(paper.scan)} if paper.scan else {})
