"""The pages on which a caution of a dog is set and lifted."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from licensing.actions.cautions import CautionFacts, lift_caution, set_caution
from licensing.forms.acts import BecauseForm, CautionForm
from licensing.models import Caution
from licensing.views.records import dog_of, on_to
from office.access import StaffRequest, for_roles

CAUTIONERS = ("clerk", "officer", "manager")


@for_roles(*CAUTIONERS)
def caution_new(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Warn of a dog of record, with reason and source."""
    dog = dog_of(request, pk)
    form = CautionForm(request.POST or None)
    if form.is_bound:
        made = form.carry_out(
            lambda: set_caution(
                dog=dog,
                facts=form.facts(CautionFacts),
                key=form.cleaned_data["key"],
                by=request.user,
                at=timezone.now(),
            )
        )
        if made is not None:
            messages.success(request, f"The caution stands wherever {dog.name} is shown.")
            return on_to(request, reverse("dog", args=[dog.pk]))
    return render(request, "licensing/caution_form.html", {"form": form, "dog": dog})


@for_roles(*CAUTIONERS)
def caution_lift(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Lift a caution, with the reason."""
    caution = get_object_or_404(Caution.objects.select_related("dog__owner", "by"), town=request.town, pk=pk)
    form = BecauseForm(request.POST or None)
    if form.is_bound:
        reason = form.data.get("reason", "")
        lifted = form.carry_out(
            lambda: lift_caution(caution=caution, reason=reason, by=request.user, at=timezone.now())
        )
        if lifted is not None:
            messages.success(request, "The caution is lifted.")
            return on_to(request, reverse("dog", args=[lifted.dog_id]) if lifted.dog_id else reverse("counter"))
    return render(request, "licensing/caution_lift.html", {"form": form, "caution": caution})
