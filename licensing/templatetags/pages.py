"""Page numbers for ``partials/pages.html``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import template
from django.core.paginator import Paginator

register = template.Library()


@register.filter
def page_numbers(paginator: Paginator[Any], number: int) -> Iterator[int | str]:
    """The first and last pages and those about ``number``, with ellipses between."""
    return paginator.get_elided_page_range(number, on_each_side=2, on_ends=1)
