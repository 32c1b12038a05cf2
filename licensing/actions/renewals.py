"""A household at the counter: what became of its dogs, their new papers, and the licenses of those that are here.

Locking: all dogs together, in the order of their numbers; then as for one license.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar
from uuid import UUID, uuid5

from licensing.actions.changes import Report, report_change
from licensing.actions.checks import licenses_made_before, lock_dogs
from licensing.actions.grants import Wanted, grant, placed
from licensing.actions.papers import RabiesCertificateFacts, file_rabies_certificate
from licensing.models import Dog, License, RabiesCertificate
from office.acts import act
from office.ledger import Tender, settle
from office.models import User
from office.refusals import Refused, Unconfirmed
from ordinances.money import ZERO, Money

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What is told of one dog: what became of it, a new rabies certificate, or both.

    ``place`` is where the dog stands on the page, as for Wanted; ``confirmed`` are the questions on the certificate
    that were answered yes.
    """

    dog: Dog
    place: str = ""
    report: Report | None = None
    certificate: RabiesCertificateFacts | None = None
    confirmed: Collection[str] = ()


@act
def renew_licenses(
    *,
    wanted: Sequence[Wanted],
    news: Sequence[News] = (),
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> list[License]:
    """Record the news of the household and license its dogs, first or anew, over one receipt; all of it or nothing.

    A certificate among the news is the one that its dog is licensed on. ``key`` is the form's one-time key: sent again
    for the same dogs, their licenses are returned, in the order asked. ``shown_total`` is the price told for all.
    Raises Refused with every reason of every dog; Unconfirmed as the filing of a certificate does.
    """
    asked = [each.asked.dog for each in wanted]
    told = [each.dog for each in news if each.dog not in asked]
    made = licenses_made_before(lock_dogs([*asked, *told], by)[: len(asked)], key)
    if made:
        return made
    filed = {each.dog.pk: _record(each, key=key, by=by, at=at) for each in news}
    if news and not wanted:
        settle(ZERO, tenders)
        return []
    on_paper = [_on(each, filed.get(each.asked.dog.pk)) for each in wanted]
    dogs = lock_dogs(asked, by)
    return grant(on_paper, dogs, tenders=tenders, payer=payer, key=key, by=by, at=at, shown_total=shown_total)


def _record(news: News, *, key: UUID, by: User, at: datetime) -> RabiesCertificate | None:
    """Record what is told of a dog, under keys of its own that follow from the form's; the certificate, if filed."""
    dog, report, certificate = news.dog, news.report, news.certificate
    if report is not None:
        own = uuid5(key, f"report-{dog.pk}")
        _at(news, lambda: report_change(dog=dog, report=report, key=own, by=by, at=at))
    if certificate is None:
        return None
    own = uuid5(key, f"certificate-{dog.pk}")
    return _at(
        news,
        lambda: file_rabies_certificate(dog=dog, facts=certificate, key=own, by=by, at=at, confirmed=news.confirmed),
    )


def _at(news: News, act: Callable[[], Done]) -> Done:
    """Carry out the act; a refusal or a question stands at the dog, and a question is one of this dog alone."""
    try:
        return act()
    except Unconfirmed as asked:
        questions = [placed(each, news.dog, news.place) for each in asked.refusals]
        raise Unconfirmed(*(replace(each, code=f"{news.place}:{each.code}") for each in questions)) from None
    except Refused as refused:
        raise Refused(*(placed(each, news.dog, news.place) for each in refused.refusals)) from None


def _on(wanted: Wanted, certificate: RabiesCertificate | None) -> Wanted:
    """The license asked for on the certificate that was just filed, if there is one."""
    return wanted if certificate is None else replace(wanted, asked=replace(wanted.asked, rabies=certificate))
