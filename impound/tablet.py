"""What an officer's tablet carries of the town's register: who is licensed as of now, and nothing that is not needed.

An address that is confidential is not in it, nor telephone, e-mail or papers.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac

from impound.codes import hashed, release_code
from impound.models import Encounter, Seizure
from licensing.models import Caution, Dog, License, RabiesCertificate, Tag
from licensing.privacy import shown_address
from office.models import Town, User


def register_of(town: Town, at: datetime) -> dict[str, Any]:
    """The copy for a tablet, as JSON: every dog that is with its owner or sought, and the dogs held."""
    on = timezone.localdate(at)
    return {
        "taken_at": timezone.localtime(at).strftime("%Y-%m-%d %H:%M"),
        "dogs": list(_dogs(town, on)),
        "held": [_held(seizure) for seizure in _all_held(town)],
    }


def tablet_keys(user: User) -> list[dict[str, str]]:
    """What seals the officer's records on a tablet, as JSON web keys: one, then those of earlier secrets."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    sealing = [salted_hmac("impound.tablet", str(user.pk), each, algorithm="sha256").digest() for each in secrets]
    return [{"kty": "oct", "k": urlsafe_b64encode(each).decode().rstrip("=")} for each in sealing]


def _dogs(town: Town, on: date, only: int | None = None) -> Iterator[dict[str, Any]]:
    """A row for each dog, or for one alone."""
    dogs = Dog.objects.of(town).here().select_related("owner").order_by("pk")
    tags = Tag.objects.current().filter(town=town, dog__isnull=False).order_by("pk")
    terms, rabies, cautions = _terms(town, on, only), _rabies(town, only), _cautions(town, only)
    if only is not None:
        dogs, tags = dogs.filter(pk=only), tags.filter(dog=only)
    numbers = dict(tags.values_list("dog", "number"))
    for dog in dogs.iterator():
        starts, ends, holder = terms.get(dog.pk, (None, None, None))
        held = holder == dog.owner_id
        yield {
            "pk": dog.pk,
            "tag": numbers.get(dog.pk),
            "chip": dog.chip,
            "name": dog.name,
            "breed": dog.breed,
            "sex": dog.sex,
            "color": dog.color,
            "description": dog.description,
            "owner": dog.owner.name,
            "address": shown_address(dog.owner),
            "starts": starts if held else None,
            "ends": ends if held else None,
            "rabies": rabies.get(dog.pk),
            "cautions": cautions[dog.pk],
            "lost": dog.status == Dog.Status.LOST,
        }


def changed_since(seen: dict[str, Any] | None, record: Seizure | Encounter, on: date) -> list[str]:
    """What the officer does not know yet of the dog of record, in words: found, or changed since the copy was taken."""
    if record.dog is None:
        return []
    now = next(_dogs(record.town, on, record.dog.pk), None)
    if now is None:
        return [f"{record.dog.name} is on record as {record.dog.get_status_display().lower()}."]
    if seen is None or seen.get("pk") != now["pk"]:
        known = [f"On record as {now['name']}, {now['description']}, of {now['owner']}."]
        return [*known, _licensed(now, on), *now["cautions"]]
    words = [] if _licensed(seen, on) == _licensed(now, on) else [f"Changed since your copy: {_licensed(now, on)}"]
    if seen.get("owner") != now["owner"]:
        words.append(f"Changed since your copy: the owner is {now['owner']}, {now['address']}.")
    return [*words, *(each for each in now["cautions"] if each not in (seen.get("cautions") or []))]


def _licensed(row: dict[str, Any], on: date) -> str:
    starts, ends = str(row.get("starts") or ""), str(row.get("ends") or "")
    return f"Licensed to {ends}." if starts and starts <= on.isoformat() <= ends else "Not licensed."


def _terms(town: Town, on: date, only: int | None) -> dict[int, tuple[date, date, int]]:
    """Of each dog the term in force, else the next, else the last that ended, with its holder."""
    found: dict[int, tuple[date, date, int]] = {}
    standing = License.objects.standing().filter(town=town, **_of(only))
    for term in _in_order(standing.only("dog", "holder", "starts", "expires", "ended_on")):
        kept = found.get(term.dog_id)
        if kept is None or kept[1] < on:
            found[term.dog_id] = (term.starts, term.last_day, term.holder_id)
    return found


def _of(only: int | None) -> dict[str, int]:
    return {} if only is None else {"dog": only}


def _in_order(terms: Iterable[License]) -> list[License]:
    return sorted(terms, key=lambda term: term.starts)


def _rabies(town: Town, only: int | None) -> dict[int, date]:
    papers = RabiesCertificate.objects.filter(dog__town=town, **_of(only)).order_by()
    return dict(papers.values("dog").annotate(until=Max("expires")).values_list("dog", "until"))


def _cautions(town: Town, only: int | None) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for caution in Caution.objects.standing().filter(town=town, dog__isnull=False, **_of(only)):
        found[caution.dog_id or 0].append(f"{caution.get_kind_display()}: {caution.reason}")
    return found


def _all_held(town: Town) -> Iterable[Seizure]:
    rows = Seizure.objects.of(town).held().select_related("arrival", "town")
    return rows.prefetch_related("redemptions__receipt")


def _held(seizure: Seizure) -> dict[str, Any]:
    """A dog held, with what the code on its receipt hashes to: the tablet can check a code, and never make one."""
    arrival = getattr(seizure, "arrival", None)
    return {
        "number": seizure.number,
        "description": seizure.description,
        "kennel": arrival.kennel if arrival else "",
        "code": hashed(release_code(seizure)),
    }
