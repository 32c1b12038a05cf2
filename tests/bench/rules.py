"""How fast the rules answer, beside what reading and writing the same lines with ``json`` alone takes.

Run with ``python -m tests.bench.rules``: exit status 1 when the rules take more than six times as long.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date, timedelta
from io import BytesIO
from random import Random
from time import process_time
from typing import Any

from ordinances.__main__ import answer

QUESTIONS = 20_000
ROUNDS = 5
MOST_TIMES_JSON = 6.0
RESOLUTION = {
    "altered": "10.00",
    "unaltered": "18.00",
    "senior_altered": "5.00",
    "senior_unaltered": "13.00",
    "surcharge_altered": "1.00",
    "surcharge_unaltered": "3.00",
}
Question = dict[str, Any]


def _day(random: Random, around: int = 0, spread: int = 700) -> str:
    """A day some days from the start of 2026."""
    return (date(2026, 1, 1) + timedelta(days=around + random.randrange(spread))).isoformat()


def _dog(random: Random) -> Question:
    working = random.choice([None, None, None, "guide", "therapy"])
    proof = random.choice(["certificate", "affidavit", "on_file", None])
    altered = random.random() < 0.7
    return {
        "born": random.choice([None, _day(random, -1500, 2000)]),
        "altered": altered,
        "alteration_proof": proof if altered else None,
        "working": working,
        "working_proof": working is not None,
    }


def _license(random: Random, town: str) -> Question:
    question: Question = {
        "on": _day(random),
        "dog": _dog(random),
        "owner": {"born": random.choice([None, "1950-03-02", "1990-05-06"]), "resident": random.random() < 0.9},
        "rabies": random.choice([{"expires": _day(random, 400, 900)}] * 8 + [{"statement": _day(random)}, None]),
    }
    if town == "chestertown":
        return question | {"license_year": random.choice([2025, 2026, 2027])}
    renewing = random.choice([None, {"expires": _day(random)}])
    years = 1 if renewing is None else random.choice([1, 2, 3])
    enumerated = random.random() < 0.1
    return question | {
        "renewing": renewing,
        "years": years,
        "found_by_enumeration": enumerated,
        "resolution": RESOLUTION,
    }


def _kennel(random: Random, town: str) -> Question:
    return {"on": _day(random), "license_year": 2026, "maximum_dogs": random.randrange(1, 50)}


def _pet_shop(random: Random, town: str) -> Question:
    return {"on": _day(random), "license_year": 2026}


def _transfer(random: Random, town: str) -> Question:
    return {"on": _day(random), "current_license": {"expires": _day(random)}}


def _tag(random: Random, town: str) -> Question:
    return {"on": _day(random)}


def _redemption(random: Random, town: str) -> Question:
    seized = date(2026, 6, 1) + timedelta(days=random.randrange(60))
    paid = seized + timedelta(days=random.randrange(1, 8))
    return {
        "licensed": random.random() < 0.9,
        "seized_at": f"{seized}T09:00:00-04:00",
        "sheltered_at": f"{seized}T10:30:00-04:00",
        "paid_at": f"{paid}T09:{random.randrange(60):02}:00-04:00",
        "earlier_seizures": [_day(random, -300, 400) for _ in range(random.randrange(3))],
        "statement": {"rabies_vaccination": random.choice([None, "25.00"])},
        "resolution": {"impound_first": "25.00"},
    }


def _fine(random: Random, town: str) -> Question:
    provision = "unlicensed" if town == "dover" else "68-16"
    found = [_day(random, -2000, 2000) for _ in range(random.randrange(3))]
    return {"on": _day(random), "provision": provision, "found_on": found, "days": random.randrange(1, 5)}


def _required(random: Random, town: str) -> Question:
    visitor = random.choice([None, None, {"arrived": _day(random), "home": "nyc_resident", "permission": True}])
    return {"on": _day(random), "dog": {"born": _day(random, -300)}, "at_large": False, "visitor": visitor}


def _hold(random: Random, town: str) -> Question:
    seized = _day(random)
    notices = [{"how": random.choice(["personal", "mail"]), "on": seized}]
    return {"seized_on": seized, "identified": random.random() < 0.5, "notices": notices, "closed": [_day(random)]}


def _notify(random: Random, town: str) -> Question:
    event = random.choice(["sale", "address", "loss", "theft", "death"])
    return {"event": event, "happened_on": _day(random)}


MAKERS: dict[str, Callable[[Random, str], Question]] = {
    "license": _license,
    "kennel_license": _kennel,
    "pet_shop_license": _pet_shop,
    "transfer": _transfer,
    "replacement_tag": _tag,
    "redemption": _redemption,
    "fine": _fine,
    "license_required": _required,
    "hold": _hold,
    "notify_by": _notify,
}


def mixed_questions(count: int) -> list[str]:
    """As many lines of every ask for both towns, the same ones every time."""
    random = Random(2026)
    asks = [(ask, town) for ask in MAKERS for town in ("dover", "chestertown")]
    picked = [asks[i % len(asks)] for i in range(count)]
    return [json.dumps({"ask": ask, "town": town} | MAKERS[ask](random, town)) for ask, town in picked]


def _seconds(work: Callable[[], object]) -> float:
    """How long the processor was at the work, whatever else the machine did."""
    began = process_time()
    work()
    return process_time() - began


def _json_alone(questions: list[str], replies: list[Question]) -> None:
    """Read every question and write every reply, keeping neither."""
    for line, reply in zip(questions, replies, strict=True):
        json.loads(line)
        json.dumps(reply)


def measure(count: int = QUESTIONS) -> tuple[float, float]:
    """Questions a second, and how many times as long as ``json`` alone they take; the best of some rounds of both."""
    questions = mixed_questions(count)
    asked = "\n".join(questions).encode()
    answered = BytesIO()
    if answer(BytesIO(asked), answered):
        raise ValueError("a question of the measurement is not valid")
    replies = [json.loads(line) for line in answered.getvalue().splitlines()]
    rounds = [
        (_seconds(lambda: answer(BytesIO(asked), BytesIO())), _seconds(lambda: _json_alone(questions, replies)))
        for _ in range(ROUNDS)
    ]
    rules, alone = (min(times) for times in zip(*rounds, strict=True))
    return count / rules, rules / alone


def main() -> int:
    """Print the two figures; 1 when the rules are too slow."""
    a_second, times_json = measure()
    sys.stdout.write(
        f"rules: {a_second:,.0f} questions/s, {times_json:.2f} times json alone (at most {MOST_TIMES_JSON:g})\n"
    )
    return int(times_json > MOST_TIMES_JSON)


if __name__ == "__main__":
    sys.exit(main())
