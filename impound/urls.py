"""The addresses of the pound and of the field."""

from __future__ import annotations

from django.urls import path

from impound.views import field

urlpatterns = [
    path("field/", field.field, name="field"),
    path("field/worker.js", field.worker, name="field_worker"),
    path("field/manifest.webmanifest", field.manifest, name="field_manifest"),
    path("field/who", field.who, name="field_who"),
    path("field/register", field.register, name="field_register"),
    path("field/send", field.send, name="field_send"),
    path("field/photos", field.photos, name="field_photos"),
]
