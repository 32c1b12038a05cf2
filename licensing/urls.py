"""The addresses of licensing."""

from __future__ import annotations

from django.urls import path

from licensing.views import licenses, papers_pdf, tags

urlpatterns = [
    path("licenses/new", licenses.license_new, name="license_new"),
    path("licenses/quote", licenses.license_quote, name="license_quote"),
    path("licenses/<int:pk>/", licenses.license_page, name="license"),
    path("licenses/<int:pk>/license.pdf", papers_pdf.license_pdf, name="license_pdf"),
    path("tags/", tags.tags, name="tags"),
    path("tags/imprint.pdf", papers_pdf.imprint_pdf, name="imprint_pdf"),
]
