"""Chestertown's adoptions from the dog control shelter: § 68-8, with the duty to license of § 68-6A."""

from __future__ import annotations

from ordinances.answers import Adopting, Refusal
from ordinances.facts import Adoption, Presence
from ordinances.towns.chestertown.licenses import license_required


def adoption(asked: Adoption) -> Adopting:
    """After the hold the dog is the town's, and may be adopted: § 68-8.

    The text names neither an adopter's age nor a license of its own for an adoption, so none is asked. A resident's
    dog is licensed like any dog, that is over six months old (§ 68-6A); one that leaves the town needs no license here,
    and the number of one from elsewhere is recorded where it is shown.
    """
    refusals: tuple[Refusal, ...] = ()
    if not asked.available:
        message = "The dog is not the town's yet: wait until the five days are over"
        refusals += (Refusal("not_available", "§ 68-8", message, "available"),)
    if not asked.adopter.resident:
        because = "A dog that leaves the town needs no license of it"
        return Adopting("elsewhere" if asked.license_elsewhere else "none", "§ 68-6A", because, refusals)
    required = license_required(Presence(asked.on, asked.dog))
    if required.required and not asked.licensed:
        message = "The dog is not licensed: license it to the adopter first, in the same visit"
        refusals += (Refusal("not_licensed", required.citation, message, "licensed"),)
    return Adopting("here" if required.required else "none", required.citation, required.because, refusals)
