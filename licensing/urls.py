"""The addresses of licensing."""

from __future__ import annotations

from django.urls import path

from licensing.views import (
    business_licenses,
    businesses,
    changes,
    counter,
    dogs,
    due,
    duplicates,
    handovers,
    licenses,
    owners,
    papers,
    papers_pdf,
    privacy,
    replacements,
    tags,
    visits,
)

urlpatterns = [
    path("counter/", counter.counter, name="counter"),
    path("owners/new", owners.owner_new, name="owner_new"),
    path("owners/<int:pk>/", owners.owner_page, name="owner"),
    path("owners/<int:pk>/edit", owners.owner_edit, name="owner_edit"),
    path("owners/<int:pk>/report", changes.owner_report, name="owner_report"),
    path("owners/<int:pk>/open-address", privacy.address_open, name="address_open"),
    path("owners/<int:pk>/confidential", privacy.confidential, name="confidential"),
    path("owners/<int:pk>/dogs/new", dogs.dog_new, name="dog_new"),
    path("dogs/<int:pk>/", dogs.dog_page, name="dog"),
    path("dogs/<int:pk>/edit", dogs.dog_edit, name="dog_edit"),
    path("dogs/<int:pk>/report", changes.dog_report, name="dog_report"),
    path("dogs/<int:pk>/new-owner", handovers.dog_new_owner, name="dog_new_owner"),
    path("dogs/<int:pk>/new-owner/<int:owner_pk>/", handovers.dog_hand_over, name="dog_hand_over"),
    path("dogs/<int:pk>/license-from-elsewhere", handovers.license_elsewhere, name="license_elsewhere"),
    path("dogs/<int:pk>/replace-tag", replacements.tag_replace, name="tag_replace"),
    path("dogs/<int:pk>/papers/<slug:kind>/new", papers.paper_new, name="paper_new"),
    path("scans/<int:pk>/", papers.scan, name="scan"),
    path("licenses/due/", due.due_list, name="due"),
    path("licenses/due.csv", due.due_csv, name="due_csv"),
    path("licenses/new", licenses.license_new, name="license_new"),
    path("licenses/quote", licenses.license_quote, name="license_quote"),
    path("licenses/<int:pk>/", licenses.license_page, name="license"),
    path("licenses/<int:pk>/license.pdf", papers_pdf.license_pdf, name="license_pdf"),
    path("dogs/<int:pk>/visit", visits.visit_new, name="visit_new"),
    path("tags/", tags.tags, name="tags"),
    path("tags/spoil", tags.tag_spoil, name="tag_spoil"),
    path("tags/<int:number>/", tags.tag, name="tag"),
    path("tags/imprint.pdf", papers_pdf.imprint_pdf, name="imprint_pdf"),
    path("duplicates/", duplicates.duplicates, name="duplicates"),
    path("duplicates/<slug:kind>/<int:first>/<int:second>/", duplicates.merge, name="merge"),
    path("duplicates/<slug:kind>/<int:first>/<int:second>/not-the-same", duplicates.not_the_same, name="not_the_same"),
    path("merges/<int:pk>/", duplicates.merged, name="merged"),
    path("businesses/", businesses.businesses, name="businesses"),
    path("businesses/new", businesses.business_new, name="business_new"),
    path("businesses/<int:pk>/", businesses.business_page, name="business"),
    path("businesses/<int:pk>/edit", businesses.business_edit, name="business_edit"),
    path("businesses/<int:pk>/dogs", businesses.business_dog, name="business_dog"),
    path("businesses/<int:pk>/license", business_licenses.business_license_new, name="business_license_new"),
    path(
        "businesses/licenses/<int:pk>/transfer",
        business_licenses.business_license_transfer,
        name="business_license_transfer",
    ),
    path(
        "businesses/licenses/<int:pk>/revoke", business_licenses.business_license_revoke, name="business_license_revoke"
    ),
    path(
        "businesses/licenses/<int:pk>/license.pdf",
        business_licenses.business_license_pdf_page,
        name="business_license_pdf",
    ),
]
