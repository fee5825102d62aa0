"""Our own answer: the complete set of orders of a story under several rule sets.

The story is parsed and grounded once; the toggles on which the rule sets differ are externals of the program, set for
each rule set in turn. `directly` asks as the product does, one rule set at a time; the campaigns compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import clingo

from checker.domain.fact import Term
from checker.domain.source import SourceFile
from checker.domain.story import Story
from checker.rulesets import parse as rules_named
from checker.semantics import read
from checker.solver.ask import branch, rule_set_facts, shown
from checker.solver.rulebook import question, text_for
from checker.solver.scenes import scenes
from checker.solver.terms import symbol
from checker.solver.trial import Questions, Trial, copies_of, hold, pickable_effects
from checker.solver.trial import _read as read_atoms
from checker.solver.walk import SetMember, Walk
from checker.syntax import parse, tree
from checker.verdict.plays import laws_against

Order = tuple[str, ...]
Members = Mapping[str, SetMember]


@dataclass(frozen=True, slots=True)
class Bend:
    """How the engine departs from the rules while a chain is built.

    `allowed(prefix, effect, free, members)`: may an effect be placed there, where `free` may be under the rules?
    `dropped(prefix, members)`: the effects that are gone by then as if they had never been triggered.
    """

    allowed: Callable[[Order, str, Sequence[str], Members], bool] | None = None
    dropped: Callable[[Order, Members], frozenset[str]] | None = None


_BASE = 1_000_000  # the first node of the branch that the orders leave the story on


class StoryError(Exception):
    """The story cannot be read: a defect of the generator, or of the reader."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The orders, and what they are made of; or, if a play of the story is not legal, the laws against it."""

    orders: frozenset[Order]
    members: Members
    against: tuple[str, ...] = ()


def told(text: str, name: str = "<story>", base: Path | None = None) -> tuple[tree.File, Story]:
    """The syntax tree and the story of a text. Raises `StoryError`."""
    file, found = parse(SourceFile(name, text))
    story = read(file, found, base=base)
    if story.broken:
        raise StoryError("; ".join(d.message for d in story.diagnostics if d.severity == "error"))
    return file, story


def directly(story: Story, rules: str) -> Answer:
    """Every order of triggers and fast effects from where the story ends, asked as `segoc explore` does."""
    story = replace(story, rules=rules_named(rules))
    trial = hold(story, story.rules, Questions(orders=(story.end,), responses=True))
    return _answer(story, trial, trial.walks[story.end])


def orders(story: Story, asked: Sequence[tuple[str, Bend | None]]) -> list[Answer]:
    """The same under each rule set, grounded once; with a `Bend` as the engine would build its chains.

    Raises `StoryError` for a story of several scenes.
    """
    parts = list(scenes(story))
    if len(parts) > 1:
        raise StoryError("the story is too long")
    facts = parts[0].facts
    effects = pickable_effects(story, True)
    length = len(effects) + 1
    while True:
        found: list[Answer] = []
        needed = 0
        tried = _tried(story, facts, [rules for rules, _ in asked], effects, length)
        for (trial, walk), (rules, bend) in zip(tried, asked, strict=True):
            waiting = sum(1 for _ in trial.fluents(story.end, "pending"))
            fast = sum(1 for effect in effects if story.effects[effect].kind not in ("trigger", "flip"))
            needed = max(needed, waiting + fast)
            if needed <= length:
                answer = _answer(story, trial, walk, listed=bend is None)
                if bend is not None:
                    found_so = frozenset(_bent(story, facts, rules, length, walk, answer.members, bend))
                    answer = replace(answer, orders=frozenset() if answer.against else found_so)
                found.append(answer)
        if needed <= length:
            return found
        length = needed


def _answer(story: Story, trial: Trial, walk: Walk, *, listed: bool = True) -> Answer:
    against = {law for play in story.plays for law in laws_against(play, trial)}
    if against:
        return Answer(frozenset(), {}, tuple(sorted(against)))
    members = {member.effect: member for member in walk.members()}
    return Answer(frozenset(order.links for order in walk.orders()) if listed else frozenset(), members)


def _bent(
    story: Story, facts: Sequence[Term], rules: str, length: int, walk: Walk, members: Members, bend: Bend
) -> Iterator[Order]:
    walks = {frozenset[str](): walk}
    running = []  # a generator that ends would give its walk up
    prefixes: list[Order] = [()]
    while prefixes:
        prefix = prefixes.pop()
        gone = bend.dropped(prefix, members) if bend.dropped else frozenset()
        if gone not in walks:
            left = [fact for fact in facts if fact.name not in ("class", "watch") or fact.args[0] not in gone]
            effects = [effect for effect in pickable_effects(story, True) if effect not in gone]
            running.append(_tried(story, left, [rules], effects, length))
            walks[gone] = next(running[-1])[1]
        stop = walks[gone].ask(prefix)
        if stop.may_close:
            yield prefix
        prefixes.extend(
            (*prefix, effect)
            for effect in stop.free
            if bend.allowed is None or bend.allowed(prefix, effect, stop.free, members)
        )


def _tried(
    story: Story, facts: Sequence[Term], rule_sets: Sequence[str], effects: Sequence[str], length: int
) -> Iterator[tuple[Trial, Walk]]:
    """The trial of the story and its walk under each rule set; each is used before the next is asked for."""
    common, varying = _toggles(tuple(rule_sets))
    end = story.end
    given = [
        *facts,
        *common,
        Term("look", (end,)),
        Term("deciding", (end,)),
        *branch(end, _BASE, length, effects),
    ]
    solver = clingo.Control(["--warn=none"])
    solver.add("base", [], text_for([*given, *varying], ("check",)))
    solver.add("base", [], question("check"))
    solver.add("base", [], "".join(f"#external {fact}.\n" for fact in varying))
    with solver.backend() as backend:
        for fact in given:
            backend.add_rule([backend.add_atom(symbol(fact))])
    solver.ground([("base", [])])
    for rules in rule_sets:
        used = rules_named(rules)
        values = set(rule_set_facts(used))
        for fact in varying:
            solver.assign_external(symbol(fact), fact in values)
        trial = read_atoms(replace(story, rules=used), used, shown(solver), {})
        walk = Walk(solver, _BASE, length, [*given, *varying], effects, copies_of(story))
        yield trial, walk
        walk.ask(())  # nothing is picked when the next one begins


@cache
def _toggles(rule_sets: tuple[str, ...]) -> tuple[list[Term], list[Term]]:
    """The facts on toggles that all the rule sets share, and those of some only."""
    facts = [rule_set_facts(rules_named(rules)) for rules in rule_sets]
    common = [fact for fact in facts[0] if all(fact in others for others in facts)]
    return common, list(dict.fromkeys(fact for each in facts for fact in each if fact not in common))
