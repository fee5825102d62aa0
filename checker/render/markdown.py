"""Markdown for a forum or an issue: tables, lists and the tree of decisions; every name is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from checker.domain.language import say
from checker.domain.report import (
    CheckReport,
    CompareReport,
    ContestedReading,
    ExploreReport,
    MayReport,
    NextReport,
    NotJudged,
    TraceReport,
    WhyReport,
)
from checker.render.layout.chains import OUTCOMES, chains, reached, told_in_order
from checker.render.layout.decisions import (
    Decision,
    beginning,
    called,
    choice,
    decisions,
    disputed,
    ending,
    how_many,
    under,
)
from checker.render.layout.orders import GROUPS, links
from checker.render.layout.sheet import Sheet
from checker.render.layout.width import clean

MOST = 60  # orders listed, and drawn as a tree
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&$!@])")
_BEGINNINGS = re.compile(r"^(\s*\d*)([-+=:.)])")  # `1. Sangan` would begin a list


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The effects, every order, and whose choice each branch is. Returns False if some orders are left out."""
    drawn = decisions(report, most=MOST)
    _heading(sheet, say("Legal orders of {file}", file=under(report)))
    sheet.line(f"{escaped(beginning(report))}.")
    sheet.line()
    if report.effects:
        head = (say("group"), say("id"), say("card"), say("player"), "", say("Spell Speed"))
        ranked = sorted(report.effects.values(), key=lambda effect: list(GROUPS).index(effect.group))
        rows = [
            (
                say(GROUPS[e.group]),
                e.id,
                e.card,
                e.player,
                say("mandatory") if e.mandatory else say("optional"),
                str(e.speed),
            )
            for e in ranked
            if report.alike.get(e.id, e.id) == e.id
        ]
        _table(sheet, head, rows)
    if not report.effects:
        sheet.line(f"{escaped(say('nothing to order here'))}.")
        return drawn.whole
    sheet.line(f"**{how_many(drawn)}**{'; ' + drawn.note if drawn.note else ''}")
    sheet.line()
    for number, order in enumerate(drawn.orders, start=1):
        sheet.line(f"{number}. {escaped(told_in_order(order))}")
    if len(drawn.orders) > 1:
        sheet.line()
        sheet.line(f"### {say('Whose choice')}")
        sheet.line()
        for line in _tree(drawn.root, 0):
            sheet.line(line)
    _contested(sheet, report.contested)
    return drawn.whole


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The story step by step, and its chains with the newest link on top."""
    _heading(sheet, say("The story of {file}", file=under(report)))
    for step in report.steps:
        where = f" ({say('line {number}', number=step.line)})" if step.line else ""
        sheet.line(f"- {_sentence(step.what)}{where}")
        for detail in step.details:
            sheet.line(f"  - {_sentence(detail)}")
        if step.window:
            sheet.line(f"  - {_sentence(reached(step))}")
    for number, found in chains(report.links):
        sheet.line()
        sheet.line(f"### {say('Chain {number}', number=number)}")
        sheet.line()
        rows = [
            (
                str(link.link),
                link.card,
                link.player,
                str(link.speed),
                say(GROUPS[link.group]) if link.group else "",
                "; ".join([say(OUTCOMES[link.outcome]), *link.done]),
            )
            for link in reversed(found)
        ]
        _table(
            sheet,
            (say("link"), say("card"), say("player"), say("Spell Speed"), say("group"), ""),
            rows,
            sentences=5,
        )
    if report.waiting:
        sheet.line()
        sheet.line(f"{_sentence(say('waiting to be activated: {names}', names=', '.join(report.waiting)))}.")


def why(report: WhyReport, sheet: Sheet) -> None:
    """What an order breaks, and the nearest legal ones."""
    order = links(report.order)
    if report.broken:
        _heading(sheet, say("{order} is {illegal}:", order=order, illegal=say("illegal")))
    else:
        _heading(sheet, say("{order} is {legal}", order=order, legal=say("legal")))
    sheet.line(f"{escaped(under(report))}:")
    sheet.line()
    for broken in report.broken:
        place = (
            say("when the chain closes")
            if broken.link is None
            else say("chain link {link}, {effect}", link=broken.link, effect=broken.effect)
        )
        sheet.line(f"- {escaped(place)}: {_sentence(broken.message)} ({_law(broken.law, broken.cites)})")
    if report.nearest:
        sheet.line()
        sheet.line(say("Nearest legal orders:"))
        sheet.line()
        for near in report.nearest:
            sheet.line(f"- {escaped(told_in_order(near))}")


def next(report: NextReport, sheet: Sheet) -> None:
    """Whose right it is, what may be activated, and why the rest may not."""
    _heading(sheet, say("What may be activated now: {file}", file=under(report)))
    sheet.line(f"{escaped(beginning(report))}.")
    if report.may:
        sheet.line()
        sheet.line(f"### {say('May be activated:')}")
        sheet.line()
        for may in report.may:
            sheet.line(f"- {escaped(_named(may))}")
    if report.may_not:
        sheet.line()
        sheet.line(f"### {say('May not:')}")
        sheet.line()
        rows = [
            (_named(may), law, reason)
            for may in report.may_not
            for law, reason in zip(may.laws, may.reasons, strict=True)
        ]
        _table(sheet, (say("effect"), say("law"), say("why")), rows, sentences=2)


def compare(report: CompareReport, sheet: Sheet) -> None:
    """One row for each rule set, then what differs."""
    sheet.line(f"## {escaped(say('What the rule sets say'))}: {escaped(report.source.name)}")
    sheet.line()
    rows = [
        (str(column.rules), say(column.verdict), "?" if column.count is None else f"{column.count:,}")
        for column in report.columns
    ]
    _table(sheet, (say("rules"), say("the story is"), say("orders")), rows)
    differences = [
        (d.what, ", ".join(d.legal_in), ", ".join(d.illegal_in), ", ".join(d.laws), "; ".join(d.toggles))
        for d in report.differences
    ]
    if differences:
        _table(sheet, ("", say("legal in"), say("illegal in"), say("law"), ""), differences)
    elif all(column.complete for column in report.columns):
        sheet.line(say("They agree."))
    else:
        sheet.line(say("They agree on what was compared."))


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """A section for each file: its verdict, what is wrong, and what was expected."""
    for report in reports:
        if isinstance(report, NotJudged):
            sheet.line(f"## {escaped(report.name)}: {say('not judged')}")
            sheet.line()
            sheet.line(f"{_sentence(report.message)}.")
        else:
            sheet.line(
                f"## {escaped(report.source.name)}: "
                f"{escaped(say('{verdict} under {rules}', verdict=say(report.verdict), rules=report.rules))}"
            )
            _findings(report, sheet)
        sheet.line()


def _findings(report: CheckReport, sheet: Sheet) -> None:
    found = [
        (str(d.span.start.line), d.severity, d.law, d.message)
        for d in report.diagnostics
        if sheet.verbose or not d.expected
    ]
    if found:
        sheet.line()
        _table(sheet, (say("line"), "", say("law"), ""), found, sentences=3)
    if report.expectations:
        sheet.line()
        rows = [
            (
                str(e.line),
                " ".join(e.text.split()),
                say("holds") if e.passed else say("does not hold"),
                e.found,
            )
            for e in report.expectations
        ]
        _table(sheet, (say("line"), say("expectation"), "", say("found")), rows, sentences=3)
    _contested(sheet, report.contested)


# ---------------------------------------------------------------- parts


def escaped(text: str) -> str:
    """Text as Markdown shows it unchanged: signs that mean something are escaped, also where a line begins."""
    return _BEGINNINGS.sub(r"\1\\\2", _SIGNS.sub(r"\\\1", clean(text)))


def _sentence(text: str) -> str:
    """A sentence of ours: the user's words, which it has in backticks, become code."""
    parts = text.split("`")
    if len(parts) % 2 == 0 or any("|" in part for part in parts[1::2]):
        return escaped(text)
    plain = [escaped(parts[0]), *(_SIGNS.sub(r"\\\1", clean(part)) for part in parts[1:])]
    return "".join(f"`{clean(parts[n])}`" if n % 2 and parts[n] else text for n, text in enumerate(plain))


def _heading(sheet: Sheet, text: str) -> None:
    sheet.line(f"## {escaped(text)}")
    sheet.line()


def _table(sheet: Sheet, head: Sequence[str], rows: Sequence[Sequence[str]], *, sentences: int = -1) -> None:
    """A table; `sentences` is the column that holds sentences of ours."""
    sheet.line(f"| {' | '.join(head)} |")
    sheet.line(f"|{'---|' * len(head)}")
    for row in rows:
        cells = [_sentence(cell) if n == sentences else escaped(cell) for n, cell in enumerate(row)]
        sheet.line(f"| {' | '.join(cells)} |")
    sheet.line()


def _tree(place: Decision, depth: int) -> Iterator[str]:
    """A nested list; a run of links without a choice stays on one line."""
    stem = "  " * depth
    if place.effect is None:
        text = say("The chain begins")
    else:
        text = f"**{escaped(place.effect.player)}**: {escaped(called(place.effect))}"
    while not place.choosers and place.then:
        (place,) = place.then
        assert place.effect is not None
        text += f" → **{escaped(place.effect.player)}**: {escaped(called(place.effect))}"
    if place.choosers:
        yield f"{stem}- {text}; *{escaped(choice(place))}*"
        if place.ends is not None:
            yield f"{stem}  - {escaped(', '.join(ending(place)))}"
        for after in place.then:
            yield from _tree(after, depth + 1)
    else:
        yield f"{stem}- {text}; {escaped(', '.join(ending(place)))}"


def _contested(sheet: Sheet, readings: Iterable[ContestedReading]) -> None:
    for reading in readings:
        sheet.line()
        sheet.line(f"> {_sentence(disputed(reading))}")


def _law(law: str, cites: Sequence[str]) -> str:
    return ", ".join([escaped(law), *cites])


def _named(may: MayReport) -> str:
    name = may.card if may.effect == may.card else f"{may.card} ({may.effect})"
    return f"{may.player}: {name}"
