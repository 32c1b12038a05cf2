"""The one exception by which an act of the office is refused."""

from __future__ import annotations

from collections.abc import Collection

from ordinances.answers import Refusal

OFFICE_RULE = "Office rule"
"""The citation of what the office, not the law, refuses."""


class Refused(Exception):
    """The act was refused and nothing was done; every reason stands in ``refusals``, with its citation and its cure."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(refusal.message for refusal in refusals))
        self.refusals = refusals


def refuse(code: str, message: str, *, about: str = "", citation: str = "") -> Refused:
    """A refusal for a reason of the office rather than of the law: ``citation`` names the office's rule."""
    return Refused(Refusal(code=code, citation=citation or OFFICE_RULE, message=message, about=about))


class Unconfirmed(Refused):
    """The act asks first and nothing was done yet; sent again with the codes of ``refusals`` confirmed, it is done."""


def ask(*questions: Refusal, confirmed: Collection[str]) -> None:
    """Raise Unconfirmed with those of the questions that were not answered yes."""
    open_questions = [question for question in questions if question.code not in confirmed]
    if open_questions:
        raise Unconfirmed(*open_questions)


def in_words(refusal: Refusal) -> str:
    """The message, with its citation where it is the law's."""
    return refusal.message if refusal.citation == OFFICE_RULE else f"{refusal.message} ({refusal.citation})"
