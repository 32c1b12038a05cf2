"""The house as a Django application: its commands and the residents' window."""

from django.apps import AppConfig


class DoverDogsConfig(AppConfig):
    """Named for its package; it keeps no tables."""

    name = "dover_dogs"
    verbose_name = "Dover Dogs"
