"""The rows of the office: who works where, what the board resolved, and the money."""

from office.models.exports import TownExport
from office.models.money import Counter, Entry, Payment, Receipt, ReceiptLine
from office.models.reversals import Payout, Reversal, ReversalLine
from office.models.sent import SentForm
from office.models.setup import ClosedDay, Resolution, ResolutionAmount, Town
from office.models.staff import ROLES, FactorReset, Role, RoleHeld, User

__all__ = [
    "ROLES",
    "ClosedDay",
    "Counter",
    "Entry",
    "FactorReset",
    "Payment",
    "Payout",
    "Receipt",
    "ReceiptLine",
    "Resolution",
    "ResolutionAmount",
    "Reversal",
    "ReversalLine",
    "Role",
    "RoleHeld",
    "SentForm",
    "Town",
    "TownExport",
    "User",
]
