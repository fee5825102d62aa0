"""Asking: a story and a rule set go in, the atoms of the one stable model come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from time import monotonic

import clingo

from checker.domain.fact import Term, Value, constant, term
from checker.domain.report import RulesUsed
from checker.domain.story import Story
from checker.rulesets import values
from checker.solver.rulebook import question, text_for
from checker.solver.terms import symbol

Atoms = dict[str, list[list[clingo.Symbol]]]


def control(
    facts: Iterable[Term], questions: Sequence[str] = ("check",), options: Sequence[str] = ()
) -> clingo.Control:
    """The rulebook, the files of the questions and the facts, grounded."""
    facts = list(facts)
    solver = clingo.Control(["--warn=none", *options])
    solver.add("base", [], text_for(facts, questions))
    for name in questions:
        solver.add("base", [], question(name))
    with solver.backend() as backend:
        for fact in facts:
            atom = backend.add_atom(symbol(fact))
            backend.add_rule([atom])
    solver.ground([("base", [])])
    return solver


def story_facts(story: Story, rules: RulesUsed) -> list[Term]:
    """What the rulebook is told: the story and the values of the toggles."""
    return [*story.facts, *rule_set_facts(rules)]


def rule_set_facts(rules: RulesUsed) -> list[Term]:
    """`toggle(Name, Value)` for every toggle."""
    facts = []
    for name, word in values(rules).items():
        value: Value = int(word) if word.isdigit() else constant(word)
        facts.append(term("toggle", constant(name), value))
    return facts


class TimeUpError(Exception):
    """The time was up before there was an answer."""


def shown(solver: clingo.Control, deadline: float | None = None) -> Atoms:
    """The shown atoms of the one stable model, by predicate: lists of argument lists.

    Raises RuntimeError if there is none or more than one (the rulebook is deterministic once everything is picked) and
    `TimeUpError` after the deadline (a time of `time.monotonic`).
    """
    if deadline is not None and monotonic() > deadline:
        raise TimeUpError
    atoms: Atoms = defaultdict(list)
    models = 0
    with solver.solve(yield_=True) as handle:
        for model in handle:
            models += 1
            if models > 1:
                break
            for found in model.symbols(shown=True):
                atoms[found.name].append(found.arguments)
    if models != 1:
        raise RuntimeError(f"{'no' if models == 0 else 'more than one'} stable model")
    return atoms


def branch(moment: int, base: int, length: int, effects: Sequence[str]) -> list[Term]:
    """The facts of a branch that leaves the story at `moment`: nodes `base`, `base + 1`, … with `length` picks."""
    facts = [Term("branch", (moment, base))]
    for index in range(length + 1):
        node = base + index
        facts.append(Term("picking", (node,)))
        facts.append(Term("deciding", (node,)))
        facts.append(Term("origin", (node, moment)))
        if index < length:
            facts.append(Term("slot", (node,)))
            facts.append(Term("next", (node, node + 1)))
    facts.extend(Term("pickable", (effect,)) for effect in effects)
    return facts
