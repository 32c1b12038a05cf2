"""Every address of the house."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from dover_dogs import views

# Sign-in to the set-up goes through the office's own, with its limits on guessing and its second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", views.health, name="health"),
    path("check/", include("dover_dogs.window.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("", include("licensing.urls")),
    path("", include("office.urls")),
]

handler400 = "dover_dogs.errors.bad_request"
handler403 = "dover_dogs.errors.permission_denied"
handler404 = "dover_dogs.errors.not_found"
handler500 = "dover_dogs.errors.server_error"
