"""The tables of an export: every model of every room is one or says why not, and each has the town's own rows alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils import timezone

from licensing.models import Dog, Owner, RabiesCertificate
from office.export import cells
from office.export.readme import readme
from office.export.tables import (
    SECRET,
    Table,
    file_of,
    rooms,
    tables,
    tracked,
    way_to_town,
    why_left_out,
)
from office.models import ClosedDay, Receipt, Resolution, ResolutionAmount, Town, User
from tests.factories import DogFactory, RabiesCertificateFactory, ResolutionFactory, TownFactory
from tests.licensing.issuing import noon

LEFT_OUT = {
    *("licensing/due_entry.csv", "licensing/likely_pair.csv", "licensing/search_entry.csv", "licensing/spelling.csv"),
    *("licensing/street_tally.csv", "office/sent_form.csv"),
}
TABLES = {table.file: table for table in tables()}


def column(model: type[models.Model], name: str) -> str:
    return cells.meaning(next(column for column in TABLES[file_of(model)].columns if column.name == name))


def test_every_model_of_every_room_is_exported_or_says_why_not() -> None:
    ours = [app for app in settings.INSTALLED_APPS if "." not in app and (settings.BASE_DIR / app).is_dir()]
    assert rooms() == set(ours)
    managed = [model for app in ours for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    expected = {file_of(model) for model in managed if not model._meta.proxy}
    left_out = {file_of(model) for model in managed if why_left_out(model)}
    assert left_out == LEFT_OUT
    assert expected == TABLES.keys() | left_out


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_field_of_a_record_is_a_column(table: Table) -> None:
    fields = {field.name: field for field in table.model._meta.concrete_fields}
    left_out = fields.keys() - {column.name for column in table.columns}
    assert all(isinstance(fields[name], models.GeneratedField) or name in SECRET for name in left_out)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_no_secret_is_a_column(table: Table) -> None:
    secret = re.compile("password|passwd|secret|token|session|credential", re.IGNORECASE)
    assert not [column.name for column in table.columns if secret.search(column.name)]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_way_ends_at_the_town(table: Table) -> None:
    end: Any = table.model
    for step in table.way.split("__"):
        end = end if step == "id" else end._meta.get_field(step).related_model
    assert end is Town


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_readme_tells_of_each_file_and_each_of_its_columns(table: Table) -> None:
    told = b"".join(readme(TownFactory.build(), noon(), [], {table: 3})).decode()
    assert f"\n{table.file} (rows: 3)\n    " in told
    assert re.findall(r"^    - (\w+) \(", told, re.MULTILINE)[: len(table.columns)] == [
        column.name for column in table.columns
    ]
    assert max(map(len, told.splitlines())) <= 120


def test_the_readme_tells_what_the_cells_look_like() -> None:
    assert column(Owner, "last_name") == "last_name (at most 120 characters): last name or organization"
    assert column(Owner, "confidential") == "confidential (yes or no): address is confidential"
    assert column(Dog, "owner") == "owner (number in licensing/owner.csv)"
    assert column(Dog, "sex") == "sex (one of: female = Female, male = Male)"
    assert column(Dog, "id").startswith("id (whole number): number of the row")
    assert column(RabiesCertificate, "expires") == "expires (day): next vaccination due by"
    assert column(Receipt, "total") == "total (dollars)"
    assert column(Receipt, "day") == "day (day): day. The town's local day of the payment."


def test_a_model_that_belongs_to_no_town_is_refused() -> None:
    with pytest.raises(LookupError, match=r"auth\.Group: whose town's is it\?"):
        way_to_town(apps.get_model("auth", "Group"))


@pytest.mark.django_db
def test_another_towns_records_and_their_history_are_in_no_table(dover: Town, chestertown: Town) -> None:
    RabiesCertificateFactory.create(dog__owner__town=chestertown)
    User.objects.create_user("elsewhere", town=chestertown)
    ResolutionFactory.create(town=chestertown)
    rows = {file: len(list(table.rows(dover))) - 1 for file, table in TABLES.items()}
    assert {file: count for file, count in rows.items() if count} == {
        "office/town.csv": 1,
        "history/office/town_event.csv": 1,
    }


@pytest.mark.django_db
def test_a_record_is_a_row_with_what_it_refers_to_by_number(dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover, altered=True)
    header, row = TABLES["licensing/dog.csv"].rows(dover)
    told = dict(zip(header, map(cells.written, row), strict=True))
    assert (told["id"], told["owner"], told["name"], told["altered"]) == (dog.pk, dog.owner_id, "Rex", "yes")
    assert "name_key" not in told


@pytest.mark.django_db
def test_the_history_of_what_was_taken_back_is_there_with_who_did_it(dover: Town, resolution: Resolution) -> None:
    ClosedDay.objects.create(town=dover, day=noon().date(), reason="Flood")
    kept = ResolutionAmount.objects.count()
    ClosedDay.objects.all().delete()
    resolution.delete()
    rows = {file: list(table.rows(dover))[1:] for file, table in TABLES.items() if tracked(table.model)}
    assert not ResolutionAmount.objects.exists()
    assert len(rows["history/office/closed_day_event.csv"]) == 2
    assert len(rows["history/office/resolution_amount_event.csv"]) == 2 * kept


def test_values_are_written_as_the_readme_says() -> None:
    assert [cells.written(value) for value in (True, False, None, 3, "x")] == ["yes", "no", None, 3, "x"]
    assert cells.written(noon().astimezone(timezone.get_fixed_timezone(0))) == "2026-06-15T12:00:00-04:00"
    assert cells.written({"a": ["é"]}) == '{"a": ["é"]}'
    assert cells.written(memoryview(b"\x01\xff")) == "01ff"
