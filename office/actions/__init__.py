"""The acts of the office's set-up: the only writers of its rows."""

from office.actions.closings import close_day, open_day
from office.actions.factors import reset_second_factor
from office.actions.resolutions import Resolved, change_resolution, enter_resolution, withdraw_resolution
from office.actions.staff import Person, add_staff, change_staff, invite_staff
from office.actions.towns import TownDetails, change_town, enter_town

__all__ = [
    "Person",
    "Resolved",
    "TownDetails",
    "add_staff",
    "change_resolution",
    "change_staff",
    "change_town",
    "close_day",
    "enter_resolution",
    "enter_town",
    "invite_staff",
    "open_day",
    "reset_second_factor",
    "withdraw_resolution",
]
