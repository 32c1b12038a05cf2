"""The page on which a visit is recorded."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from licensing.actions.visits import VisitFacts, record_visit
from licensing.forms.visits import VisitForm
from licensing.views.records import dog_of, sent
from office.access import StaffRequest, for_roles


@for_roles("clerk")
def visit_new(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Record since when the dog of someone from elsewhere is here; the law gives the last day of its exemption."""
    dog = dog_of(request, pk)
    on = timezone.localdate()
    form = VisitForm(request.POST or None, law=request.town.ordinance(on), on=on)
    if form.is_bound:
        visit = form.carry_out(lambda: record_visit(dog=dog, facts=form.facts(VisitFacts), **sent(request, form)))
        if visit is not None:
            messages.success(request, f"{dog.name} is exempt as a visitor through {visit.last_day:%B %-d, %Y}.")
            return redirect("dog", dog.pk)
    return render(request, "licensing/visit_form.html", {"form": form, "dog": dog})
