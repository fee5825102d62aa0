"""One story against the engine: what each preset gives, what we say, and whether a difference is a known departure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from checker.domain.story import Story
from tests.engine import ours
from tests.engine.departures import RULES, variants
from tests.engine.engine import Engine
from tests.engine.ours import Answer, Order
from tests.engine.translate import Duel, translate

PRESETS = tuple(RULES)
Verdict = Literal["equal", "not a legal story", "too many orders", "departure", "difference"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The comparison under one preset. `departures` are the names that explain it."""

    flags: str
    verdict: Verdict
    engine: frozenset[Order]
    ours: frozenset[Order]
    departures: tuple[str, ...] = ()
    note: str = ""
    replays: int = 0


def compare(
    text: str,
    engine: Engine,
    presets: Sequence[str] = PRESETS,
    *,
    name: str = "<story>",
    base: Path | None = None,
    twice: bool = False,
) -> list[Outcome]:
    """The outcome under each preset. With `twice` our orders are also asked as the product does.

    Raises `Inexpressible`, `StoryError`, `EngineError`.
    """
    file, story = ours.told(text, name, base)
    duel = translate(file)
    given = engine.ask(duel, presets, "orders")
    outcomes = []
    found = ours.orders(story, [(RULES[flags], None) for flags in presets])
    for flags, answer, mine in zip(presets, given, found, strict=True):
        if twice and (again := ours.directly(story, RULES[flags])) != mine:
            raise AssertionError(f"asked at once {sorted(mine.orders)}, directly {sorted(again.orders)}")
        outcome = _judge(flags, answer, duel, mine)
        if outcome.verdict == "difference" and "chains" in answer:
            outcome = _explain(outcome, story, duel, mine)
        outcomes.append(outcome)
    return outcomes


def _judge(flags: str, answer: dict[str, Any], duel: Duel, mine: Answer) -> Outcome:
    if "over" in answer:
        note = f"the engine: more than {answer['over']} replays"
        return Outcome(flags, "too many orders", frozenset(), mine.orders, (), note)
    if "chains" not in answer:
        verdict: Verdict = "not a legal story" if mine.against else "difference"
        note = f"the engine: {answer['why']}; we: {', '.join(mine.against)}"
        return Outcome(flags, verdict, frozenset(), mine.orders, (), note)
    orders = frozenset(tuple(duel.effects[link] for link in chain) for chain in answer["chains"])
    same = orders == mine.orders and not mine.against
    note = f"we: {', '.join(mine.against)}" if mine.against else ""
    return Outcome(flags, "equal" if same else "difference", orders, mine.orders, (), note, answer["replays"])


def _explain(outcome: Outcome, story: Story, duel: Duel, mine: Answer) -> Outcome:
    """The outcome as a departure, if known ones predict exactly what the engine gave; the fewest are named."""
    for possible in variants(outcome.flags, duel, mine):
        parts = [part for variant in possible for part in variant.parts]
        answers = iter(ours.orders(story, [(part.rules, part.bend) for part in parts]))
        for variant in possible:
            told = [(part, next(answers)) for part in variant.parts]
            predicted = frozenset[Order]().union(*(part.predict(answer) for part, answer in told))
            if not any(answer.against for _, answer in told) and predicted == outcome.engine:
                return replace(outcome, verdict="departure", departures=variant.names)
    return outcome
