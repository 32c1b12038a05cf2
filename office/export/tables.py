"""The tables of a town's own records, found among the models of every room, so that none is forgotten.

A model belongs to the town by its field ``town``, else by the first record that it cannot be without: a certificate by
its dog. It may name the way itself (``way_to_town = "dog__town"``), or say why it is ``left_out_of_export``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models

from office.models import Town

CHUNK = 2000
"""So many rows are in memory at once."""
SECRET = ("password",)
_OUTSIDE = {"pghistory.Context": "metadata", "auth.Group": "name", "auth.Permission": "codename"}
"""What stands in a cell for a record that is no room's own."""

Model = type[models.Model]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name in the file, and where its value is found from the record."""

    name: str
    path: str
    field: models.Field[Any, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """One model's records: the file that they go into, the way to their town, and the columns."""

    model: Model
    file: str
    way: str
    columns: tuple[Column, ...]

    def records(self, town: Town) -> models.QuerySet[Any]:
        """The town's own records."""
        return self.model._base_manager.filter(_of_town(self, town))

    def rows(self, town: Town) -> Iterator[tuple[Any, ...]]:
        """The header and a row a record, by number, read from the database piece by piece."""
        yield tuple(column.name for column in self.columns)
        paths = [column.path for column in self.columns]
        yield from self.records(town).order_by("pk").values_list(*paths).iterator(chunk_size=CHUNK)


def rooms() -> set[str]:
    """The labels of the rooms: the applications of this house."""
    house = Path(settings.BASE_DIR)
    return {config.label for config in apps.get_app_configs() if Path(config.path).parent == house}


def models_of_the_rooms() -> list[Model]:
    """Every table of every room; a proxy has none of its own."""
    found = [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label in rooms()]
    return [model for model in found if not model._meta.proxy and model._meta.managed]


@cache
def tables() -> tuple[Table, ...]:
    """The tables that an export has, those of the history last. LookupError for a model that belongs to no town."""
    found = [_table(model) for model in models_of_the_rooms() if not why_left_out(model)]
    return tuple(sorted(found, key=lambda table: (is_history(table.model), table.file)))


def why_left_out(model: Model) -> str:
    """Why the export has no table of the model; nothing if it has one."""
    return str(getattr(model, "left_out_of_export", ""))


def tracked(model: Model) -> Model | None:
    """The model whose history this one keeps, if it does."""
    found: Model | None = getattr(model, "pgh_tracked_model", None)
    return found


def is_history(model: Model) -> bool:
    """Whether the model keeps another's history."""
    return tracked(model) is not None


def file_of(model: Model) -> str:
    """Where the model's rows are in the export: ``licensing/tag_box.csv``, ``history/licensing/tag_box_event.csv``."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", model.__name__).lower()
    return f"{'history/' if is_history(model) else ''}{model._meta.app_label}/{name}.csv"


def way_to_town(model: Model) -> str:
    """The look-up from a record to its town. LookupError when there is none."""
    way = getattr(model, "way_to_town", "") or next(_ways(model), "")
    if not way:
        raise LookupError(f"{model._meta.label}: whose town's is it? Give it way_to_town or left_out_of_export.")
    return str(way)


def _ways(model: Model) -> Iterator[str]:
    """The ways to the town, the best first: by a person of the staff, and by what a history is about, come last."""
    if model is Town:
        yield "id"
    needed = [field for field in _foreign_keys(model) if field.name == "town" or not field.null]
    for field in sorted(needed, key=_rank):
        if field.related_model is Town:
            yield field.name
        elif field.related_model._meta.app_label in rooms() and field.related_model is not model:
            yield f"{field.name}__{way_to_town(field.related_model)}".removesuffix("__id")


def _foreign_keys(model: Model) -> list[models.ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]


def _rank(field: models.ForeignKey[Any, Any]) -> int:
    if field.name == "town":
        return 0
    if field.name == "pgh_obj":
        return 3
    return 2 if field.related_model is apps.get_model(settings.AUTH_USER_MODEL) else 1


def _of_town(table: Table, town: Town) -> models.Q:
    """The condition for a record of the town; of a history also where the record of the first step is no more."""
    step, _, rest = table.way.partition("__")
    events: Any = getattr(table.model._meta.get_field(step).related_model, "pgh_event_model", None)
    if is_history(table.model) and step != "pgh_obj" and rest == "town" and events is not None:
        return models.Q(**{f"{step}__in": events.objects.filter(town=town).values("pgh_obj")})
    return models.Q(**{table.way: town.pk})


def _table(model: Model) -> Table:
    columns = (_column(field) for field in model._meta.concrete_fields if _is_written(field))
    return Table(model, file_of(model), way_to_town(model), tuple(columns))


def _is_written(field: models.Field[Any, Any]) -> bool:
    """Whether the field is the record's own: no search key made of others, and no secret."""
    return not isinstance(field, models.GeneratedField) and field.name not in SECRET


def _column(field: Any) -> Column:
    outside = _OUTSIDE.get(field.related_model._meta.label, "") if field.is_relation else ""
    return Column(field.name, f"{field.name}__{outside}" if outside else field.attname, field)
