"""What all pages of the set-up have in common: one's own town, acts that write, refusals at their field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse

from office.actions.towns import lock
from office.admin.forms import SetUpForm
from office.admin.history import changes_of
from office.models import Town, User
from office.refusals import Refused

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin


class SetUpAdmin(Admin):
    """Rows of the manager's town. Permissions come from the role; ``carry_out`` calls the act that writes."""

    actions = None
    sortable_by = ()
    list_per_page = 50
    show_full_result_count = False
    form_class: ClassVar[type[SetUpForm]]
    empty_value_display = "none"
    intro = ""
    """What the list's page and the front page say of these records."""
    place = 0
    """Where they stand on the front page."""

    # --- who may what

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Managers see all of the set-up."""
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Managers, for the rows that ``get_queryset`` leaves them."""
        return self.admin_site.has_permission(request)

    has_add_permission = has_module_permission
    has_change_permission = has_view_permission

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody, unless a page says otherwise: records are kept."""
        return False

    def get_queryset(self, request: HttpRequest) -> Any:
        """The rows of one's own town; a superuser's are all towns'."""
        user = signed_in(request)
        rows = super().get_queryset(request)
        return rows if user.is_superuser else rows.filter(town=user.town_id)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row, or 404 as if another town's did not exist."""
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns; for a superuser with the town."""
        return (*self.list_display, "town") if signed_in(request).is_superuser else self.list_display

    # --- which town

    def town_for(self, request: HttpRequest) -> Town | None:
        """The town to which a new row belongs: one's own, or the one that a superuser chose."""
        user = signed_in(request)
        if user.is_superuser and "town" in request.GET:
            return Town.objects.filter(slug=request.GET["town"]).first()
        return user.town

    def chosen_town(self, request: HttpRequest) -> Town:
        """The same once it was chosen, as ``steps`` asks."""
        town = self.town_for(request)
        if town is None:
            raise Http404
        return town

    def steps(self, request: HttpRequest) -> list[tuple[str, dict[str, str]]]:
        """What must be chosen before a row is added: labels and the parameters that each stands for."""
        if self.town_for(request) is not None:
            return []
        return [(town.name, {"town": town.slug}) for town in Town.objects.order_by("name")]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The form, after what must be chosen first."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        steps = self.steps(request)
        chosen = [(label, _address(request, parameters)) for label, parameters in steps]
        if len(chosen) == 1:
            return HttpResponseRedirect(chosen[0][1])
        if chosen:
            title = f"Add {self.opts.verbose_name}"
            return self.page(request, "admin/choose.html", title=title, choices=chosen)
        return super().add_view(request, form_url, extra_context)

    # --- forms and acts

    def form_for(self, request: HttpRequest, obj: Any) -> Any:
        """What makes the page's form."""
        return self.form_class

    def field_names(self, request: HttpRequest, obj: Any) -> Sequence[str]:
        """The fields of the page's form, in order."""
        return tuple(self.form_class.base_fields)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """All on one sheet."""
        return [(None, {"fields": (*self.field_names(request, obj), *self.get_readonly_fields(request, obj))})]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:  # noqa: FBT001, FBT002
        """The form, told what an act refused when it was sent."""
        return partial(self.form_for(request, obj), refusals=getattr(request, "refusals", ()))

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """The form; what an act refuses undoes all and comes back with the form as it was sent."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except Refused as refused:
            request.refusals = refused.refusals  # type: ignore[attr-defined]
            return super().changeform_view(request, object_id, form_url, extra_context)

    def carry_out(self, request: HttpRequest, form: Any, obj: Any, change: bool) -> Any:  # noqa: FBT001
        """Call the act that writes what the form says, and return the row."""
        raise NotImplementedError

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001
        """The act's row stands for the one that Django's admin meant to save."""
        if change:
            lock(obj if isinstance(obj, Town) else obj.town)
            form.refuse_if_changed(self.get_queryset(request).get(pk=obj.pk))
        made = self.carry_out(request, form, obj if change else None, change)
        for field in self.opts.concrete_fields:
            setattr(obj, field.attname, getattr(made, field.attname))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001
        """Nothing: the act wrote all."""

    def take_back(self, request: HttpRequest, obj: Any) -> None:
        """Call the act that takes the row back."""
        raise NotImplementedError

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Ask, then take the row back; what the act refuses is said on the row's page."""
        obj = self.get_object(request, object_id)
        if not self.has_delete_permission(request, obj):
            raise PermissionDenied
        if request.method != "POST":
            return self.page(request, "admin/take_back.html", title=f"Take back {obj}", original=obj)
        label = str(obj)
        try:
            self.take_back(request, obj)
        except Refused as refused:
            messages.error(request, str(refused))
            return HttpResponseRedirect("../change/")
        messages.success(request, f"Taken back: {label}.")
        return HttpResponseRedirect("../../")

    # --- pages

    def page(self, request: HttpRequest, template: str, **context: Any) -> HttpResponse:
        """A page of the set-up's own."""
        return TemplateResponse(
            request, template, {**self.admin_site.each_context(request), "opts": self.opts, **context}
        )

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The list, headed by what it lists."""
        title = str(self.opts.verbose_name_plural).capitalize()
        return super().changelist_view(request, {"title": title, "intro": self.intro, **(extra_context or {})})

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Who changed what, as the database itself recorded it."""
        obj = self.get_object(request, object_id)
        return self.page(request, "admin/object_history.html", title="History", original=obj, changes=changes_of(obj))

    def log_addition(self, *_: Any) -> Any:
        """Nothing: the database records what changes."""

    def log_change(self, *_: Any) -> Any:
        """Nothing, likewise."""


def signed_in(request: HttpRequest) -> User:
    """The manager or superuser who asks; the site lets nobody else in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _address(request: HttpRequest, parameters: dict[str, str]) -> str:
    """The page itself with these parameters set."""
    query: QueryDict = request.GET.copy()
    for name, value in parameters.items():
        query[name] = value
    return f"?{query.urlencode()}"
