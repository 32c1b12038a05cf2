"""Filing a dog's papers, and showing their scans to the town's staff."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.forms.papers import KINDS, Kind, PaperForm
from licensing.models import Paper, Scan
from licensing.scans import path_of, path_shown
from licensing.views.records import address_back, dog_of, sent
from licensing.views.withdrawals import as_it_was, withdrawn_paper
from office.access import READERS, StaffRequest, for_roles


@for_roles("clerk")
def paper_new(request: StaffRequest, pk: int, kind: str) -> HttpResponseBase:
    """File a paper of the kind for the dog."""
    dog = dog_of(request, pk)
    on = timezone.localdate()
    if kind not in KINDS or not KINDS[kind].is_taken(request.town.ordinance(on)):
        raise Http404
    instead, back = withdrawn_paper(request, KINDS[kind]), address_back(request, reverse("dog", args=[dog.pk]))
    shown = {"initial": as_it_was(instead)} if instead else {}
    form = KINDS[kind].form(request.POST or None, request.FILES or None, dog=dog, on=on, **shown)
    if form.is_bound:
        paper = form.carry_out(lambda: _file(request, KINDS[kind], form))
        if paper is not None:
            messages.success(request, f"Filed for {dog.name}: {paper}.")
            return redirect(back)
        form.hold_scan()
    context = {"form": form, "dog": dog, "kind": KINDS[kind], "instead": instead, "back": back}
    return render(request, "licensing/paper_form.html", context)


@require_safe
@for_roles(*READERS)
def scan(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The scan as browsers show it, or with ``?original`` the file as it came; it can do nothing to our pages."""
    row = get_object_or_404(Scan.objects.select_related("town"), pk=pk, town=request.town)
    original = "original" in request.GET
    path = path_of(row) if original else path_shown(row)
    converted = path != path_of(row)
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    response = FileResponse(
        file,
        as_attachment=original,
        filename=f"{row.name}.jpg" if converted else row.name,
        content_type="image/jpeg" if converted else row.content_type,
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = _policy(row)
    response["Cache-Control"] = "private, no-store"
    return response


def _policy(row: Scan) -> str:
    """Nothing runs and nothing is loaded; a viewer of PDF, itself apart from our pages, needs a frame of its own."""
    nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    viewer = "object-src 'self'; style-src 'unsafe-inline'"
    return f"{nothing}; {viewer if row.content_type == 'application/pdf' else 'sandbox'}"


def _file(request: StaffRequest, kind: Kind, form: PaperForm) -> Paper:
    """File what the valid form says."""
    return kind.file(dog=form.dog, facts=form.facts(kind.facts), scan=form.upload, **sent(request, form))
