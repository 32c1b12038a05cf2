"""Every form in the public sector's style: USWDS classes on each input, hint and error tied to it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import Input

CLASS_OF_WIDGET: tuple[tuple[type[forms.Widget], str], ...] = (
    (forms.CheckboxSelectMultiple, "usa-checkbox__input"),
    (forms.CheckboxInput, "usa-checkbox__input"),
    (forms.RadioSelect, "usa-radio__input"),
    (forms.Select, "usa-select"),
    (forms.Textarea, "usa-textarea"),
    (forms.FileInput, "usa-input office-file"),
    (Input, "usa-input"),
)


def class_of(widget: forms.Widget) -> str:
    """The USWDS class of the widget; empty for one without a look, such as a hidden input."""
    if widget.is_hidden:
        return ""
    return next((name for kind, name in CLASS_OF_WIDGET if isinstance(widget, kind)), "")


class OfficeBoundField(BoundField):
    """A field that knows its look: the widget's own classes, then USWDS's, then that of an error."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        """Django's attributes and the classes."""
        built = super().build_widget_attrs(attrs, widget)
        widget = widget or self.field.widget
        look = class_of(widget)
        error = "usa-input--error" if look and not self.choice_kind and self.errors else ""
        classes = " ".join(str(name) for name in (widget.attrs.get("class"), built.get("class"), look, error) if name)
        return built | ({"class": classes} if classes else {})

    @property
    def use_fieldset(self) -> bool:
        """A fieldset is for several inputs; Django would put one around a single file as well."""
        return super().use_fieldset and not isinstance(self.field.widget, forms.FileInput)

    @property
    def choice_kind(self) -> str:
        """``usa-checkbox`` or ``usa-radio`` where each label stands behind its box, else empty."""
        look = class_of(self.field.widget)
        return look.removesuffix("__input") if look.endswith("__input") else ""


class OfficeRenderer(TemplatesSetting):
    """Django's templates, with those in ``templates/django/forms/`` before them."""

    form_template_name = "django/forms/form.html"
    bound_field_class = OfficeBoundField
