"""What may be done with a dog of the pound now: each act that is open to whoever asks, with the law's section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from impound.facts import custody_of
from impound.models import End, Hold
from impound.standing import Standing
from office.models import User
from ordinances import facts as law

KEEPERS = ("officer", "manager")
"""Who keeps the dogs: custody, holds, forfeiture and ends."""
WRITERS = ("clerk", "officer", "manager")
"""Who writes seizures in the office, serves notices and takes loss reports."""
ADOPTERS = ("clerk",)
"""Who adopts a dog out: it takes the license's money."""
_WAYS: dict[str, law.HowDisposed] = {
    End.Kind.SHELTERED: "sheltered",
    End.Kind.PUT_DOWN: "put_down",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """An act: its words, its page, its section. ``main`` if it is what comes next; ``because`` it is refused today."""

    label: str
    address: str = ""
    citation: str = ""
    main: bool = False
    because: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """An act on its way to an offer: the page's name and who may open it."""

    label: str
    page: str
    roles: tuple[str, ...]
    citation: str = ""
    main: bool = False
    query: str = ""


def offers(standing: Standing, user: User) -> list[Offer]:
    """The acts that are open to the user now; of the disposals those too that the law refuses today, with its words."""
    asked = [] if standing.end else [*_redemption(standing), *_custody(standing), *_clock(standing)]
    open_to = [each for each in asked if user.has_role(*each.roles)]
    disposals = _disposals(standing) if not standing.end and user.has_role(*KEEPERS, *ADOPTERS) else ()
    return [*(_offer(standing, each) for each in open_to), *(each for each in disposals if _may(each, user))]


def _may(offer: Offer, user: User) -> bool:
    return bool(offer.because) or user.has_role(*(ADOPTERS if offer.address.endswith("/adopt") else KEEPERS))


def _offer(standing: Standing, asked: _Asked) -> Offer:
    address = reverse(asked.page, args=[standing.seizure.pk]) + asked.query
    return Offer(asked.label, address, asked.citation, asked.main)


def _custody(standing: Standing) -> Iterator[_Asked]:
    """What is done for the dog while it is here."""
    if standing.arrival is None:
        yield _Asked("Record the arrival at the shelter", "seizure_arrive", KEEPERS, main=True)
    else:
        yield _Asked("Move to another kennel", "seizure_move", KEEPERS)
    yield _Asked("Note care", "seizure_care", KEEPERS)
    yield _Asked("Rabies vaccination", "seizure_rabies", KEEPERS)
    yield _Asked("Which dog of record it is", "seizure_match", WRITERS)
    yield _Asked("Add a photograph", "seizure_photo", WRITERS)
    yield _Asked("Set a caution", "seizure_caution", WRITERS)


def _redemption(standing: Standing) -> Iterator[_Asked]:
    """From the officer's statement to the payment and the release."""
    seizure = standing.seizure
    citation = seizure.town.ordinance(seizure.seized_on).statement.citation
    if standing.redemption is not None:
        yield _Asked("Release to its owner on the receipt", "seizure_release", ("officer",), citation, main=True)
        yield _Asked("Undo the redemption", "redemption_undo", ("clerk",))
        return
    if seizure.course == seizure.Course.IMPOUNDED:
        yield _Asked("State days and costs", "seizure_statement", ("officer",), citation)
    if standing.forfeiture is None:
        known = seizure.dog_id is not None
        yield _Asked("Redeem: take the owner’s payment", "seizure_redeem", ("clerk",), citation, main=known)


def _clock(standing: Standing) -> Iterator[_Asked]:
    """What moves the clock, and the forfeiture once it has run."""
    hold = standing.hold
    if standing.forfeiture is None:
        yield _Asked("Serve notice to the owner", "seizure_notice", WRITERS, hold.citation, standing.state == "waiting")
    yield _Asked("Court’s hold or quarantine", "seizure_hold", KEEPERS)
    if standing.state == "available":
        yield _Asked("Declare the title forfeit", "seizure_forfeit", KEEPERS, hold.citation, main=True)
    yield _Asked("Died, escaped, returned, or written by mistake", "seizure_end", KEEPERS)


def _disposals(standing: Standing) -> Iterator[Offer]:
    """The adoption, the shelter, and putting down: each open, or refused today by the law."""
    if standing.redemption is not None:
        return
    if standing.state == "forfeit":
        yield Offer("Adopt out", reverse("seizure_adopt", args=[standing.seizure.pk]), main=True)
    ordinance = standing.seizure.town.ordinance(standing.on)
    custody = custody_of(standing.seizure)
    holds = (each for each in standing.seizure.holds.all() if each.withdrawn_at is None)
    ordered = any(each.kind == Hold.Kind.COURT and each.destroy for each in holds)
    for kind, how in _WAYS.items():
        label = End.Kind(kind).label
        asked = law.Disposal(standing.on, how, custody, standing.forfeiture is not None, ordered, approved=True)
        refused = ordinance.disposal(asked)
        words = ". ".join(dict.fromkeys(each.message.rstrip(".") for each in refused))
        citation = "; ".join(dict.fromkeys(each.citation for each in refused))
        address = reverse("seizure_end", args=[standing.seizure.pk]) + f"?kind={kind}"
        yield Offer(label, "" if refused else address, citation, because=words)
