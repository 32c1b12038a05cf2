"""The licenses of a receipt, for its page."""

from __future__ import annotations

from django import template
from django.db.models import QuerySet

from licensing.models import License
from office.models import Receipt

register = template.Library()


@register.filter
def licenses(receipt: Receipt) -> QuerySet[License]:
    """The licenses that were issued over the receipt, with dog and tag, by number."""
    return License.objects.filter(receipt=receipt).select_related("dog", "tag").order_by("number")
