"""What is said of a story, as plain text: recorded in `tests/golden/said/` for the stories that people wrote.

Expectations say what must be so. The record also holds fast which laws speak besides the expected one and how it is
worded. For pages of laws and the stories in `tests/stories/laws/` it has the reasons why something is not allowed, and
for the latter how they went; for those in `tests/stories/rule-sets/` the contested readings; and for those in
`tests/stories/told/` what every other question answers. `pytest --update-golden` writes it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from unittest.mock import patch

from checker import app
from checker.domain.diagnostics import Diagnostic
from checker.domain.report import CheckReport, Order, TraceReport
from checker.domain.source import SourceFile
from checker.domain.story import Story
from checker.rulesets import names, rule_set
from checker.solver import scenes
from checker.solver.trial import Questions, Trial, hold
from checker.verdict.explore import explore
from checker.verdict.next import next_
from checker.verdict.trace import questions, trace, traced
from checker.verdict.why import why
from checker.verdict.wording import Wording

THOROUGH = "tests/stories/told/"  # of these stories everything is asked
SCENES = "tests/stories/told/in-scenes.chain"  # this one is also judged stretch by stretch
EDGES = "tests/stories/laws/"  # of these how they went, window by window
_OF_LAWS = (EDGES, "rules/law/")  # of these the reasons why an effect may not be activated
_OF_RULE_SETS = "tests/stories/rule-sets/"  # these are called after the toggle that they are about
_ORDERS = re.compile(r"\borders\b")
_MOST = 3  # orders that are written out
_DEEP = 2  # links of an order after which it is asked what may follow, and why


def record(name: str) -> str:
    """The golden file about a story, by its path from the root; a page's stories are `PAGE:1`, `PAGE:2`, …"""
    return f"said/{name.removeprefix('tests/stories/').replace(':', '-')}.txt"


def is_recorded(name: str) -> bool:
    """Whether there is a record: not of what was generated."""
    return "/engine/" not in name


def said(story: Story, report: CheckReport, name: str) -> str:
    """What `check` says of the story of that name, and what the other questions answer if all of them are asked."""
    lines = [*_diagnostics(report.diagnostics)]
    lines += [f"{e.line}: {e.text}: {e.found}" for e in report.expectations if not _ORDERS.search(e.text)]
    if name.startswith(THOROUGH):
        lines += [*_checked(report), *_explored(story), *_next(story), *_traced(trace(story))]
    if name == SCENES:
        lines += _in_scenes(story)
    if name.startswith(_OF_LAWS):
        lines += _told_at_once(story, how_it_went=name.startswith(EDGES))
    if name.startswith(_OF_RULE_SETS):
        lines += _under_rule_sets(story, name.removeprefix(_OF_RULE_SETS))
    return "".join(f"{line}\n" for line in lines)


def _told_at_once(story: Story, *, how_it_went: bool) -> Iterator[str]:
    """Reasons and, if asked for, how the story went; it is tried once for both."""
    asked = _refused(story)
    if not asked and not how_it_went:
        return
    wanted = questions(story) if how_it_went else Questions()
    effects = {node: {*found} for node, found in wanted.effects}
    for node, found in asked:
        effects.setdefault(node, set()).update(found)
    every = tuple((node, tuple(sorted(found))) for node, found in sorted(effects.items()))
    trial = hold(story, story.rules, replace(wanted, effects=every))
    yield from _reasons(story, trial, asked)
    if how_it_went:
        yield from _traced(traced(story, trial), links=False)


def _refused(story: Story) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """What the story expects not to be allowed: node, effects."""
    asked: dict[int, set[str]] = {}
    for one in story.expectations:
        if one.question == "may" and one.negated and one.rules is None:
            asked.setdefault(one.node, set()).update(one.effects)
    return tuple((node, tuple(sorted(found))) for node, found in sorted(asked.items()))


def _reasons(story: Story, trial: Trial, refused: Iterable[tuple[int, Iterable[str]]]) -> Iterator[str]:
    """Why what the story expects not to be allowed is not, word by word."""
    wording = Wording(story, trial)
    for node, effects in refused:
        for effect in effects:
            for law in trial.asked.get(node, {}).get(effect, ()):
                yield f"at {node}: {wording.reason(node, effect, law)}"
                for role, things in sorted(trial.details.get((node, effect, law), {}).items()):
                    yield f"    {role}: {', '.join(sorted(set(map(str, things))))}"


def _under_rule_sets(story: Story, name: str) -> Iterator[str]:
    """What the rule sets that leave the story's toggle open say of the expectation that is about them."""
    for rules in names():
        if any(name.startswith(toggle) for toggle in rule_set(rules).contested):
            text = story.source.text.replace(f"expect in {rules} ", "expect ")
            text = re.sub(r"expect in .*\n", "", text)
            yield f"under {rules}"
            yield from _contested(app.check(SourceFile(name, text), rules=rules))


def _diagnostics(found: Iterable[Diagnostic]) -> Iterator[str]:
    for one in found:
        yield f"{one.span.start.line}: {one.severity} {one.law}: {one.message}"
        for label in one.labels:
            yield f"    {label.span.start.line}: {label.message}"


def _checked(report: CheckReport) -> Iterator[str]:
    yield "\ncheck"
    for link in report.links:
        yield f"  {link.chain}.{link.link} {link.player} {link.card} {link.speed} {link.outcome}"
    yield from _contested(report)


def _contested(report: CheckReport) -> Iterator[str]:
    for reading in report.contested:
        yield f"  contested {reading.toggle} {reading.used} or {reading.other}: {reading.effect}"


def _explored(story: Story) -> Iterator[str]:
    report = explore(story, limit=None, declines=True, responses=True)
    yield f"\nexplore: {report.window}, {report.to_act} to act, {report.count} orders"
    yield from (f"  {line}" for line in _diagnostics(report.diagnostics))
    for one in report.effects.values():
        nature = "mandatory" if one.mandatory else "optional"
        known = "public" if one.public else "hidden"
        yield f"  {one.id}: {one.player} {one.group} {nature} {known} speed {one.speed} met {one.met}"
    orders = list(islice(report.orders, _MOST))
    yield from (f"  {_order(order)}" for order in orders)
    for links in _wrong([order.links for order in orders]):
        turned = why(story, ", ".join(f'"{link}"' for link in links), None)
        yield f"  why not {', '.join(turned.order)}? {turned.moved} moved"
        yield from (f"    {one.link} {one.effect}: {one.law}: {one.message}" for one in turned.broken)
        yield from (f"    rather {_order(other)}" for other in turned.nearest)
    if orders:
        yield from _surveyed(story, orders[-1].links[:_DEEP])


def _wrong(orders: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Orders that are hardly legal: the first one with its beginning at its end and twice, the longest backwards."""
    if orders and orders[0]:
        yield (*orders[0][1:], orders[0][0], orders[0][0])
    longest = max(orders, key=len, default=())
    if len(longest) > 1:
        yield tuple(reversed(longest[1:]))


def _surveyed(story: Story, links: Sequence[str]) -> Iterator[str]:
    """What speaks for and against each effect at the forks along an order."""
    walk = hold(story, story.rules, Questions(orders=(story.end,), responses=True, grounds=True)).walks[
        story.end
    ]
    for number in range(len(links) + 1):
        survey = walk.survey(tuple(links[:number]))
        yield f"  after {', '.join(links[:number]) or 'nothing'}"
        for effect, found in sorted(survey.grounds.items()):
            yield f"    {effect}: {', '.join(' '.join(ground).strip() for ground in found)}"
        for effect, laws in sorted(survey.against.items()):
            yield f"    not {effect}: {', '.join(sorted(laws))}"


def _order(order: Order) -> str:
    words = [" → ".join(order.links) or "nothing"]
    words += [f"declined {effect}" for effect in order.declined]
    words += [f"lost {lost.effect} {lost.law}" for lost in order.lost]
    return "; ".join(words)


def _next(story: Story) -> Iterator[str]:
    report = next_(story)
    yield f"\nnext: {report.window}, {report.to_act} to act"
    yield from (f"  {one.player} may {one.effect}" for one in report.may)
    for one in report.may_not:
        yield f"  {one.player} may not {one.effect}: {'; '.join(one.reasons)}"


def _traced(report: TraceReport, *, links: bool = True) -> Iterator[str]:
    yield "\ntrace"
    for step in report.steps:
        yield f"  {step.line or ''} {step.what}"
        yield from (f"      {detail}" for detail in step.details)
        if step.window:
            yield f"    = {step.window}; {step.to_act}; {', '.join(step.may)}"
    for player, zone, cards in report.places:
        yield f"  {player} {zone}: {', '.join(cards)}"
    yield f"  waiting: {', '.join(report.waiting)}"
    for link in report.links if links else ():
        yield f"  {link.chain}.{link.link} {link.effect}, {link.group or 'no group'}"
        yield from (f"      {reason.text}" for reason in link.grounds)


def _answers(story: Story) -> Iterator[str]:
    asked = _refused(story)
    yield from _traced(trace(story))
    yield from _next(story)
    yield from _reasons(story, hold(story, story.rules, Questions(effects=asked)), asked)


def _in_scenes(story: Story) -> Iterator[str]:
    """What is told otherwise of a story that is judged stretch by stretch: nothing should be."""
    whole = [*_answers(story)]
    with patch.object(scenes, "LENGTH", 1):
        parts = [*_answers(story)]
    yield from (f"in scenes: {line}" for line in parts if line not in whole)
    yield from (f"not in scenes: {line}" for line in whole if line not in parts)
