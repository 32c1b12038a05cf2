"""The officer's tablet: the page that works without a signal, and what it fetches and sends when there is one."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import Any, cast
from urllib.parse import urljoin
from uuid import UUID

from csp.decorators import csp_update
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from impound.actions.photos import add_photo
from impound.actions.seizures import seize_dog, write_encounter
from impound.forms.field import EncounterForm, SeizureForm
from impound.forms.sent import Sent, read_record
from impound.models import Encounter, Seizure
from impound.tablet import changed_since, register_of, tablet_keys
from licensing.scans import read_upload
from office.access import StaffRequest, for_roles
from office.refusals import Refused

NAMED = ("css/office.css", "img/paw.svg", "js/field/app.js")
"""What the page names, by a name that changes with its content."""
IMPORTED = tuple(f"js/field/{name}.js" for name in ("register", "send", "show", "store", "write"))
"""What the page's script imports, by its plain name."""


@require_safe
@csp_update({"img-src": ["blob:"]})  # photographs that are not sent yet
@for_roles("officer")
def field(request: StaffRequest) -> HttpResponseBase:
    """The page, without any record in it: the tablet keeps it."""
    law = request.town.ordinance(timezone.localdate())
    forms = {"seizure": SeizureForm(law=law), "encounter": EncounterForm()}
    return render(request, "field/field.html", {"town": request.town, "version": _version(), **forms})


@require_safe
@for_roles("officer")
def worker(request: StaffRequest) -> HttpResponseBase:
    """The script that keeps the page with its parts; it changes whenever one of them does."""
    parts = [*(static(part) for part in NAMED), *(settings.STATIC_URL + part for part in IMPORTED), *_looks()]
    context = {"parts": parts, "version": _version(), "page": reverse("field"), "static": settings.STATIC_URL}
    return render(request, "field/worker.js", context, content_type="text/javascript")


@require_safe
@for_roles("officer")
def manifest(request: StaffRequest) -> HttpResponseBase:
    """What a tablet needs to install the page as an application."""
    icon = {"src": static("img/paw.svg"), "type": "image/svg+xml", "sizes": "any"}
    about = {"name": f"Field, {request.town.name}", "short_name": "Field", "display": "standalone", "icons": [icon]}
    address = {"id": reverse("field"), "start_url": reverse("field"), "scope": reverse("field")}
    return JsonResponse(about | address, content_type="application/manifest+json")


@require_safe
@for_roles("officer")
def who(request: StaffRequest) -> HttpResponseBase:
    """Who works on the tablet, for how many seconds, by which clock, with the keys that seal what waits there."""
    user, now = request.user, timezone.now()
    told = {"pk": user.pk, "name": user.get_full_name() or user.get_username(), "token": get_token(request)}
    since = {
        "seconds": (now - (user.last_login or now)).total_seconds(),
        "now": f"{timezone.localtime(now):%Y-%m-%dT%H:%M:%S}",
    }
    return JsonResponse(told | since | {"keys": tablet_keys(user)})


@require_safe
@gzip_page
@for_roles("officer")
def register(request: StaffRequest) -> HttpResponseBase:
    """The copy of the town's register."""
    return JsonResponse(register_of(request.town, timezone.now()))


@require_POST
@for_roles("officer")
def send(request: StaffRequest) -> HttpResponseBase:
    """Take one record; the answer says its number, or why it was refused, in words for the officer."""
    try:
        sent = read_record(request.body)
    except ValueError:
        return HttpResponse("This is no record.", status=400, content_type="text/plain")
    if sent.by != request.user.pk:
        return _refused("Someone else wrote this on the tablet: whoever wrote it must sign in to send it.")
    form = _form(request, sent)
    if not form.is_valid():
        return _refused(*form.problems())
    try:
        made = _write(request, sent, form)
    except Refused as refusal:
        return _refused(*(f"{each.message} ({each.citation})" for each in refusal.refusals))
    number = made.number if isinstance(made, Seizure) else None
    words = changed_since(sent.seen, made, timezone.localdate())
    return JsonResponse({"taken": True, "number": number, "words": words})


@require_POST
@for_roles("officer")
def photos(request: StaffRequest) -> HttpResponseBase:
    """Take one photograph of a record that was sent before."""
    try:
        photo, of = UUID(request.POST.get("id", "")), UUID(request.POST.get("record", ""))
        file = cast("UploadedFile[Any]", request.FILES["photo"])
    except (ValueError, KeyError):
        return HttpResponse("This is no photograph.", status=400, content_type="text/plain")
    record = _record(request, of)
    if record is None:
        return _refused("The office does not know the record of this photograph: finish and send it again.")
    try:
        add_photo(of=record, photo=read_upload(file), client_id=photo, by=request.user, at=timezone.now())
    except Refused as refusal:
        return _refused(*(f"A photograph: {each.message}" for each in refusal.refusals))
    return JsonResponse({"taken": True})


def _version() -> str:
    """Another one whenever a part of the page is."""
    return sha256("".join(static(part) for part in NAMED + IMPORTED).encode()).hexdigest()[:12]


@cache
def _looks() -> tuple[str, ...]:
    """What the style sheet names: without it a box that is ticked shows no tick."""
    sheet = static("css/office.css")
    with staticfiles_storage.open(sheet.removeprefix(settings.STATIC_URL)) as file:
        named = set(re.findall(r"""url\(["']?([^"')]+)""", file.read().decode()))
    return tuple(sorted(urljoin(sheet, name) for name in named if not name.startswith("data:")))


def _refused(*words: str) -> JsonResponse:
    return JsonResponse({"taken": False, "words": list(words)})


def _form(request: StaffRequest, sent: Sent) -> SeizureForm | EncounterForm:
    data: dict[str, Any] = sent.fields | {"kind": sent.kind}
    if sent.kind == "seizure":
        return SeizureForm(data, law=request.town.ordinance(timezone.localdate()))
    return EncounterForm(data)


def _write(request: StaffRequest, sent: Sent, form: SeizureForm | EncounterForm) -> Seizure | Encounter:
    who_and_when: dict[str, Any] = {"client_id": sent.id, "by": request.user, "at": timezone.now()}
    if isinstance(form, SeizureForm):
        facts = form.facts(request.town, sent.written_at, sent.occasion)
        return seize_dog(facts=facts, signature=sent.signed(), **who_and_when)
    return write_encounter(facts=form.facts(request.town, sent.written_at), **who_and_when)


def _record(request: StaffRequest, client_id: UUID) -> Seizure | Encounter | None:
    wanted = {"town": request.town, "client_id": client_id}
    return Seizure.objects.filter(**wanted).first() or Encounter.objects.filter(**wanted).first()
