"""Money back for a license: what the towns' readings have in common."""

from __future__ import annotations

from ordinances.answers import Refund
from ordinances.facts import RefundAsked


def before_validation(asked: RefundAsked, citation: str, rule: str) -> Refund:
    """All of it before the license is validated, none after; an entry made in error is no refund but a correction.

    No text says what validates a license. Read in the payer's favor: handing it over does, or else the end of the day
    on which it was issued. ``rule`` says in the town's words why nothing is given back.
    """
    allowed, because = _reading(asked)
    return Refund(allowed, citation, because if allowed else f"{rule}. {because}")


def _reading(asked: RefundAsked) -> tuple[bool, str]:
    """Whether money goes back, and why; if it does not, what would cure it."""
    if asked.because == "in_error":
        return True, "An entry made in error is corrected by a reversal, which is no refund"
    if asked.because == "changed_mind":
        return False, "Only a license that was not handed over is paid back, and only on the day of issuance"
    if asked.issued_on != asked.on:
        over = f"It counts as handed over when its day is over, and was issued on {asked.issued_on}"
        return False, f"{over}. If it was entered in error, give that as the reason"
    if not asked.paper_kept:
        return False, "If it is still at the counter, tick that it was not handed over"
    return True, "All of the money goes back on the day of issuance, while the license is still at the counter"
