"""Licensing as a Django application."""

from django.apps import AppConfig


class LicensingConfig(AppConfig):
    """People, dogs, papers, licenses and tags."""

    name = "licensing"
    verbose_name = "Licensing"
    default_auto_field = "django.db.models.BigAutoField"
