"""Every form in the public sector's style: USWDS classes on each input, hint and error tied to it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting

CLASS_OF_WIDGET: tuple[tuple[type[forms.Widget], str], ...] = (
    (forms.CheckboxInput, "usa-checkbox__input"),
    (forms.CheckboxSelectMultiple, "usa-checkbox__input"),
    (forms.RadioSelect, "usa-radio__input"),
    (forms.SelectMultiple, "usa-select height-auto"),
    (forms.Select, "usa-select"),
    (forms.Textarea, "usa-textarea"),
    (forms.FileInput, "usa-file-input"),
    (forms.TextInput, "usa-input"),
)
ERROR_CLASS = {"usa-input": "usa-input--error", "usa-select": "usa-input--error", "usa-textarea": "usa-input--error"}


def class_of(widget: forms.Widget) -> str:
    """The USWDS class of the widget; empty for one that has no look, such as a hidden input."""
    return next((name for kind, name in CLASS_OF_WIDGET if isinstance(widget, kind)), "")


class OfficeBoundField(BoundField):
    """A field that knows its look: the widget's own classes, then USWDS's, then that of an error."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        """Django's attributes and the classes. An attribute given by the caller wins."""
        built = super().build_widget_attrs(attrs, widget)
        widget = widget or self.field.widget
        look = class_of(widget)
        error = ERROR_CLASS.get(look.split(" ")[0], "") if self.errors else ""
        classes = " ".join(filter(None, (widget.attrs.get("class"), attrs.get("class"), look, error)))
        return built | ({"class": classes} if classes else {})

    @property
    def is_choice_box(self) -> bool:
        """Whether the label stands behind the input: a single check box."""
        return isinstance(self.field.widget, forms.CheckboxInput)


class OfficeRenderer(TemplatesSetting):
    """Django's templates, with ``templates/django/forms/`` before them."""

    bound_field_class = OfficeBoundField
