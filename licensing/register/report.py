"""What became of the lines of a run: how many of each kind, the first that were refused, and all of them as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db.models import Count, QuerySet

from licensing.models import ImportLine, ImportRun

REFUSALS_SHOWN = 200
HEADER = ("Line", "Result", "Why", "Owner", "Dog")


def counts(run: ImportRun) -> Mapping[str, int]:
    """How many lines came to each result, in the order of the results."""
    found = run.report.order_by().values_list("result").annotate(Count("pk"))
    return dict.fromkeys(ImportLine.Result.values, 0) | dict(found)


def refusals(run: ImportRun) -> QuerySet[ImportLine]:
    """The first lines that were refused."""
    return run.report.filter(result=ImportLine.Result.REFUSED)[:REFUSALS_SHOWN]


def report(run: ImportRun) -> Iterator[tuple[object, ...]]:
    """The header and a row a line, read piece by piece; owner and dog by the numbers of their pages."""
    yield HEADER
    for line in run.report.iterator(chunk_size=2000):
        yield (line.number, line.get_result_display(), line.why, line.owner_id or "", line.dog_id or "")
