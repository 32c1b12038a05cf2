"""The redemption of a receipt, for its page."""

from __future__ import annotations

from django import template

from impound.models import Redemption
from office.models import Receipt

register = template.Library()


@register.filter
def redemption(receipt: Receipt) -> Redemption | None:
    """The redemption that was paid for with the receipt, with its dog and whether the dog was released; or none."""
    rows = Redemption.objects.filter(receipt=receipt).select_related("seizure__dog", "redeemer")
    return rows.prefetch_related("seizure__ends").first()
