"""Filters for the office's templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms, template
from django.forms.boundfield import BoundField
from django.template.defaultfilters import stringfilter

from office import words

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def dated(text: str) -> str:
    """What the law or an act says, with its days in words as on the rest of the page."""
    return words.dated(text)


@register.filter
def at(mapping: Mapping[str, Any], key: str) -> Any:
    """What stands under the key; an empty tuple when nothing does."""
    return mapping.get(key, ())


@register.filter
def field(form: forms.BaseForm, name: str) -> BoundField:
    """The form's field of that name."""
    return form[name]
