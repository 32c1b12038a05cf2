"""A question as JSON to the rules, and their answer as JSON: what ``python -m ordinances`` asks for each line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import get_args

from ordinances.facts import (
    AlterationProof,
    BusinessApplication,
    Change,
    Custody,
    Dog,
    Event,
    Home,
    HowNotified,
    LicenseApplication,
    Notice,
    Owner,
    Presence,
    Rabies,
    RabiesCertificate,
    RabiesStatement,
    Redemption,
    Resolution,
    ShelterStatement,
    Transfer,
    Violation,
    Visitor,
    WorkingKind,
)
from ordinances.ordinance import Ordinance, Subject
from ordinances.reading import (
    BadQuestion,
    Json,
    read_choice,
    read_choice_or_none,
    read_date,
    read_date_or_none,
    read_dates,
    read_flag,
    read_given_flag,
    read_moment,
    read_moment_or_none,
    read_money_or_none,
    read_object,
    read_part,
    read_part_or_none,
    read_parts,
    read_text,
    read_whole,
)
from ordinances.registry import ORDINANCES, ordinance_of
from ordinances.replies import Reply, hold_reply, notice_reply, quote_reply, requirement_reply

ALTERATION_PROOFS = get_args(AlterationProof)
WORKING_KINDS = get_args(WorkingKind)
HOMES = get_args(Home)
NOTIFIED = get_args(HowNotified)
EVENTS = get_args(Event)


def _expires(raw: Json) -> date:
    return read_date(raw, "expires")


def _rabies(raw: Json) -> Rabies:
    """A certificate by its last day, or a veterinarian's statement by its date."""
    has_certificate, has_statement = raw.get("expires") is not None, raw.get("statement") is not None
    if has_certificate == has_statement:
        raise BadQuestion("expires or statement: one of the two must be given")
    if has_certificate:
        return RabiesCertificate(read_date(raw, "expires"))
    return RabiesStatement(read_date(raw, "statement"))


def _dog(raw: Json) -> Dog:
    """A dog where its alteration makes no difference."""
    working = read_choice_or_none(raw, "working", WORKING_KINDS)
    return Dog(read_date_or_none(raw, "born"), False, None, working, read_flag(raw, "working_proof"))


def _dog_by_alteration(raw: Json) -> Dog:
    """A dog where the price depends on its alteration, which must then be told."""
    return Dog(
        read_date_or_none(raw, "born"),
        read_given_flag(raw, "altered"),
        read_choice_or_none(raw, "alteration_proof", ALTERATION_PROOFS),
        read_choice_or_none(raw, "working", WORKING_KINDS),
        read_flag(raw, "working_proof"),
    )


def _owner(raw: Json) -> Owner:
    return Owner(read_date_or_none(raw, "born"), read_given_flag(raw, "resident"))


def _resolution(asked: Json, law: Ordinance, subject: Subject) -> Resolution | None:
    """The amounts that the question gives for a subject; a missing one that the law requires is an error, no zero."""

    def read(raw: Json) -> Resolution:
        amounts = {}
        for amount in law.amounts:
            if amount.subject != subject:
                continue
            given = read_money_or_none(raw, amount.code)
            if given is not None:
                amounts[amount.code] = given
            elif amount.required:
                raise BadQuestion(f"{amount.code} is missing ({amount.label}): the {law.words.board} sets it")
        return Resolution(amounts, None if raw.get("number") is None else read_text(raw, "number"))

    return read_part_or_none(asked, "resolution", read)


def _license(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    law = ordinance_of(town, on=on)
    by_year_of_issuance = "years" in law.asks
    return quote_reply(
        law.license(
            LicenseApplication(
                on,
                read_part(asked, "dog", _dog_by_alteration if "alteration" in law.asks else _dog),
                read_part(asked, "owner", _owner) if "owner_born" in law.asks else Owner(),
                read_part_or_none(asked, "rabies", _rabies),
                read_part_or_none(asked, "renewing", _expires) if by_year_of_issuance else None,
                read_whole(asked, "years") if by_year_of_issuance else 1,
                "enumeration" in law.asks and read_flag(asked, "found_by_enumeration"),
                _resolution(asked, law, "license_fees"),
                read_whole(asked, "license_year") if "license_year" in law.asks else None,
                read_date_or_none(asked, "duty_began") if "duty_began" in law.asks else None,
            )
        )
    )


def _business(asked: Json, on: date, law: Ordinance, kind: str) -> BusinessApplication:
    """Where the town licenses such a business, what its application states; elsewhere its day is enough."""
    if kind not in law.license_kinds:
        return BusinessApplication(on)
    return BusinessApplication(
        on,
        read_whole(asked, "license_year") if "license_year" in law.asks else None,
        read_whole(asked, "maximum_dogs") if kind == "kennel" else None,
        read_date_or_none(asked, "duty_began"),
    )


def _kennel_license(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    law = ordinance_of(town, on=on)
    return quote_reply(law.kennel_license(_business(asked, on, law, "kennel")))


def _pet_shop_license(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    law = ordinance_of(town, on=on)
    return quote_reply(law.pet_shop_license(_business(asked, on, law, "pet_shop")))


def _transfer(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    law = ordinance_of(town, on=on)
    return quote_reply(law.transfer(Transfer(on, read_part_or_none(asked, "current_license", _expires))))


def _replacement_tag(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    return quote_reply(ordinance_of(town, on=on).replacement_tag(on))


def _statement(raw: Json) -> ShelterStatement:
    return ShelterStatement(
        read_money_or_none(raw, "rabies_vaccination"),
        read_money_or_none(raw, "veterinary_care"),
        read_money_or_none(raw, "shelter_care"),
    )


def _redemption(asked: Json, town: str) -> Reply:
    seized_at = read_moment(asked, "seized_at")
    law = ordinance_of(town, on=seized_at.date())
    return quote_reply(
        law.redemption(
            Redemption(
                read_given_flag(asked, "licensed"),
                seized_at,
                read_moment(asked, "paid_at"),
                read_moment_or_none(asked, "sheltered_at"),
                read_dates(asked, "earlier_seizures"),
                read_flag(asked, "returned_same_day"),
                read_part_or_none(asked, "statement", _statement) or ShelterStatement(),
                _resolution(asked, law, "impoundment"),
            )
        )
    )


def _fine(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    law = ordinance_of(town, on=on)
    days = 1 if asked.get("days") is None else read_whole(asked, "days")
    provision, found_on = read_text(asked, "provision"), read_dates(asked, "found_on")
    return quote_reply(law.fine(Violation(on, provision, found_on, days, _resolution(asked, law, "fines"))))


def _visitor(raw: Json) -> Visitor:
    return Visitor(read_date(raw, "arrived"), read_choice(raw, "home", HOMES), read_flag(raw, "permission"))


def _born(raw: Json) -> Dog:
    return Dog(read_date_or_none(raw, "born"))


def _license_required(asked: Json, town: str) -> Reply:
    on = read_date(asked, "on")
    presence = Presence(
        on,
        read_part(asked, "dog", _born),
        read_flag(asked, "at_large"),
        read_flag(asked, "in_shelter"),
        read_flag(asked, "in_kennel"),
        read_part_or_none(asked, "visitor", _visitor),
    )
    return requirement_reply(ordinance_of(town, on=on).license_required(presence))


def _notice(raw: Json) -> Notice:
    return Notice(read_choice(raw, "how", NOTIFIED), read_date(raw, "on"))


def _hold(asked: Json, town: str) -> Reply:
    seized_on = read_date(asked, "seized_on")
    custody = Custody(
        seized_on,
        read_flag(asked, "identified"),
        read_parts(asked, "notices", _notice),
        read_flag(asked, "court_hold"),
        frozenset(read_dates(asked, "closed")),
    )
    return hold_reply(ordinance_of(town, on=seized_on).hold(custody))


def _notify_by(asked: Json, town: str) -> Reply:
    change = Change(read_choice(asked, "event", EVENTS), read_date(asked, "happened_on"))
    return notice_reply(ordinance_of(town, on=change.happened_on).notify_by(change))


ASKS: dict[str, Callable[[Json, str], Reply]] = {
    "license": _license,
    "kennel_license": _kennel_license,
    "pet_shop_license": _pet_shop_license,
    "transfer": _transfer,
    "replacement_tag": _replacement_tag,
    "redemption": _redemption,
    "fine": _fine,
    "license_required": _license_required,
    "hold": _hold,
    "notify_by": _notify_by,
}


def _reply(line: bytes) -> Reply:
    """The rules' answer to the question; ValueError or LookupError says what is wrong with it."""
    asked = read_object(line)
    answer = ASKS[read_choice(asked, "ask", ASKS)]
    try:
        return answer(asked, read_choice(asked, "town", ORDINANCES))
    except OverflowError:
        raise BadQuestion("the dates lead beyond the calendar, which ends with the year 9999") from None


def reply_to(line: bytes) -> tuple[Reply, bool]:
    """The answer to the question on a line, and whether it was one; if not, ``{"error": ...}`` says why."""
    try:
        return _reply(line), True
    except LookupError as wrong:
        return {"error": str(wrong.args[0])}, False
    except ValueError as wrong:
        return {"error": str(wrong)}, False
