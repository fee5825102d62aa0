"""The legal orders nearest to one typed by hand, by optimisation."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

import clingo

from checker.domain.fact import Term
from checker.solver.ask import branch, control, rule_set_facts
from checker.solver.trial import Trial, pickable_effects

_BASE = 1_000_000
_PATIENCE = 20.0  # seconds


def nearest(
    trial: Trial, order: Sequence[str], *, responses: bool, most: int, deadline: float | None
) -> tuple[list[tuple[str, ...]], int]:
    """At most `most` legal orders with the fewest moved links, and that number.

    A link is moved if it is placed elsewhere relative to the others, left out or added. If the time is up, the best
    found so far.
    """
    story = trial.story
    effects = pickable_effects(story, responses)
    length = max(len(order), len(effects)) + 1
    facts = [
        *trial.last_scene,
        *rule_set_facts(trial.rules),
        *branch(story.end, _BASE, length, effects),
        *(Term("typed", (index, effect)) for index, effect in enumerate(order, 1)),
    ]
    solver = control(facts, ("nearest",), ("--opt-mode=optN",))
    best: list[tuple[str, ...]] = []
    cost: list[int] = []
    end = min(deadline or monotonic() + _PATIENCE, monotonic() + _PATIENCE)
    with solver.solve(yield_=True, async_=True) as handle:
        while handle.wait(max(0.0, end - monotonic())):
            model = handle.model()
            if model is None:
                break
            if model.cost != cost:
                best, cost = [], list(model.cost)
            links = _links(model)
            if links not in best:
                best.append(links)
            if model.optimality_proven and len(best) >= most:
                break
            handle.resume()
        handle.cancel()
    return sorted(best)[:most], cost[0] if cost else 0


def _links(model: clingo.Model) -> tuple[str, ...]:
    picks = [found.arguments for found in model.symbols(shown=True) if found.name == "pick"]
    return tuple(effect.string for _, effect in sorted(picks, key=lambda pick: pick[0].number))
