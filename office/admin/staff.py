"""Staff and their roles."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils import timezone

from office.actions import Person, add_staff, change_staff, invite_staff, reset_second_factor
from office.admin.base import SetUpAdmin, signed_in
from office.admin.forms import FactorResetForm, NewStaffForm, StaffForm
from office.admin.site import office_set_up
from office.models import User
from office.refusals import Refused


@admin.register(User, site=office_set_up)
class Staff(SetUpAdmin):
    """The town's own staff. Superusers are nobody's staff and are not shown."""

    form_class = StaffForm
    list_display = ("sign_in_name", "name", "roles_held", "may_sign_in")
    ordering = ("-is_active", "username")
    intro = "Someone who leaves is kept, because the records name who acted, but may no longer sign in."
    place = 5

    def get_queryset(self, request: HttpRequest) -> Any:
        """The staff of one's own town, with their roles."""
        staff = super().get_queryset(request).filter(is_superuser=False, town__isnull=False)
        return staff.select_related("town").prefetch_related("groups")

    @admin.display(description="Sign-in name")
    def sign_in_name(self, member: User) -> str:
        """What they sign in by."""
        return member.username

    @admin.display(description="Name")
    def name(self, member: User) -> str:
        """First and last name."""
        return member.get_full_name()

    @admin.display(description="Roles")
    def roles_held(self, member: User) -> str:
        """The roles, from the rows that were fetched with the list."""
        return ", ".join(sorted(group.name for group in member.groups.all()))

    @admin.display(description="May sign in")
    def may_sign_in(self, member: User) -> str:
        """In words: yes, no, or that the invitation was not used yet."""
        if not member.is_active:
            return "No"
        return "Yes" if member.has_usable_password() else "Once a password is set"

    def form_for(self, request: HttpRequest, obj: Any) -> Any:
        """The person; once added, also whether they may sign in."""
        return StaffForm if obj else NewStaffForm

    def field_names(self, request: HttpRequest, obj: Any) -> Any:
        """The fields of that form."""
        return tuple(self.form_for(request, obj).base_fields)

    def carry_out(self, request: HttpRequest, form: Any, obj: Any, change: bool) -> User:  # noqa: FBT001
        """Write the person and the roles."""
        by, at = signed_in(request), timezone.now()
        person = Person(**form.cleaned_data | {"roles": frozenset(form.cleaned_data["roles"])})
        if change:
            return change_staff(member=obj, person=person, by=by, at=at)
        return add_staff(town=self.chosen_town(request), person=person, by=by, at=at)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        """Next, the invitation."""
        messages.success(request, f"{obj} was added. Make an invitation, so that they can set a password.")
        return HttpResponseRedirect(f"../{obj.pk}/invitation/")

    def get_urls(self) -> list[URLPattern]:
        """Django's addresses and the invitation's."""
        invitation = self.admin_site.admin_view(self.invitation)
        factor = self.admin_site.admin_view(self.second_factor)
        return [
            path("<path:object_id>/invitation/", invitation, name="office_user_invitation"),
            path("<path:object_id>/second-factor/", factor, name="office_user_second_factor"),
            *super().get_urls(),
        ]

    def invitation(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Make an address at which the member sets a password; it is shown this once."""
        member = self.get_object(request, object_id)
        context: dict[str, Any] = {"title": f"Invitation for {member}", "original": member}
        if request.method == "POST":
            try:
                address = invite_staff(member=member, by=signed_in(request), at=timezone.now())
                context["address"] = request.build_absolute_uri(address)
            except Refused as refused:
                context["refusals"] = refused.refusals
        return self.page(request, "admin/invitation.html", **context)

    def second_factor(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Take off the second factor of a member who lost it, with the reason."""
        member, form = self.get_object(request, object_id), FactorResetForm(request.POST or None)
        if form.is_bound and form.is_valid():
            try:
                made = reset_second_factor(member=member, by=signed_in(request), at=timezone.now(), **form.cleaned_data)
            except Refused as refused:
                form.add_error(None, str(refused))
            else:
                messages.success(request, f"Taken off: {made}. The password alone signs in now.")
                return HttpResponseRedirect("../history/")
        title = f"Second factor of {member}"
        return self.page(request, "admin/second_factor.html", title=title, original=member, form=form)
