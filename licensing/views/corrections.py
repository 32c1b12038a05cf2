"""The pages that set something right: a license voided, a receipt reversed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from licensing.actions.mistakes import carried_over, undo_change
from licensing.actions.voids import Why, licensed_by, refund_of, reverse_receipt, void_license
from licensing.charges import charges_of, total_of
from licensing.forms.corrections import BackForm, ReversalForm, VoidForm
from licensing.models import Change, License, Mistake
from office.access import StaffRequest, for_roles
from office.forms import posted_key
from office.models import Receipt, ReceiptLine, Reversal
from office.reversals import reversal_for, standing_lines

PAGE = "licensing/set_right.html"
Said = Iterator[tuple[str, str]]


@for_roles("clerk")
def license_void(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Void a license, see what is handed back and by which section."""
    license_ = license_of(request, pk)
    lines = charges_of(license_)
    form = VoidForm(request.POST or None, receipt=license_.receipt, total=total_of(lines))
    if form.is_bound:
        voided = form.carry_out(lambda: _void(request, license_, form))
        if voided is not None:
            messages.success(request, f"License {voided.number} is void.")
            return redirect("reversal", voided.reversal.number) if voided.reversal else redirect("license", pk)
    context = {"heading": f"Void license {license_.number}", "button": "Void the license", "dog": license_.dog}
    money = {"lines": lines, "total": total_of(lines), "says": _reading(license_), "form": form}
    return render(request, PAGE, context | money | {"back": reverse("license", args=[pk])})


def license_of(request: StaffRequest, pk: int) -> License:
    """The town's license of that number, with what its pages need; 404 otherwise."""
    rows = License.objects.filter(town=request.town)
    return get_object_or_404(rows.select_related("dog__owner", "dog__town", "town", "receipt__town"), pk=pk)


def _void(request: StaffRequest, license_: License, form: VoidForm) -> License:
    data = form.cleaned_data
    return void_license(license_=license_, why=data["why"], paper_kept=data["paper_kept"], **_sent(request, form))


def _sent(request: StaffRequest, form: VoidForm) -> dict[str, Any]:
    """What every act that hands money back is told with the valid form."""
    names = ("reason", "key", "shown_total")
    given = {name: form.cleaned_data[name] for name in names}
    return given | {"back": form.back(), "by": request.user, "at": timezone.now()}


def _reading(license_: License) -> Said:
    """What the law says to the money, for each kind of reason; and what stays."""
    at = timezone.now()
    for why in (Why.IN_ERROR, Why.WITHDRAWN, Why.CHANGED_MIND):
        answer = refund_of(license_, why, at=at, paper_kept=True)
        yield f"{why.label}: {answer.because}.", answer.citation
    yield f"Tag {license_.tag.number} stays {license_.dog.name}’s number, and is never given to another dog.", ""


@for_roles("clerk")
def receipt_reverse(request: StaffRequest, number: int) -> HttpResponseBase:
    """Reverse charges of a receipt: those that are no dog license's."""
    receipt = get_object_or_404(Receipt.objects.select_related("town"), town=request.town, number=number)
    key = posted_key(request.POST)
    made = reversal_for(request.town, key) if key else None
    held = licensed_by(receipt)
    lines = _without(held, standing_lines(receipt))
    form = ReversalForm(request.POST or None, receipt=receipt, lines=lines, total=total_of(lines))
    if form.is_bound and made is None:
        made = form.carry_out(lambda: _reverse(request, receipt, form))
    if made is not None:
        return redirect("reversal", made.number)
    context = {"heading": f"Reverse receipt {number}", "button": "Reverse", "says": _of_receipt(receipt), "form": form}
    money = {"lines": lines, "total": total_of(lines), "held": held, "nothing": not lines}
    return render(request, PAGE, context | money | {"back": reverse("receipt", args=[number])})


def _without(held: list[License], lines: list[ReceiptLine]) -> list[ReceiptLine]:
    """The charges that are none of these licenses'."""
    of_licenses = {line.pk for license_ in held for line in charges_of(license_)}
    return [line for line in lines if line.pk not in of_licenses]


def _reverse(request: StaffRequest, receipt: Receipt, form: ReversalForm) -> Reversal:
    data = form.cleaned_data
    given = {"lines": list(data["lines"]), "reason": data["reason"], "key": data["key"], "back": form.back()}
    return reverse_receipt(receipt=receipt, by=request.user, at=timezone.now(), **given)


def _of_receipt(receipt: Receipt) -> Said:
    """What the page says before the charges."""
    yield f"{receipt.purpose}. Received from {receipt.payer} on {receipt.day:%B %-d, %Y}.", ""
    yield "The receipt stays as it is, and the reversal is of today: what was closed does not change.", ""
    for each in receipt.business_licenses.standing():
        yield f"License {each.number} becomes void with it.", ""


@for_roles("clerk")
def change_undo(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Undo a change of a dog that never was."""
    rows = Change.objects.filter(town=request.town, dog__isnull=False)
    change = get_object_or_404(rows.select_related("dog__owner", "dog__town", "owner", "new_owner", "town"), pk=pk)
    carried = carried_over(change)
    lines = charges_of(carried) if carried else []
    form = BackForm(request.POST or None, receipt=carried.receipt if carried else None, total=total_of(lines))
    if form.is_bound:
        mistake = form.carry_out(lambda: _undo(request, change, form))
        if mistake is not None:
            messages.success(request, f"Undone: {change}.")
            return redirect("dog", change.dog_id)
    context = {"heading": "Undo a change", "button": "Undo", "dog": change.dog, "form": form}
    money = {"lines": lines, "total": total_of(lines), "says": _of_change(change, carried)}
    return render(request, PAGE, context | money | {"back": reverse("dog", args=[change.dog_id])})


def _undo(request: StaffRequest, change: Change, form: BackForm) -> Mistake:
    data = form.cleaned_data
    given = {"reason": data["reason"], "key": data["key"], "back": form.back()}
    return undo_change(change=change, by=request.user, at=timezone.now(), **given)


def _of_change(change: Change, carried: License | None) -> Said:
    """What was reported, and what undoing it puts back."""
    dog, before = change.dog, change.before or {}
    to = f" to {change.new_owner.name}" if change.new_owner else ""
    yield f"{change.get_event_display()}{to}, {change.happened_on:%B %-d, %Y}: it never was, and is put back.", ""
    if change.new_owner and dog:
        yield f"{dog.name} goes back to {change.owner.name}.", ""
    for license_ in License.objects.filter(pk__in=[each["pk"] for each in before.get("licenses", [])]):
        yield f"License {license_.number} runs on, to {license_.expires:%B %-d, %Y}.", ""
    if carried:
        yield f"License {carried.number} becomes void, and its fee goes back.", ""
