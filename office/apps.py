"""The office as a Django application."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    """Towns, staff, closed days, resolutions and the till."""

    name = "office"
    verbose_name = "Office set-up"
    default_auto_field = "django.db.models.BigAutoField"
