"""What README shows is what happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ordinances.questions import reply_to

BASE = Path(__file__).resolve().parents[2]
README = (BASE / "README.md").read_text()


def test_the_question_to_the_law_is_answered_as_shown() -> None:
    question, answer = re.findall(r"echo '(.*)' \| python -m ordinances\n(.*)\n", README)[0]
    assert json.loads(json.dumps(reply_to(question.encode())[0])) == json.loads(answer)


def test_every_picture_and_file_it_names_is_there() -> None:
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", README)
    files = re.findall(r"`((?:ordinances|office|licensing|tests)/[\w/]*\.py)`", README)
    assert pictures
    assert [name for name in pictures + files if not (BASE / name).is_file()] == []


def test_every_command_of_make_it_names_is_one() -> None:
    targets = set(re.findall(r"^([\w-]+)(?: [\w-]+)*:", (BASE / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make (\w+)", README)) - {"alone"} <= targets | {"setup", "run"}
