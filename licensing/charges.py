"""Which charges of a receipt are a license's: one receipt may be for several dogs, and for more than licenses."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from licensing.models import License
from office.models import ReceiptLine
from ordinances.money import Money

CODES = ("license_fee", "state_surcharge", "enumeration_fee", "late_penalty", "transfer_fee")
"""Charges for a license."""


def charges_of(license_: License) -> list[ReceiptLine]:
    """What its receipt charged for the license, without what was reversed.

    A line names its dog as it was called then, and among several its tag; of two the earlier license has the earlier
    lines.
    """
    rest = list(license_.receipt.lines.filter(code__in=CODES).select_related("reversed_by").order_by("position"))
    for each in license_.receipt.licenses.select_related("dog").order_by("number"):
        mine = _its_lines(each, rest)
        if each.pk == license_.pk:
            return [line for line in mine if not hasattr(line, "reversed_by")]
        rest = [line for line in rest if line not in mine]
    raise AssertionError("a license is one of its receipt's")


def total_of(lines: Sequence[ReceiptLine]) -> Money:
    """What the charges come to."""
    return Money(sum(round(line.amount * 100) for line in lines))


def _its_lines(license_: License, lines: Sequence[ReceiptLine]) -> list[ReceiptLine]:
    """The first of these lines about the license's dog that come to the fee printed on the license."""
    name = license_.printed.get("dog", {}).get("name", license_.dog.name)
    called = (name, f"{name}, tag {license_.printed.get('tag')}")
    fee = Decimal(license_.printed.get("fee", "Infinity") or 0)  # one taken over from a register cost nothing here
    mine: list[ReceiptLine] = []
    for line in lines:
        if line.about in called and sum(each.amount for each in mine) < fee:
            mine.append(line)
    return mine
