"""`compare`: one story under several rule sets, and the toggles that make the difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from sys import maxsize

from checker.domain.language import say
from checker.domain.report import Column, CompareReport, Difference, Order, RulesUsed, Verdict
from checker.domain.story import Story
from checker.rulesets import values
from checker.solver.trial import Questions, Trial, hold
from checker.verdict.allowed import findings
from checker.verdict.explore import unfinished
from checker.verdict.plays import laws_against

_MOST_COMPARED = 5_000  # orders that are compared one by one
_MOST_SHOWN = 50  # orders on which rule sets differ
_MOST_TOGETHER = 2  # toggles that are tried together when no single one makes the difference


def compare(stories: Sequence[Story], *, limit: int | None, declines: bool) -> CompareReport:
    """The report on the same text read under several rule sets."""
    first = stories[0]
    broken = next((story for story in stories if story.broken), None)
    if broken is not None:
        return CompareReport(first.source, (), (), broken.diagnostics, invalid=True)
    differing = {toggle for story in stories for toggle in _differing(first.rules, story.rules)}
    questions = Questions(orders=(first.end,), watched=tuple(sorted(differing)))
    trials = [hold(story, story.rules, questions) for story in stories]
    columns = tuple(_column(trial, limit, declines) for trial in trials)
    found = list(_differences(trials, declines))
    notes = unfinished(first, trials[0], trials[0].walks[first.end])
    return CompareReport(first.source, columns, tuple(found), tuple(notes))


def _differing(one: RulesUsed, other: RulesUsed) -> Iterable[str]:
    mine, theirs = values(one), values(other)
    return (toggle for toggle in mine if mine[toggle] != theirs[toggle])


def _column(trial: Trial, limit: int | None, declines: bool) -> Column:
    story = trial.story
    walk = trial.walks[story.end]
    orders = tuple(islice(walk.orders(declines=declines), None if limit is None else min(limit, maxsize)))
    number = walk.count(declines=declines)
    wrong = any(
        d.severity == "error" and not d.expected for d in findings(story, trial) if d not in story.diagnostics
    )
    verdict: Verdict = "illegal" if wrong else "legal"
    return Column(trial.rules, verdict, number, orders, len(orders) == number)


def _differences(trials: Sequence[Trial], declines: bool) -> Iterator[Difference]:
    yield from _plays(trials)
    yield from _orders(trials, declines)


def _plays(trials: Sequence[Trial]) -> Iterator[Difference]:
    for index, play in enumerate(trials[0].story.plays):
        laws = [laws_against(trial.story.plays[index], trial) for trial in trials]
        if len({bool(found) for found in laws}) < 2:
            continue
        line = play.span.start.line
        text = trials[0].story.source.lines[line - 1].split("#")[0].strip()

        def fingerprint(trial: Trial, index: int = index) -> object:
            return bool(laws_against(trial.story.plays[index], trial))

        yield _difference(
            say("line {line}: {text}", line=line, text=text),
            trials,
            [not found for found in laws],
            laws,
            fingerprint,
        )


def _orders(trials: Sequence[Trial], declines: bool) -> Iterator[Difference]:
    sets = [_order_set(trial, declines) for trial in trials]
    disputed = sorted(set().union(*sets) - set(sets[0]).intersection(*sets))
    causes: dict[tuple[bool, ...], tuple[str, ...]] = {}
    for links in disputed[:_MOST_SHOWN]:
        allowed = tuple(links in found for found in sets)
        laws = [
            [] if legal else sorted({law for _, _, law in trial.walks[trial.story.end].judge(links)})
            for legal, trial in zip(allowed, trials, strict=True)
        ]

        def fingerprint(trial: Trial, links: tuple[str, ...] = links) -> object:
            return not trial.walks[trial.story.end].judge(links)

        what = "[" + ", ".join(links) + "]"
        toggles = causes.get(allowed)
        difference = _difference(what, trials, allowed, laws, fingerprint, toggles)
        causes[allowed] = difference.toggles
        yield difference


def _order_set(trial: Trial, declines: bool) -> set[tuple[str, ...]]:
    walk = trial.walks[trial.story.end]
    orders: Iterable[Order] = islice(walk.orders(declines=declines), _MOST_COMPARED)
    return {order.links for order in orders}


def _difference(
    what: str,
    trials: Sequence[Trial],
    allowed: Sequence[bool],
    laws: Sequence[Sequence[str]],
    fingerprint: object,
    toggles: tuple[str, ...] | None = None,
) -> Difference:
    names = [str(trial.rules) for trial in trials]
    if toggles is None:
        one = trials[list(allowed).index(True)]
        other = trials[list(allowed).index(False)]
        toggles = responsible(one, other, fingerprint)
    return Difference(
        what,
        tuple(name for name, legal in zip(names, allowed, strict=True) if legal),
        tuple(name for name, legal in zip(names, allowed, strict=True) if not legal),
        tuple(sorted({law for found in laws for law in found})),
        toggles,
    )


def responsible(one: Trial, other: Trial, fingerprint: object) -> tuple[str, ...]:
    """The fewest toggles of one rule set that, set as in the other, bring the other's answer; two together at most."""
    assert callable(fingerprint)
    mine, theirs = values(one.rules), values(other.rules)
    wanted = fingerprint(other)
    candidates = [
        toggle
        for toggle in mine
        if mine[toggle] != theirs[toggle] and toggle in one.depends_on() | other.depends_on()
    ]
    for size in range(1, _MOST_TOGETHER + 1):
        found: list[str] = []
        for chosen in combinations(candidates, size):
            changed = {**one.rules.toggles, **{toggle: theirs[toggle] for toggle in chosen}}
            trial = hold(
                one.story,
                RulesUsed(one.rules.name, changed),
                Questions(orders=(one.story.end,)),
            )
            if fingerprint(trial) == wanted:
                found.extend(chosen)
        if found:
            return tuple(
                say(
                    "{toggle}: {value} in {rules}, {other} in {others}",
                    toggle=toggle,
                    value=mine[toggle],
                    rules=one.rules,
                    other=theirs[toggle],
                    others=other.rules,
                )
                for toggle in dict.fromkeys(found)
            )
    return ()
