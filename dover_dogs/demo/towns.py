"""The two towns of the demonstration: what heads their papers, their streets, and sample amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from office.actions import TownDetails

NOT_ADOPTED = "SAMPLE, not adopted"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is made of a town. ``amounts`` are in dollars by subject; ``dialing`` are its people's area codes."""

    slug: str
    details: TownDetails
    dialing: tuple[str, ...]
    places: tuple[tuple[str, str], ...]
    """City and ZIP code, the more frequent ones repeated."""
    streets: tuple[str, ...]
    amounts: Mapping[str, Mapping[str, str]]
    first_tag: int


DOVER = Plan(
    slug="dover",
    details=TownDetails(
        name="Town of Dover, New York",
        street="126 East Duncan Hill Road",
        city="Dover Plains",
        state="NY",
        zip_code="12522",
        telephone="(845) 555-0100",
        hours="Monday to Friday, 9 a.m. to 4 p.m.",
        email="clerk@dover.example.org",
        license_words=(
            "The tag must be worn whenever the dog is off its owner’s premises. "
            "Tell the Town Clerk within ten days of a sale, a loss, or a change of address."
        ),
        receipt_words="Keep this receipt. The fee for a license is not refunded once it is validated.",
    ),
    dialing=("845", "914", "518", "917"),
    places=(("Dover Plains", "12522"),) * 4 + (("Wingdale", "12594"),),
    streets=(
        "Cricket Hill Road", "Dover Furnace Road", "East Duncan Hill Road", "Lime Kiln Road", "Market Street",
        "Mill Street", "Nellie Hill Road", "North Nellie Hill Road", "Old Forge Road", "Old Route 22",
        "Pleasant Ridge Road", "Reagans Mill Road", "Route 22", "Sherman Hill Road", "South Chestnut Street",
        "Water Street", "West Dover Road",
    ),
    amounts={
        "license_fees": {
            "altered": "10.00",
            "unaltered": "18.00",
            "senior_altered": "5.00",
            "senior_unaltered": "13.00",
            "surcharge_altered": "1.00",
            "surcharge_unaltered": "3.00",
        },
        "impoundment": {
            "impound_first": "20.00",
            "impound_second": "30.00",
            "impound_second_additional": "40.00",
            "impound_third": "50.00",
            "impound_third_additional": "75.00",
        },
    },
    first_tag=1001,
)  # fmt: skip

CHESTERTOWN = Plan(
    slug="chestertown",
    details=TownDetails(
        name="Town of Chestertown, Maryland",
        street="118 North Cross Street",
        city="Chestertown",
        state="MD",
        zip_code="21620",
        telephone="(410) 555-0100",
        hours="Monday to Friday, 8:30 a.m. to 4:30 p.m.",
        email="office@chestertown.example.org",
        license_words="The license year ends on June 30. The tag must be fastened to the dog’s collar.",
        receipt_words="Keep this receipt.",
    ),
    dialing=("410", "443", "302", "240"),
    places=(("Chestertown", "21620"),),
    streets=(
        "Byford Drive", "Calvert Street", "Campus Avenue", "Cannon Street", "College Avenue", "Flatland Road",
        "High Street", "Kent Street", "Lynchburg Street", "Maple Avenue", "Morgnec Road", "Mount Vernon Avenue",
        "North Cross Street", "Philosophers Terrace", "Queen Street", "Spring Avenue", "Valley Road",
        "Washington Avenue", "Water Street",
    ),
    amounts={"fines": {"fine_first": "50.00", "fine_repeat": "100.00"}},
    first_tag=1,
)  # fmt: skip

PLANS = (DOVER, CHESTERTOWN)
