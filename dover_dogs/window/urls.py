"""The window's addresses; the second is printed on every license."""

from __future__ import annotations

from django.urls import path

from dover_dogs.window import views

urlpatterns = [
    path("", views.check, name="check"),
    path("<str:code>/", views.check_code, name="check_code"),
]
