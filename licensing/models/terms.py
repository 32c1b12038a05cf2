"""Terms of licenses, and the constraint that no two of one dog or one business share a day."""

from __future__ import annotations

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeBoundary, RangeOperators
from django.db import models
from django.db.models import F
from django.db.models.functions import Coalesce, Greatest


class DateRange(models.Func):
    """The days from ``starts`` to ``expires``, both included, as a range."""

    function = "DATERANGE"
    output_field = DateRangeField()


def no_overlap(of: str) -> ExclusionConstraint:
    """No two standing terms of one dog (or one business) share a day; a term that was ended counts to its end.

    A term that was ended before its first day covers no day at all.
    """
    last = Coalesce("ended_on", "expires")
    return ExclusionConstraint(
        name=f"no_two_terms_of_one_{of}_overlap",
        expressions=[
            (of, RangeOperators.EQUAL),
            (DateRange("starts", Greatest(last, F("starts")), RangeBoundary(True, True)), RangeOperators.OVERLAPS),
        ],
        condition=models.Q(voided_at__isnull=True)
        & (models.Q(ended_on__isnull=True) | models.Q(ended_on__gte=F("starts"))),
    )
