"""Acts in any order: steps drawn from all that there are, forms sent again, and a count of what was done.

Hypothesis leaves out about half of a machine's rules in each run, and likes to repeat itself. A dog's way through an
office is long: here the steps are dealt from a deck that holds them all, and the test asks at the end whether each act
was really done.
"""

from __future__ import annotations

import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from importlib import import_module
from inspect import getmembers, isfunction
from random import Random
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from office.refusals import Refused
from ordinances.answers import Refusal

Method = TypeVar("Method", bound=Callable[..., None])


def step(weight: int = 1, deal: tuple[str, tuple[str, ...]] | None = None, **drawn: Any) -> Callable[[Method], Method]:
    """Make the method a step of its machine, with so many cards in the deck, its arguments drawn from these strategies.

    ``deal`` names an argument that is not drawn but dealt: there are so many cards for each of its values.
    """
    cards = [{deal[0]: value} for value in deal[1]] if deal else [{}]

    def mark(method: Method) -> Method:
        method.cards, method.drawn = cards * weight, drawn  # type: ignore[attr-defined]
        return method

    return mark


class AnySequence(RuleBasedStateMachine):
    """An office in which steps are taken in any order; ``done`` counts the runs in which each act was done."""

    rows: ClassVar[tuple[Any, ...]] = ()
    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.on = date(2026, 5, 4)
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.forms: list[tuple[str, Callable[[], object]]] = []
        self.succeeded: set[str] = set()
        self.changed = True
        self.deck: list[tuple[str, dict[str, str]]] = []

    def teardown(self) -> None:
        """Leave the database as it was, and count what was done."""
        self.done.update(self.succeeded)
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @rule(data=st.data())
    def take_a_step(self, data: st.DataObject) -> None:
        """The next step of the deck, with arguments that Hypothesis draws."""
        steps: dict[str, Any] = {
            name: method for name, method in getmembers(type(self), isfunction) if hasattr(method, "drawn")
        }
        if not self.deck:
            self.deck = [(name, card) for name in sorted(steps) for card in steps[name].cards]
            Random(data.draw(st.integers(0, 2**32))).shuffle(self.deck)
        name, dealt = self.deck.pop()
        getattr(self, name)(**dealt, **{each: data.draw(drawn, name) for each, drawn in steps[name].drawn.items()})

    @step(days=st.sampled_from([1, 1, 2, 3, 5, 8]))
    def days_pass(self, days: int) -> None:
        """Time goes by."""
        self.on += timedelta(days=days)

    @step(nth=st.integers(-5, -1))
    def again(self, nth: int) -> None:
        """One of the last forms is sent again."""
        if len(self.forms) >= -nth:
            self.resend(nth)

    def sent(self, name: str, form: Callable[[], object]) -> Any:
        """What the act made of the form, which may be sent again later; None where it was refused."""
        self.forms.append((name, form))
        return self.resend(-1)

    def resend(self, nth: int) -> Any:
        """Send the form; a refusal says by which rule, and stores nothing."""
        (name, form), before, made = self.forms[nth], counts(self.rows), None
        refusals: tuple[Refusal, ...] = ()
        try:
            with transaction.atomic():
                made = form()
        except Refused as refused:
            refusals = refused.refusals
        event(f"{name}: {'refused' if refusals else 'done'}")
        if refusals:
            assert counts(self.rows) == before, name
            assert all(each.citation and each.message for each in refusals)
        else:
            self.succeeded.add(name)
            self.changed = True
            self.look(name)
        return made

    def look(self, name: str) -> None:
        """For a machine to judge what the act left."""


def counts(kinds: Iterable[Any]) -> tuple[int, ...]:
    """How many rows of each kind there are, in one query."""
    columns = ", ".join(f"(SELECT count(*) FROM {kind._meta.db_table})" for kind in kinds)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}")
        return tuple(cursor.fetchone() or ())


def acts_of(package: ModuleType) -> set[str]:
    """The names of all acts in a room's package of acts."""
    modules = [import_module(f"{package.__name__}.{each.name}") for each in pkgutil.iter_modules(package.__path__)]
    return {
        name
        for module in modules
        for name, function in getmembers(module, isfunction)
        if function.__module__ == module.__name__ and hasattr(function, "__wrapped__") and name[0] != "_"
    }


def run(machine: type[AnySequence], *, runs: int, steps: int) -> None:
    """Run the machine so often, the same each time; ``done`` counts anew."""
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    bounded = settings(
        max_examples=runs,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=checks,
        derandomize=True,
        phases=[
            Phase.generate
        ],  # a sequence of at most so many steps is read as it is: making it shorter takes minutes
    )
    machine.done.clear()
    run_state_machine_as_test(machine, settings=bounded)
