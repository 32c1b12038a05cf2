"""The addresses of licensing."""

from __future__ import annotations

from django.urls import path

from licensing.views import licenses

urlpatterns = [
    path("licenses/new", licenses.license_new, name="license_new"),
    path("licenses/quote", licenses.license_quote, name="license_quote"),
    path("licenses/<int:pk>/", licenses.license_page, name="license"),
]
