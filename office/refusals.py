"""The one exception by which an act of the office is refused."""

from __future__ import annotations

from ordinances.answers import Refusal


class Refused(Exception):
    """The act was refused and nothing was done; every reason stands in ``refusals``, with its citation and its cure."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(refusal.message for refusal in refusals))
        self.refusals = refusals


def refuse(code: str, message: str, *, about: str = "", citation: str = "") -> Refused:
    """A refusal for a reason of the office rather than of the law: ``citation`` names the office's rule."""
    return Refused(Refusal(code=code, citation=citation or "Office rule", message=message, about=about))
