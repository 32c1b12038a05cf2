"""``python -m ordinances``: the rulebook's examples, what is no question, and how lines come and go."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ordinances.__main__ import answer, lines_as_they_come
from ordinances.questions import reply_to
from ordinances.registry import ORDINANCES

EXAMPLES = [
    json.loads(line)
    for path in sorted(Path(__file__).parent.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
TAG = {"ask": "replacement_tag", "town": "dover", "on": "2026-03-15"}
LICENSE: dict[str, Any] = {
    "ask": "license",
    "town": "dover",
    "on": "2026-03-15",
    "dog": {"altered": True, "alteration_proof": "certificate", "working": None, "working_proof": False},
    "owner": {"resident": True},
    "rabies": {"expires": "2027-06-01"},
    "renewing": None,
    "years": 1,
    "found_by_enumeration": False,
    "resolution": {"altered": "10", "unaltered": "18", "surcharge_altered": "1.00", "surcharge_unaltered": "3.00"},
}
REDEMPTION = {
    "ask": "redemption",
    "town": "dover",
    "licensed": True,
    "seized_at": "2026-06-01T09:00:00-04:00",
    "paid_at": "2026-06-01T10:00:00-04:00",
}


def asked(question: object) -> dict[str, Any]:
    """The reply to a question, as other programs read it."""
    reply, is_answer = reply_to(json.dumps(question).encode())
    assert is_answer == ("error" not in reply)
    read: dict[str, Any] = json.loads(json.dumps(reply))
    return read


def changed(question: dict[str, Any], **keys: object) -> dict[str, Any]:
    """The reply to the question with some keys changed; ``...`` leaves the key out."""
    return asked({key: value for key, value in (question | keys).items() if value is not ...})


def agrees(expected: Any, actual: Any) -> bool:
    """Equal, but for keys of an object that the expectation does not name."""
    if isinstance(expected, dict):
        return all(key in actual and agrees(value, actual[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(map(agrees, expected, actual))
    return bool(expected == actual)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["rule"])
def test_every_example_of_the_rulebook_is_answered(example: dict[str, Any]) -> None:
    reply = asked(example["question"])
    assert agrees(example["answer"], reply), reply


def test_the_examples_are_of_every_town() -> None:
    assert {example["question"]["town"] for example in EXAMPLES} == set(ORDINANCES)


def test_every_line_and_refusal_has_what_is_promised() -> None:
    (line, _), refusal = changed(LICENSE)["lines"], changed(LICENSE, rabies=None)["refusals"][0]
    assert line["label"] == "License fee"
    assert (line["citation"], line["because"]) == (
        "L.L. 3-2010, Licensing ¶ B(1)",
        "Altered dog: 10.00 × 1, to 2027-03-31",
    )
    assert set(refusal) >= {"code", "citation", "message"}


def test_a_free_license_shows_its_marking() -> None:
    assert changed(LICENSE, dog=LICENSE["dog"] | {"working": "war", "working_proof": True})["marking"] == "War dog"


def test_a_resolutions_number_stands_on_the_lines_it_set() -> None:
    lines = changed(LICENSE, resolution=LICENSE["resolution"] | {"number": "12 of 2026"})["lines"]
    assert [line["resolution"] for line in lines] == ["12 of 2026", "12 of 2026"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b"", "not JSON"),
        (b"nonsense", "not JSON"),
        (b'{"ask": "replacement_tag"', "not JSON"),
        (b'{"ask": NaN}', "not JSON: NaN is no number"),
        (b'{"ask": -Infinity}', "not JSON: -Infinity is no number"),
        (b"\xff{}", "not UTF-8: byte 1"),
        (b"[]", "must be one JSON object"),
        (b"7", "must be one JSON object"),
        (b"null", "must be one JSON object"),
        (b"{}", "ask is missing"),
        (b"[" * 100_000, "too deeply nested"),
        (b'{"years": ' + b"9" * 5000 + b"}", "Exceeds the limit"),
        (b'{"ask": "licence", "town": "dover"}', "ask must be one of license, kennel_license"),
        (b'{"ask": {}, "town": "dover"}', "not an object"),
    ],
)
def test_a_line_that_is_no_question_gets_an_error(line: bytes, wrong: str) -> None:
    reply, is_answer = reply_to(line)
    assert not is_answer
    assert set(reply) == {"error"}
    assert wrong in str(reply["error"])


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"town": ...}, "town is missing: it must be one of dover, chestertown"),
        ({"town": "paris"}, 'town must be one of dover, chestertown, not "paris"'),
        ({"on": ...}, "on is missing: it must be a date"),
        ({"on": "2026-02-30"}, "on must be a date"),
        ({"on": "20260315"}, "on must be a date"),
        ({"on": "2026-W11-7"}, "on must be a date"),
        ({"on": "2026-03-15T00:00"}, "on must be a date"),
        ({"on": 20260315}, "on must be a date"),
        ({"on": "2010-12-31"}, "no ordinance of dover is known for 2010-12-31"),
        ({"on": "9999-12-31"}, "out of range"),
        ({"dog": ...}, "dog is missing"),
        ({"dog": []}, "dog must be an object, not a list"),
        ({"dog": {}}, "dog.altered is missing"),
        ({"dog": {"altered": 1}}, "dog.altered must be true or false, not 1"),
        ({"dog": {"altered": "yes"}}, 'dog.altered must be true or false, not "yes"'),
        (
            {"dog": {"altered": True, "alteration_proof": "word"}},
            "dog.alteration_proof must be one of certificate, affid",
        ),
        ({"dog": {"altered": True, "working": "sled"}}, "dog.working must be one of guide, hearing"),
        ({"dog": {"altered": True, "born": "2026"}}, "dog.born must be a date"),
        ({"owner": ...}, "owner is missing"),
        ({"owner": {"born": None}}, "owner.resident is missing"),
        ({"rabies": {}}, "rabies.expires or statement"),
        ({"rabies": {"expires": "2027-01-01", "statement": "2026-01-01"}}, "rabies.expires or statement"),
        ({"rabies": {"expires": None}}, "rabies.expires or statement"),
        ({"rabies": "2027-01-01"}, "rabies must be an object"),
        ({"renewing": {}}, "renewing.expires is missing"),
        ({"years": ...}, "years is missing"),
        ({"years": True}, "years must be a whole number, not true"),
        ({"years": 1.0}, "years must be a whole number, not 1.0"),
        ({"years": "1"}, 'years must be a whole number, not "1"'),
        ({"found_by_enumeration": "no"}, "found_by_enumeration must be true or false"),
    ],
)
def test_what_is_wrong_is_named_with_its_key(keys: dict[str, object], wrong: str) -> None:
    assert wrong in changed(LICENSE, **keys)["error"]


@pytest.mark.parametrize(
    ("code", "amount", "wrong"),
    [
        (
            "surcharge_altered",
            ...,
            "resolution.surcharge_altered is missing (State surcharge, altered dog): the Town Board",
        ),
        ("unaltered", None, "resolution.unaltered is missing (License fee, unaltered dog): the Town Board sets it"),
        ("altered", "-5", "resolution.altered must be an amount"),
        ("altered", -5, "resolution.altered must be an amount"),
        ("altered", "ten", "resolution.altered must be an amount"),
        ("altered", "10.005", "resolution.altered must be an amount"),
        ("altered", 10.5, "resolution.altered must be an amount"),
        ("altered", True, "resolution.altered must be an amount"),
        ("altered", [], "resolution.altered must be an amount"),
        ("altered", 10**9, "resolution.altered must be an amount"),
        ("number", 7, "resolution.number must be a text"),
    ],
)
def test_an_amount_that_is_missing_or_none_is_an_error_and_no_zero(code: str, amount: object, wrong: str) -> None:
    resolution = {key: value for key, value in (LICENSE["resolution"] | {code: amount}).items() if value is not ...}
    assert wrong in changed(LICENSE, resolution=resolution)["error"]


@pytest.mark.parametrize("amount", ["10", "10.0", "10.00", 10])
def test_an_amount_may_be_written_short_or_as_whole_dollars(amount: object) -> None:
    assert changed(LICENSE, resolution=LICENSE["resolution"] | {"altered": amount})["total"] == "11.00"


@pytest.mark.parametrize(
    "written",
    ["2026-06-01T10:00:00", "2026-06-01", "2026-06-01 10:00-04:00", "20260601T100000-0400", "10:00-04:00", "", 7, None],
)
def test_a_time_needs_its_offset(written: object) -> None:
    assert "paid_at must be a time with its offset" in changed(REDEMPTION, paid_at=written)["error"]


@pytest.mark.parametrize("written", ["2026-06-01T14:00:00Z", "2026-06-01T10:00-04:00", "2026-06-01T10:00:00.5-04:00"])
def test_a_time_may_have_any_offset(written: str) -> None:
    assert changed(REDEMPTION, paid_at=written)["total"] == "20.00"


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"licensed": ...}, "licensed is missing"),
        ({"licensed": None}, "licensed must be true or false, not null"),
        ({"earlier_seizures": "2026-01-01"}, "earlier_seizures must be a list of dates"),
        ({"earlier_seizures": [None]}, "earlier_seizures must be a list of dates"),
        ({"earlier_seizures": [[]]}, "earlier_seizures must be a list of dates"),
        ({"statement": {"veterinary_care": "x"}}, "statement.veterinary_care must be an amount"),
        ({"seized_at": "2010-12-31T10:00:00-05:00"}, "no ordinance of dover"),
        ({"seized_at": "9999-12-31T23:00:00-05:00"}, "beyond the calendar"),
    ],
)
def test_a_redemption_is_read_strictly(keys: dict[str, object], wrong: str) -> None:
    assert wrong in changed(REDEMPTION, **keys)["error"]


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        (
            {"ask": "fine", "on": "2026-07-01", "provision": "68-16"},
            "no provision of Dover's law: '68-16'; known: unlicensed",
        ),
        ({"ask": "fine", "on": "2026-07-01", "provision": "unlicensed", "days": "4"}, "days must be a whole number"),
        ({"ask": "notify_by", "happened_on": "2026-07-01", "event": "birth"}, "event must be one of sale, address"),
        ({"ask": "hold", "seized_on": "2026-07-01", "notices": {}}, "notices must be a list of objects"),
        ({"ask": "hold", "seized_on": "2026-07-01", "notices": [{"how": "mail"}]}, "notices: on is missing"),
        (
            {"ask": "hold", "seized_on": "2026-07-01", "notices": [{"how": "fax", "on": "2026-07-01"}]},
            "how must be one of",
        ),
        ({"ask": "hold", "seized_on": "9999-12-30"}, "beyond the calendar"),
        (
            {"ask": "license_required", "on": "2026-07-01", "dog": {}, "visitor": {"arrived": "2026-07-01"}},
            "visitor.home",
        ),
    ],
)
def test_every_kind_of_question_is_read_strictly(question: dict[str, object], wrong: str) -> None:
    assert wrong in asked({"town": "dover"} | question)["error"]


def test_dovers_law_answers_from_its_first_day() -> None:
    assert "no ordinance of dover is known for 2010-12-31" in asked(TAG | {"on": "2010-12-31"})["error"]
    assert asked(TAG | {"on": "2011-01-01"})["total"] == "3.00"


def test_what_a_question_need_not_tell_may_be_missing_or_null() -> None:
    missing = changed(LICENSE, renewing=..., found_by_enumeration=...)
    assert missing == changed(LICENSE, found_by_enumeration=None) == changed(LICENSE)
    assert changed(REDEMPTION, earlier_seizures=None, statement=None, resolution=None) == changed(REDEMPTION)


def test_keys_that_the_town_does_not_know_are_ignored() -> None:
    assert changed(LICENSE, id=17, license_year="any", duty_began=[]) == changed(LICENSE)


def answered(lines: bytes) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the answers to some lines."""
    written = BytesIO()
    status = answer(BytesIO(lines), written)
    return status, [json.loads(line) for line in written.getvalue().splitlines()]


def test_order_is_kept_and_one_bad_line_spoils_no_other() -> None:
    line = json.dumps(TAG).encode()
    status, answers = answered(line + b"\nnonsense\n\n" + line)
    assert status == 1
    assert [answer.get("total", "error") for answer in answers] == ["3.00", "error", "error", "3.00"]


def test_good_lines_and_no_lines_end_with_status_0() -> None:
    assert answered(json.dumps(TAG).encode() + b"\r\n")[0] == 0
    assert answered(b"") == (0, [])


def test_lines_longer_than_a_chunk_come_whole() -> None:
    long, short = b"x" * 200_000, b"y"
    assert [line for lines in lines_as_they_come(BytesIO(long + b"\n" + short + b"\n" + long)) for line in lines] == [
        long,
        short,
        long,
    ]


ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "ordinances"]


def test_the_command_answers_and_tells_of_bad_lines_by_its_status() -> None:
    good = subprocess.run(COMMAND, input=json.dumps(TAG), capture_output=True, text=True, check=False, cwd=ROOT)
    bad = subprocess.run(COMMAND, input="nonsense\n", capture_output=True, text=True, check=False, cwd=ROOT)
    assert (good.returncode, json.loads(good.stdout)["total"], good.stderr) == (0, "3.00", "")
    assert (bad.returncode, list(json.loads(bad.stdout)), bad.stderr) == (1, ["error"], "")


def test_the_command_answers_each_line_as_it_comes() -> None:
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(TAG) + "\n")
        assert json.loads(process.stdout.readline())["total"] == "3.00"
        process.stdin.write("nonsense\n")
        assert "error" in process.stdout.readline()


def test_a_reader_that_goes_away_ends_the_command_without_a_word() -> None:
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, complaint = process.communicate((json.dumps(TAG) + "\n").encode() * 10)
    assert complaint == b""


def test_the_rules_need_neither_django_nor_a_database() -> None:
    code = "import ordinances.__main__, sys; print([name for name in sys.modules if name[:6] in ('django', 'psycop')])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert loaded.stdout.strip() == "[]"
