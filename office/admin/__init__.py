"""The office's set-up at ``/admin/``, for managers: Django's admin, made small."""

from office.admin import closings, resolutions, staff, towns
from office.admin.site import office_set_up

__all__ = ["closings", "office_set_up", "resolutions", "staff", "towns"]
