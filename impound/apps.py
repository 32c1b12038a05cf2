"""The pound as a Django application."""

from django.apps import AppConfig


class ImpoundConfig(AppConfig):
    """Dogs seized, held and given back."""

    name = "impound"
    verbose_name = "Pound"
    default_auto_field = "django.db.models.BigAutoField"
