"""What is no question to Chestertown; its answers are proved by ``chestertown.jsonl``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ordinances.questions import reply_to


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
