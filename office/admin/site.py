"""The set-up's own site: managers alone, signed in as everywhere, and no more addresses than it needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, reverse
from django.utils.decorators import method_decorator

from office.models import Role, User

View = Callable[..., Any]
CLOSED = frozenset({"logout", "password_change", "password_change_done", "autocomplete", "jsi18n", "view_on_site"})
"""Addresses of Django's admin that the office has elsewhere, or needs nowhere."""


class OfficeSetUp(AdminSite):
    """Django's admin for a town's manager; for a superuser, over all towns."""

    site_header = site_title = index_title = "Office set-up"
    site_url = "/"
    enable_nav_sidebar = False
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the set-up is open: to a manager of a town, and to a superuser."""
        user = request.user
        if not isinstance(user, User) or not user.is_active:
            return False
        return user.is_superuser or (user.town_id is not None and user.has_role(Role.MANAGER))

    def admin_view(self, view: View, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002  # as Django calls it
        """Django's guard; one who is signed in without being a manager is told so, not sent to sign in again."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def told(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.user.is_authenticated and not self.has_permission(request):
                raise PermissionDenied
            return guarded(request, *args, **kwargs)

        return told

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """What there is to set up, in the order in which an office is opened, and what each is for."""
        records = sorted(self._registry.values(), key=lambda admin: getattr(admin, "place", 0))
        pages = [
            (admin.opts.verbose_name_plural, reverse(f"admin:{_name(admin)}_changelist"), getattr(admin, "intro", ""))
            for admin in records
        ]
        return super().index(request, {"pages": pages, **(extra_context or {})})

    def app_index(self, request: HttpRequest, app_label: str, extra_context: Any = None) -> Any:
        """The front page: a manager need not know which application keeps a record."""
        return HttpResponseRedirect(reverse("admin:index"))

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sign-in is the office's own, with its limits on guessing and its second factor."""
        back = request.GET.get("next") or reverse("admin:index")
        return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': back})}")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """The addresses of the records, their lists, and the front page."""
        return [url for url in super().get_urls() if getattr(url, "name", None) not in CLOSED]


def _name(admin: ModelAdmin[Any]) -> str:
    """What the addresses of a kind of record are called by."""
    return f"{admin.opts.app_label}_{admin.opts.model_name}"


office_set_up = OfficeSetUp()
