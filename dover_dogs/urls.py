"""Every address of the house."""

from __future__ import annotations

from django.conf import settings
from django.urls import include, path

from dover_dogs import views
from office.admin import office_set_up

urlpatterns = [
    path("", views.home, name="home"),
    path("more/", views.more, name="more"),
    path("health/", views.health, name="health"),
    path("check/", include("dover_dogs.window.urls")),
    *(
        []
        if settings.EMAIL_URL
        else [path("accounts/password/reset/", views.no_reset_by_mail, name="no_reset_by_mail")]
    ),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("admin/", office_set_up.urls),
    path("", include("impound.urls")),
    path("", include("licensing.urls")),
    path("", include("office.urls")),
]

handler400 = "dover_dogs.errors.bad_request"
handler403 = "dover_dogs.errors.permission_denied"
handler404 = "dover_dogs.errors.not_found"
handler500 = "dover_dogs.errors.server_error"
