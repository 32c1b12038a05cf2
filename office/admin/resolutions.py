"""Resolutions: the amounts that the ordinance leaves to the board."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join

from office.actions import Resolved, change_resolution, enter_resolution, withdraw_resolution
from office.admin.base import SetUpAdmin, signed_in
from office.admin.forms import ResolutionForm
from office.admin.site import office_set_up
from office.models import ReceiptLine, Resolution, Town
from office.models.setup import Subject
from ordinances.ordinance import AmountSet

SUPERSEDE = (
    "Receipts were charged by these amounts, so they are neither changed nor taken back. "
    "Enter a new resolution: from its day on it supersedes this one."
)


@admin.register(Resolution, site=office_set_up)
class Resolutions(SetUpAdmin):
    """One sheet a resolution, with exactly the amounts that the town's ordinance names for its subject."""

    form_class = ResolutionForm
    list_display = ("number", "subject", "adopted_on", "in_force_from", "state", "use")
    place = 3
    intro = "From its day on, a resolution supersedes the earlier one on the same subject. One in use is never changed."

    def get_queryset(self, request: HttpRequest) -> Any:
        """Resolutions of one's own town, each with whether a receipt used it and a later one superseded it."""
        used = Exists(ReceiptLine.objects.filter(resolution=OuterRef("pk")))
        later = Resolution.objects.filter(
            town=OuterRef("town"),
            subject=OuterRef("subject"),
            in_force_from__lte=timezone.localdate(),
            in_force_from__gt=OuterRef("in_force_from"),
        )
        return super().get_queryset(request).select_related("town").annotate(used=used, superseded=Exists(later))

    @admin.display(description="Today")
    def state(self, resolution: Any) -> str:
        """Whether it counts today."""
        if resolution.in_force_from > timezone.localdate():
            return "To come"
        return "Superseded" if resolution.superseded else "In force"

    @admin.display(description="Receipts")
    def use(self, resolution: Any) -> str:
        """Whether receipts were charged by it."""
        return "In use" if resolution.used else "None yet"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Managers, until a receipt was charged by it."""
        return self.has_view_permission(request) and not getattr(obj, "used", False)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Managers, until a receipt was charged by it."""
        return obj is not None and self.has_change_permission(request, obj)

    # --- what it is about

    def steps(self, request: HttpRequest) -> list[tuple[str, dict[str, str]]]:
        """The town, then the subject, of those that the ordinance leaves to the board."""
        town = self.town_for(request)
        if town is None:
            return super().steps(request)
        subjects = list(dict.fromkeys(amount.subject for amount in _settable(town)))
        if request.GET.get("subject") in subjects:
            return []
        return [(Subject(subject).label, {"subject": subject}) for subject in subjects]

    def amounts_for(self, request: HttpRequest, obj: Resolution | None) -> list[AmountSet]:
        """The amounts of the resolution's subject."""
        town = obj.town if obj else self.town_for(request)
        subject = obj.subject if obj else request.GET.get("subject")
        return [amount for amount in _settable(town) if amount.subject == subject] if town else []

    def form_for(self, request: HttpRequest, obj: Any) -> Any:
        """The form with these amounts."""
        return partial(ResolutionForm, amounts=self.amounts_for(request, obj))

    def field_names(self, request: HttpRequest, obj: Any) -> Any:
        """The resolution's own fields and each amount; of one in use, a list of what it set."""
        if not self.has_change_permission(request, obj):
            return ("subject", *self.form_class.base_fields)
        return (*self.form_class.base_fields, *(amount.code for amount in self.amounts_for(request, obj)))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The amounts of one in use."""
        return () if self.has_change_permission(request, obj) else ("amounts_set",)

    @admin.display(description="Amounts")
    def amounts_set(self, resolution: Resolution) -> str:
        """Each amount under its name."""
        names = {amount.code: amount.label for amount in _settable(resolution.town)}
        rows = ((names.get(row.code, row.code), row.amount) for row in resolution.amounts.all())
        return format_html_join("", "<div>{}: ${}</div>", rows)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        """The sheet; of one in use with the word why it cannot be changed."""
        resolution = context["original"]
        if resolution is not None and resolution.used:
            context["note"] = SUPERSEDE
        elif resolution is None:
            context["subtitle"] = Subject(request.GET["subject"]).label
        return super().render_change_form(request, context, *args, **kwargs)

    # --- acts

    def carry_out(self, request: HttpRequest, form: Any, obj: Any, change: bool) -> Resolution:  # noqa: FBT001
        """Enter or correct the resolution, and tell what it leaves as it was."""
        by, at = signed_in(request), timezone.now()
        written = {name: form.cleaned_data[name] for name in ResolutionForm.base_fields}
        resolved = Resolved(amounts=form.amounts(), **written)
        if change:
            made = change_resolution(resolution=obj, resolved=resolved, by=by, at=at)
        else:
            town = self.chosen_town(request)
            made = enter_resolution(town=town, subject=request.GET["subject"], resolved=resolved, by=by, at=at)
        self.tell_of_earlier_receipts(request, made)
        return made

    def tell_of_earlier_receipts(self, request: HttpRequest, resolution: Resolution) -> None:
        """Warn that receipts since the resolution's day were charged by another: they stand as they are."""
        count = ReceiptLine.objects.charged_before(resolution).values("receipt").distinct().count()
        if count:
            messages.warning(
                request,
                f"Receipts from {resolution.in_force_from} on charged by the one before: {count}. They stand, "
                "because what was paid is never computed again.",
            )

    def take_back(self, request: HttpRequest, obj: Resolution) -> None:
        """Withdraw a resolution that was entered by mistake."""
        withdraw_resolution(resolution=obj, by=signed_in(request), at=timezone.now())


def _settable(town: Town) -> tuple[AmountSet, ...]:
    """The amounts that the law of today leaves to the town's board; none where no law is known."""
    try:
        return town.ordinance(on=timezone.localdate()).amounts
    except LookupError:
        return ()
