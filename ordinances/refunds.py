"""Money back for a license: what the towns' readings have in common."""

from __future__ import annotations

from ordinances.answers import Refund
from ordinances.facts import RefundAsked


def before_validation(asked: RefundAsked, citation: str, rule: str) -> Refund:
    """All of it before the license is validated, none after; an entry made in error is no refund but a correction.

    No text says what validates a license. Read in the payer's favor: handing it over does, or else the end of the day
    on which it was issued. ``rule`` says in the town's words why nothing is given back.
    """
    if asked.because == "in_error":
        return Refund(True, citation, "An entry made in error is corrected by a reversal, which is no refund")
    if asked.because == "withdrawn" and asked.paper_kept and asked.issued_on == asked.on:
        return Refund(True, citation, "Not validated: the day of issuance, and the license was not handed over")
    return Refund(False, citation, rule)
