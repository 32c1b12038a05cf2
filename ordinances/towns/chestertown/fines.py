"""Chestertown's fines: §§ 68-3, 68-15 and 68-17. Shown, never billed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ordinances.answers import Line, Quote, Refusal
from ordinances.facts import Resolution, Violation
from ordinances.money import Money
from ordinances.ordinance import AmountSet

# § 68-17, as adopted on 6-18-1992, and the most that the council may set under Charter § C11-4B.
FIRST_FINE = Money.of("100.00")
REPEAT_FINE = Money.of("200.00")

CHARTER = "Charter § C11-4B"
AMOUNTS = (
    AmountSet("fine_first", "Fine, first violation", CHARTER, False, most=str(FIRST_FINE), subject="fines"),
    AmountSet("fine_repeat", "Fine, repeat or continuing", CHARTER, False, most=str(REPEAT_FINE), subject="fines"),
)
_MOST = {amount.code: Money.of(amount.most) for amount in AMOUNTS if amount.most is not None}
_SECTION = re.compile(r"(?:§ ?)?68-(\d{1,2})(?:[A-Z](?:\(\d\))?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Article:
    """The sections of one Article, the one that punishes their violation, and whether the council sets the fine."""

    sections: range
    penalty: str
    set_by_council: bool


ARTICLES = (
    Article(range(1, 4), f"§ 68-3; {CHARTER}", set_by_council=True),
    Article(range(4, 16), f"§ 68-15; {CHARTER}", set_by_council=True),
    Article(range(16, 18), "§ 68-17", set_by_council=False),
)


def _article_of(provision: str) -> Article:
    """The Article that a section such as ``68-16`` or ``68-6F`` stands in; ValueError when there is none."""
    match = _SECTION.fullmatch(provision)
    for article in ARTICLES:
        if match is not None and int(match[1]) in article.sections:
            return article
    raise ValueError(f"no section of Chapter 68: {provision!r}; write one from 68-1 to 68-17")


def fine(violation: Violation) -> Quote:
    """The fine for a violation, and for each further day that it went on: §§ 68-3, 68-15, 68-17.

    "Each repeat or continuing violation" has the higher amount: the first day after an earlier finding for the same
    provision, and every day after the first. Article III calls each such day a separate offense; in Articles I and
    II each is a continuing one. A finding that is not earlier than the violation makes no repeat.
    """
    article = _article_of(violation.provision)
    if violation.days < 1:
        raise ValueError("days must be 1 or more: the violation lasted one day at least")
    is_repeat = any(found < violation.on for found in violation.found_on)
    base = _first_day(article, violation, is_repeat=is_repeat)
    return Quote((base,) if violation.days == 1 else (base, _further_days(article, violation)))


def _first_day(article: Article, violation: Violation, *, is_repeat: bool) -> Line:
    amount, number = _amount(article, violation.resolution, is_repeat=is_repeat)
    because = "Repeat: found earlier for the same provision" if is_repeat else "First violation of this provision"
    return Line("fine", amount, f"Fine, § {_bare(violation.provision)}", article.penalty, because, number)


def _further_days(article: Article, violation: Violation) -> Line:
    amount, number = _amount(article, violation.resolution, is_repeat=True)
    further = violation.days - 1
    because = f"{amount} for each of {further} days on which it went on after the first, {violation.on}"
    return Line("fine_continuing", amount * further, "Fine, continuing violation", article.penalty, because, number)


def _bare(provision: str) -> str:
    return provision.removeprefix("§").strip()


def _amount(article: Article, resolution: Resolution | None, *, is_repeat: bool) -> tuple[Money, str | None]:
    """The amount of a first or a repeat or continuing violation, and the resolution's number if it set it.

    The council may set less for Articles I and II, never more; the amounts of § 68-17 are the ordinance's own.
    """
    code, most = ("fine_repeat", REPEAT_FINE) if is_repeat else ("fine_first", FIRST_FINE)
    if resolution is None or not article.set_by_council or code not in resolution.amounts:
        return most, None
    return min(resolution.amounts[code], most), resolution.number


def check_resolution(resolution: Resolution) -> tuple[Refusal, ...]:
    """The council sets no other amount than the two fines, and neither above the law's: Charter § C11-4B."""
    return tuple(
        refusal for code, amount in resolution.amounts.items() if (refusal := _amount_refused(code, amount)) is not None
    )


def _amount_refused(code: str, amount: Money) -> Refusal | None:
    most = _MOST.get(code)
    if most is None:
        return Refusal("amount_not_settable", "Ch. 68", f"{code} is not set by a resolution in Chestertown", code)
    if amount > most:
        return Refusal("amount_too_high", CHARTER, f"{amount} is above the most that may be set: {most} or less", code)
    return None
