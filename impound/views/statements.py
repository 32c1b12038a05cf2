"""The officer's statement: written, printed, and opened by the clerk from its code."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from impound.actions.statements import state_costs
from impound.charges import redemption_fact
from impound.codes import statement_behind
from impound.documents import statement_pdf as pdf_of
from impound.forms.redeeming import CodeForm, StatementForm
from impound.models import Seizure, Statement
from impound.views.acting import seizure_of
from office.access import READERS, StaffRequest, for_roles
from office.downloads import shown


@for_roles("officer")
def statement(request: StaffRequest, pk: int) -> HttpResponseBase:
    """State the days and the costs for the Clerk; the statements so far stand beside."""
    seizure = seizure_of(request, pk)
    form = StatementForm(request.POST or None, seizure=seizure)
    if form.is_bound:
        made = form.carry_out(lambda: _state(request, seizure, form))
        if made is not None:
            messages.success(request, f"Statement {made.number} is written: print it for the owner.")
            return redirect("seizure_statement", pk)
    law = request.town.ordinance(seizure.seized_on)
    days = law.days_in_shelter(redemption_fact(seizure, at=timezone.now()))
    context = {"seizure": seizure, "form": form, "law": law, "days": days, "statements": seizure.statements.all()}
    return render(request, "impound/statement.html", context)


def _state(request: StaffRequest, seizure: Seizure, form: StatementForm) -> Statement:
    given = {"key": form.cleaned_data["key"], "by": request.user, "at": timezone.now()}
    return state_costs(seizure=seizure, costs=form.costs(), **given)


@require_safe
@for_roles("clerk")
def statement_open(request: StaffRequest) -> HttpResponseBase:
    """From the code on a statement to the dog's bill."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        number = statement_behind(form.cleaned_data["code"], request.town)
        made = Statement.objects.filter(town=request.town, number=number).first() if number else None
        if made is not None:
            _tell_if_replaced(request, made)
            return redirect("seizure_redeem", made.seizure_id)
        form.add_error("code", "No statement of this town has this code: compare it with the paper.")
    return render(request, "impound/statement_open.html", {"form": form})


def _tell_if_replaced(request: StaffRequest, made: Statement) -> None:
    """Say that the paper in hand is not the one that counts."""
    last = made.seizure.statements.first()
    if last is not None and last != made:
        messages.warning(
            request, f"Statement {made.number} was replaced by statement {last.number}: the bill goes by that one."
        )


@require_safe
@for_roles(*READERS)
def statement_pdf(request: StaffRequest, number: int) -> HttpResponseBase:
    """The statement to print, the same each time."""
    made = get_object_or_404(Statement.objects.select_related("town"), town=request.town, number=number)
    return shown(pdf_of(made), f"statement-{number}.pdf")
