"""Adding a town is its module and its line in the registry: everything else picks it up."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mypy import api as mypy

from ordinances.__main__ import answer
from ordinances.registry import ORDINANCES
from tests.ordinances import test_every_town
from tests.ordinances.third_town import RIVERTON

PROPERTIES: list[Callable[..., None]] = [
    held for name, held in vars(test_every_town).items() if name.startswith("test_") and "law" in held.__annotations__
]


@pytest.fixture(autouse=True)
def riverton_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that a new town adds."""
    monkeypatch.setitem(ORDINANCES, "riverton", (RIVERTON,))


def test_there_are_properties_to_hold() -> None:
    assert len(PROPERTIES) > 15


def asked(*questions: dict[str, Any]) -> list[dict[str, Any]]:
    """What ``python -m ordinances`` answers."""
    answers = io.BytesIO()
    assert answer(io.BytesIO("\n".join(map(json.dumps, questions)).encode()), answers) == 0
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.mark.parametrize("held", PROPERTIES, ids=lambda held: held.__name__.removeprefix("test_"))
def test_the_properties_of_every_town_hold_for_a_third_one(held: Callable[..., None]) -> None:
    held(law=RIVERTON)


def test_questions_are_answered_for_a_third_town() -> None:
    about = {"town": "riverton", "on": "2026-06-15"}
    dog, rabies = {"altered": True}, {"expires": "2027-01-01"}
    license_, kennel, tag = asked(
        {**about, "ask": "license", "dog": dog, "owner": {"resident": True}, "rabies": rabies, "years": 1},
        {**about, "ask": "kennel_license"},
        {**about, "ask": "replacement_tag"},
    )
    assert (license_["total"], license_["term"]) == ("7.00", {"starts": "2026-06-15", "expires": "2027-06-14"})
    assert [refusal["code"] for refusal in kennel["refusals"]] == ["no_such_license"]
    assert tag["lines"][0]["citation"] == "§ 6"


def test_the_pound_of_a_third_town_is_asked_likewise() -> None:
    hold, paid = asked(
        {"town": "riverton", "ask": "hold", "seized_on": "2026-07-01"},
        {
            "town": "riverton",
            "ask": "redemption",
            "licensed": True,
            "seized_at": "2026-07-01T09:00:00-04:00",
            "paid_at": "2026-07-02T09:00:00-04:00",
        },
    )
    assert [hold["last_day"], hold["pay_by"], hold["available_from"]] == ["2026-07-04", "2026-07-06", "2026-07-07"]
    assert paid["total"] == "2.00"


@pytest.mark.parametrize(("base", "verdict"), [("Riverton", "Success"), ("Forgetful", "notify_by")])
def test_mypy_takes_a_whole_town_and_refuses_one_that_leaves_a_question_out(
    base: str, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete = Path(__file__).with_name("third_town.py").read_text()
    town = complete if base == "Riverton" else complete.replace("def notify_by", "def notify_someday")
    (tmp_path / "town.py").write_text(town)
    monkeypatch.setenv("MYPYPATH", str(Path(__file__).parents[2]))
    options = ["--strict", "--config-file=", f"--cache-dir={tmp_path}", "--follow-imports=silent"]
    printed, _, _ = mypy.run([*options, str(tmp_path / "town.py")])
    assert verdict in printed
