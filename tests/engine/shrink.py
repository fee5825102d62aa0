"""The smallest situation that still differs: parts are taken away as long as the difference stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from tests.engine.scenario import Definition, Effect, Moments, Scenario

_Item = TypeVar("_Item")


def shrink(scenario: Scenario, differs: Callable[[Scenario], bool]) -> Scenario:
    """A situation from which nothing can be taken without losing the difference; `differs` holds for it."""
    while True:
        for smaller in _smaller(scenario):
            if differs(smaller):
                scenario = smaller
                break
        else:
            return scenario


def _smaller(scenario: Scenario) -> Iterator[Scenario]:
    """Situations with one part less, big parts first."""
    for index in range(len(scenario.copies)):
        yield replace(scenario, copies=_without(scenario.copies, index))
    for index, play in enumerate(scenario.plays):
        if " activates " not in play:
            continue  # without the passes after a Summon the engine would be asked about another moment
        yield replace(scenario, plays=_without(scenario.plays, index))
    for moments in _fewer(scenario.happening):
        if moments:
            yield replace(scenario, happening=moments)
    for index, definition in enumerate(scenario.definitions):
        for less in _less(definition):
            definitions = (*scenario.definitions[:index], less, *scenario.definitions[index + 1 :])
            yield replace(scenario, definitions=definitions)


def _less(definition: Definition) -> Iterator[Definition]:
    for index, effect in enumerate(definition.effects):
        yield replace(definition, effects=_without(definition.effects, index))
        for less in _plainer(effect):
            effects = (*definition.effects[:index], less, *definition.effects[index + 1 :])
            yield replace(definition, effects=effects)


def _plainer(effect: Effect) -> Iterator[Effect]:
    for index in range(len(effect.modifiers)):
        yield replace(effect, modifiers=_without(effect.modifiers, index))
    for moments in _fewer(effect.moments):
        yield replace(effect, moments=moments)


def _fewer(moments: Moments) -> Iterator[Moments]:
    for index, moment in enumerate(moments):
        yield _without(moments, index)
        for place, operation in enumerate(moment):
            if len(moment) > 1:
                yield (*moments[:index], _without(moment, place), *moments[index + 1 :])
            for number in range(len(operation.objects) if len(operation.objects) > 1 else 0):
                less = replace(operation, objects=_without(operation.objects, number))
                changed = (*moment[:place], less, *moment[place + 1 :])
                yield (*moments[:index], changed, *moments[index + 1 :])


def _without(items: tuple[_Item, ...], index: int) -> tuple[_Item, ...]:
    return (*items[:index], *items[index + 1 :])
