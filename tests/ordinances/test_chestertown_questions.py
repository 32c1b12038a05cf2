"""Chestertown's questions of ``chestertown.jsonl``, asked as another program asks them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ordinances.questions import reply_to

CASES = [json.loads(line) for line in Path(__file__).with_name("chestertown.jsonl").read_text().splitlines()]


def agrees(expected: Any, actual: Any) -> bool:
    """Equal, but for keys of an object that the expectation does not name."""
    if isinstance(expected, dict):
        return all(key in actual and agrees(value, actual[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(map(agrees, expected, actual))
    return bool(expected == actual)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["rule"])
def test_a_question_is_answered_as_the_rulebook_says(case: dict[str, Any]) -> None:
    reply, is_answer = reply_to(json.dumps(case["question"]).encode())
    assert is_answer, reply
    assert agrees(case["answer"], json.loads(json.dumps(reply))), reply


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"ask": "license", "on": "2026-07-01", "dog": {}, "rabies": None}, "license_year"),
        ({"ask": "kennel_license", "on": "2026-07-01", "license_year": 2026}, "maximum_dogs"),
        ({"ask": "kennel_license", "on": "2026-07-01", "license_year": 2026, "maximum_dogs": 0}, "maximum_dogs"),
        ({"ask": "pet_shop_license", "on": "2026-07-01"}, "license_year"),
        ({"ask": "fine", "on": "2026-07-01", "provision": "68-18"}, "no section of Chapter 68"),
        ({"ask": "fine", "on": "2026-07-01", "provision": "68-16", "days": 0}, "days"),
        ({"ask": "replacement_tag", "on": "1990-01-01"}, "no ordinance of chestertown is known for 1990-01-01"),
        ({"ask": "pet_shop_license", "on": "2026-07-01", "license_year": 9999}, "year"),
    ],
)
def test_what_is_no_question_to_chestertown_says_why(question: dict[str, Any], named: str) -> None:
    reply, is_answer = reply_to(json.dumps({"town": "chestertown", **question}).encode())
    assert not is_answer
    assert named in str(reply["error"])
