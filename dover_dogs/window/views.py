"""The window: two ways to ask, one way to answer. Nothing is written, nothing is kept, nobody is named."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from dover_dogs.window.answers import Answer, by_code, by_tag
from dover_dogs.window.forms import CodeForm, TagForm
from dover_dogs.window.limits import PER_ADDRESS, PER_TAG, Limit, address_of, wait_before
from office.models import Town

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def at_the_window(view: View[P]) -> View[P]:
    """Open to everyone, in no cache and no search engine's index.

    No cookie is asked for: a question writes nothing, so there is nothing to forge.
    """

    @wraps(view)
    def shown(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        return response

    return cast(View[P], csrf_exempt(login_not_required(never_cache(shown))))


@at_the_window
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponseBase:
    """Ask by tag, or type a code, which leads to its own address."""
    if "code" in request.POST:
        by_hand = CodeForm(request.POST)
        if by_hand.is_valid():
            return redirect("check_code", by_hand.cleaned_data["code"])
        return _page(request, _towns(), code_form=by_hand)
    if request.method != "POST":
        return _page(request, _towns())
    return _limited(request, PER_ADDRESS, address_of(request)) or _asked_by_tag(request)


@at_the_window
@require_safe
def check_code(request: HttpRequest, code: str) -> HttpResponseBase:
    """The answer to the code on a license, where its QR code leads."""
    refused = _limited(request, PER_ADDRESS, address_of(request))
    if refused:
        return refused
    towns = _towns()
    answer = by_code(code, towns, on=timezone.localdate())
    return _answered(request, towns, answer, status=200 if answer else 404)


def _asked_by_tag(request: HttpRequest) -> HttpResponseBase:
    towns = _towns()
    form = TagForm(request.POST, towns=towns)
    if not form.is_valid():
        return _page(request, towns, tag_form=form)
    town, number = form.chosen_town(), form.cleaned_data["tag"]
    refused = _limited(request, PER_TAG, f"{town.slug}/{number}")
    if refused:
        return refused
    answer = by_tag(town, number, form.cleaned_data["fact"], on=timezone.localdate())
    return _answered(request, [town], answer)


def _limited(request: HttpRequest, limit: Limit, who: str) -> HttpResponse | None:
    """The page that asks for patience, when there were too many questions; None otherwise."""
    wait = wait_before(limit, who, now=time.time())
    if not wait:
        return None
    context = {"minutes": -(-wait // 60)}
    response = render(request, "window/wait.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


def _answered(request: HttpRequest, towns: Sequence[Town], answer: Answer | None, status: int = 200) -> HttpResponse:
    """The answer; without one, the same words whatever was wrong, and whom to call."""
    on = timezone.localdate()
    told = [{"town": town, "words": town.ordinance(on).words} for town in ([answer.town] if answer else towns)]
    return render(request, "window/answer.html", {"answer": answer, "offices": told}, status=status)


def _page(request: HttpRequest, towns: Sequence[Town], **forms: Any) -> HttpResponse:
    """The two forms, one of them perhaps with what was typed and what is wrong with it."""
    tag_form = forms.get("tag_form") or TagForm(towns=towns, initial={"town": request.GET.get("town", "")})
    code_form = forms.get("code_form") or CodeForm()
    return render(request, "window/check.html", {"tag_form": tag_form, "code_form": code_form})


def _towns() -> list[Town]:
    return list(Town.objects.order_by("name"))
