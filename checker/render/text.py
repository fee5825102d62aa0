"""Plain text for people: the default output."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import mark, plural, say
from checker.domain.report import (
    CheckReport,
    CompareReport,
    ContestedReading,
    EffectInfo,
    ExploreReport,
    LinkReport,
    MayReport,
    NextReport,
    NotJudged,
    Order,
    Page,
    RuleSetReport,
    SuiteReport,
    TraceReport,
    WhyReport,
)
from checker.domain.source import SourceFile
from checker.render.layout import excerpt, failures
from checker.render.layout.choices import Choices, find
from checker.render.layout.names import gone, shown
from checker.render.layout.orders import choice_rows, effect_rows, links, merged, numbered
from checker.render.layout.sheet import Role, Sheet
from checker.render.layout.table import table
from checker.render.layout.tree import tree
from checker.render.layout.width import clean, width
from checker.render.layout.wrap import wrap

if TYPE_CHECKING:
    from checker.config import ConfigReport

_LIST_UP_TO = 12  # so many orders are listed one by one; more are said as choices
_LOOK_AT = 2000  # so many are held at once to find the choices behind them
_TREE_LINES = 60
_SIGN = re.compile(
    r" *(?:[-*] |\d+\. )?"
)  # of Markdown: what a line begins with that its paragraph stands beside
_BEGINS = re.compile(r" *(?:[-*>|#] ?|\d+\. |```)")  # what begins a paragraph or is none
_ALONE = re.compile(r"[|#]|```")
_BELOW = str.maketrans({"├": "│", "└": " ", "─": " "})  # how a broken line of a tree goes on


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """One block for each file as soon as it is judged, then the sum."""
    tally: Counter[str] = Counter()
    ignored = 0
    for report in reports:
        if isinstance(report, NotJudged):
            tally["unreadable" if report.why == "unreadable" else "not finished"] += 1
            continue
        tally[_standing(report)] += 1
        ignored += report.ignored
        _checked(report, sheet)
        sheet.out.flush()
    if not sheet.quiet:
        parts = [f"{tally[name]} {say(name)}" for name in _STANDINGS if tally[name]]
        files = plural("{number} file", "{number} files", tally.total())
        left_out = plural("{number} finding ignored", "{number} findings ignored", ignored)
        rest = f"; {left_out}" if ignored else ""
        sheet.prose(f"{files}: {', '.join(parts) or say('nothing to judge')}{rest}")


def test(report: SuiteReport, sheet: Sheet) -> None:
    """Stories as tests: what came of each, what failed, and the sum."""
    from checker.render.layout import suite

    suite.draw(report, sheet)


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The effects that wait and every order of them.

    Returns False if some orders are neither listed nor implied.
    """
    _heading(report.source, str(report.rules), sheet)
    firsts = {name: effect for name, effect in report.effects.items() if report.alike.get(name, name) == name}
    sheet.prose(_state(report.window, report.to_act))
    sheet.line()
    if not firsts and _not_over(report.diagnostics):
        sheet.prose(say(_NOTHING))
        return report.complete
    if firsts:
        for line in effect_rows(firsts, Counter(report.alike.values()), sheet.width, sheet.room):
            sheet.line(line)
        sheet.line()
    orders = merged(report.orders, report.alike) if report.alike else report.orders
    told = _orders(orders, firsts, report, sheet)
    if report.contested:
        sheet.line()
    _contested(report.contested, sheet)
    return told


def count(report: ExploreReport, sheet: Sheet) -> None:
    """The number of orders and nothing else."""
    sheet.prose(say("unknown") if report.count is None else str(report.count))


def why(report: WhyReport, sheet: Sheet) -> None:
    """What an order breaks, link by link, and the nearest legal ones."""
    _heading(report.source, str(report.rules), sheet)
    order = clean(links(report.order))
    if not report.broken:
        sheet.prose(say("{order} is {legal}", order=order, legal=sheet.paint("good", say("legal"))))
        return
    sheet.prose(say("{order} is {illegal}:", order=order, illegal=sheet.paint("error", say("illegal"))))
    sheet.line()
    for broken in report.broken:
        place = (
            say("when the chain closes")
            if broken.link is None
            else say("chain link {link}, {effect}", link=broken.link, effect=shown(broken.effect))
        )
        sheet.prose(f"  {clean(place)}: {sheet.paint('error', broken.law)}")
        _wrapped("    ", clean(broken.message), sheet, None)
        rule = ", ".join([*broken.cites, f"`segoc explain {broken.law}`"])
        sheet.prose(f"    {sheet.paint('dim', say('rule: {rule}', rule=rule))}")
    sheet.line()
    if not report.nearest:
        sheet.prose(say("No order of these effects is legal."))
        return
    moved = plural("{number} link moved", "{number} links moved", report.moved)
    head = plural(
        "Nearest legal order ({moved}):", "Nearest legal orders ({moved}):", len(report.nearest), moved=moved
    )
    sheet.prose(head)
    for line in numbered(report.nearest, len(report.nearest)):
        sheet.prose(clean(line))


def next(report: NextReport, sheet: Sheet) -> None:
    """Whose right it is, what may be activated, and why the rest may not."""
    _heading(report.source, str(report.rules), sheet)
    sheet.prose(_state(report.window, report.to_act))
    sheet.line()
    sheet.prose(
        sheet.paint("good", say("May be activated:")) if report.may else say("Nothing may be activated.")
    )
    for line in table([(m.player, _named(m)) for m in report.may], room=sheet.room):
        sheet.line(line)
    if report.may_not:
        sheet.line()
        sheet.prose(sheet.paint("error", say("May not:")))
        for line in table([row for m in report.may_not for row in _refusals(m)], room=sheet.room):
            sheet.line(line)


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The story as a judge would read it aloud: what was done, what it brought about, and what was open then."""
    _heading(report.source, str(report.rules), sheet)
    margin = max((len(str(step.line)) for step in report.steps if step.line), default=1)
    before = None
    for step in report.steps:
        number = str(step.line) if step.line and step.line != before else ""
        before = step.line
        _wrapped(f"{number:>{margin}}  ", clean(step.what), sheet, "strong")
        for detail in step.details:
            _wrapped(" " * (margin + 4) + "- ", clean(detail), sheet, None)
        if step.window:
            state = _state(step.window, step.to_act)
            if step.may:
                names = ", ".join(clean(name) for name in step.may)
                state = say("{state}; may be activated: {names}", state=state, names=names)
            _wrapped(" " * (margin + 2) + "= ", state, sheet, "note")
    sheet.line()
    sheet.prose(sheet.paint("strong", say("At the end")))
    for player, zone, cards in report.places:
        _wrapped("  ", f"{clean(player)}, {zone}: {', '.join(clean(card) for card in cards)}", sheet, None)
    if report.waiting:
        names = ", ".join(clean(name) for name in report.waiting)
        _wrapped("  ", say("waiting to be activated: {names}", names=names), sheet, None)


def _wrapped(begin: str, text: str, sheet: Sheet, role: Role | None) -> None:
    """One paragraph, broken at the width of the sheet, later lines under the first."""
    for index, line in enumerate(wrap(text, max(sheet.width - len(begin), 20), "")):
        lead = begin if index == 0 else " " * len(begin)
        sheet.line(lead + (sheet.paint(role, line) if role else line))


def compare(report: CompareReport, sheet: Sheet) -> None:
    """One row for each rule set, then what differs and which toggle is responsible."""
    sheet.prose(sheet.paint("strong", clean(report.source.name)))
    sheet.line()
    not_over = _not_over(report.diagnostics) and not report.differences
    rows = [(say("rules"), say("the story is"), "" if not_over else say("orders"))]
    rows += [(str(c.rules), say(c.verdict), "" if not_over else _count(c.count)) for c in report.columns]
    for line in table(rows, heads=True, room=sheet.room):
        sheet.line(line)
    sheet.line()
    if not_over:
        sheet.prose(say(_NOTHING))
    elif not report.differences:
        complete = all(c.complete for c in report.columns)
        sheet.prose(say("They agree.") if complete else say("They agree on what was compared."))
    for difference in report.differences:
        sheet.prose(clean(difference.what))
        for text, names, role in _sides(difference.legal_in, difference.illegal_in):
            laws = f": {', '.join(difference.laws)}" if role == "error" and difference.laws else ""
            sheet.prose(f"  {sheet.paint(role, text)} {', '.join(names)}{clean(laws)}")
        for toggle in difference.toggles:
            sheet.prose(f"  {say('because of {toggle}', toggle=clean(toggle))}")
    if not all(c.complete for c in report.columns):
        sheet.prose(say("Not every order was compared; a larger --limit compares more."))


def rules(reports: Sequence[RuleSetReport], sheet: Sheet) -> None:
    """One rule set with its toggles and sources, or a list of all of them."""
    if len(reports) > 1:
        for line in table(
            [(r.name, r.summary.split(". ")[0].rstrip(".")) for r in reports], indent="", room=sheet.room
        ):
            sheet.line(line)
        sheet.line()
        sheet.prose(say("`segoc rules NAME` shows the toggles of one, with sources."))
        return
    for report in reports:
        sheet.prose(f"{sheet.paint('strong', clean(report.name))}: {clean(report.summary)}")
        sheet.line()
        for toggle in report.toggles:
            head = sheet.paint("strong", f"{toggle.toggle} {toggle.value}")
            cites = f" ({', '.join(toggle.cites)})" if toggle.cites else ""
            sheet.prose(f"  {head}{cites}")
            sheet.prose(f"    {clean(toggle.description)}")
            if toggle.why:
                sheet.prose(f"    {clean(toggle.why)}")
            if toggle.contested:
                warning = sheet.paint("warning", say("sources disagree"))
                other = say("the other reading: {other}", other=clean(toggle.contested))
                sheet.prose(f"    {warning}; {other}")
        if report.sources:
            sheet.line()
            sheet.prose(say("Sources:"))
            for source in report.sources:
                sheet.prose(f"  {clean(source)}")


def explain(pages: Sequence[Page], sheet: Sheet) -> None:
    """A page, or the list of all pages. On a terminal with colour a page is set by rich."""
    if len(pages) != 1:
        for line in table(
            [(page.name, say(page.kind), _title(page)) for page in pages], indent="", room=sheet.room
        ):
            sheet.line(line)
        return
    (page,) = pages
    if not sheet.color:
        _set(page.text.rstrip().split("\n"), sheet)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(file=sheet.out, width=sheet.width, force_terminal=True, highlight=False)
    console.print(Markdown(page.text))


def _set(lines: Sequence[str], sheet: Sheet) -> None:
    """A page in Markdown as it is; where it does not fit, its paragraphs are set anew, but no examples."""
    example = False
    for line in lines if max(map(width, lines)) <= sheet.room else _paragraphs(lines):
        example ^= line.startswith("```")
        if example:
            sheet.line(clean(line))
        else:
            sign = _SIGN.match(line)
            sheet.prose(clean(line), "> " if line.startswith("> ") else " " * len(sign[0] if sign else ""))


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """The lines with those of a paragraph or an item joined."""
    found = [""]
    example = False
    for line in lines:
        example ^= line.startswith("```")
        if example or not line or not found[-1] or _BEGINS.match(line) or _ALONE.match(found[-1]):
            found.append(line)
        else:
            found[-1] += f" {line.strip()}"
    return found[1:]


def config(report: ConfigReport, sheet: Sheet) -> None:
    """The settings file, and a line for each setting: its value and where that comes from."""
    sheet.prose(clean(report.file) if report.file else say("no settings file"))
    rows = []
    for name, found in report.settings.items():
        place = found.place if found.origin != "environment" else f"${found.place}"
        rows.append((name, _value(found.value), say(_ORIGINS[found.origin]), place))
    for line in table(rows, room=sheet.room):
        sheet.line(line)


_ORIGINS = {
    "default": mark("default"),
    "file": mark("from the file"),
    "environment": mark("from the environment"),
    "command line": mark("from the command line"),
}


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {one}" for key, one in value.items()) or "-"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}"
    return (value if isinstance(value, str) else ", ".join(value)) or "-"


def diagnostics(found: Iterable[Diagnostic], source: SourceFile, sheet: Sheet) -> None:
    """The findings, one block for each."""
    for diagnostic in found:
        excerpt.draw(diagnostic, source, sheet)


# ---------------------------------------------------------------- check

_AS_EXPECTED = mark("illegal as expected")
_ALLOWED = mark("illegal but allowed")
_FAILED = mark("with a failed expectation")
_RAISED = mark("with an error")
_STANDINGS = (
    mark("legal"),
    _AS_EXPECTED,
    _ALLOWED,
    _FAILED,
    _RAISED,
    mark("illegal"),
    mark("invalid"),
    mark("unreadable"),
    mark("not finished"),
)


def _standing(report: CheckReport) -> str:
    """What a file is, in the sum; a play that is illegal as expected, or allowed, leaves the verdict `legal`."""
    if report.verdict != "legal":
        return report.verdict
    if report.failed:
        return _RAISED if all(e.passed for e in report.expectations) else _FAILED
    wrong = [d for d in report.diagnostics if d.severity == "error"]
    if any(d.allowed for d in wrong):
        return _ALLOWED
    return _AS_EXPECTED if wrong else "legal"


def _checked(report: CheckReport, sheet: Sheet) -> None:
    shown = [d for d in report.diagnostics if sheet.verbose or not d.expected]
    if sheet.quiet:
        shown = [d for d in shown if d.severity != "note"]
    diagnostics(shown, report.source, sheet)
    for expectation in report.expectations:
        if not expectation.passed:
            failures.draw(expectation, report.source, sheet)
    if sheet.quiet:
        _contested([reading for reading in report.contested if reading.level == "error"], sheet)
        return
    role: Role = "error" if report.failed else "good"
    standing = _standing(report)
    said = sheet.paint(role, say("not as expected") if standing == _FAILED else say(standing))
    under = say("{verdict} under {rules}", verdict=said, rules=report.rules)
    sheet.prose(f"{clean(report.source.name)}: {under}{_sum(report)}")
    if sheet.verbose:
        _details(report, sheet)
    if report.trace is not None:
        trace(report.trace, sheet)
    _contested(report.contested, sheet)


def _sum(report: CheckReport) -> str:
    errors = sum(d.severity == "error" and not d.expected for d in report.diagnostics)
    text = f", {plural('{number} error', '{number} errors', errors)}" if errors else ""
    if report.ignored:
        text += f", {plural('{number} finding ignored', '{number} findings ignored', report.ignored)}"
    held, asked = sum(e.passed for e in report.expectations), len(report.expectations)
    if not asked:
        return text
    met = plural(
        "{held} of {number} expectation met", "{held} of {number} expectations met", asked, held=held
    )
    return f"{text}, {met}"


def _details(report: CheckReport, sheet: Sheet) -> None:
    if report.links:
        rows = [_link_row(link, first) for link, first in _with_first(report.links)]
        for line in table(rows, room=sheet.room):
            sheet.line(line)
    for expectation in report.expectations:
        if expectation.passed:
            claim = " ".join(expectation.text.split())
            found = f"{sheet.paint('good', say('holds'))}, {clean(expectation.found)}"
            line = say("line {line}", line=expectation.line)
            sheet.prose(f"  {line}: {clean(claim)}: {found}")


def _with_first(reports: Sequence[LinkReport]) -> Iterator[tuple[LinkReport, bool]]:
    last = None
    for link in reports:
        yield link, link.chain != last
        last = link.chain


def _link_row(link: LinkReport, first: bool) -> tuple[str, ...]:
    name = say("chain {number}", number=link.chain) if first else ""
    speed = say("Spell Speed {speed}", speed=link.speed)
    return (name, say("link {number}", number=link.link), link.player, link.card, speed, say(link.outcome))


# ---------------------------------------------------------------- explore


def _orders(
    orders: Iterator[Order], effects: Mapping[str, EffectInfo], report: ExploreReport, sheet: Sheet
) -> bool:
    if sheet.verbose:
        _listed(orders, report, sheet)
        return report.complete
    head: list[Order] = []
    try:
        for order in islice(orders, _LOOK_AT):
            head.append(order)  # noqa: PERF402 -- what was found stays there if the user interrupts
        choices = None
        if len(head) > _LIST_UP_TO and report.count is not None:
            choices = find(head, effects, count=report.count, declines=report.declines)
            if choices is not None and not choices.admit(orders):
                choices = None
    except KeyboardInterrupt:
        _listed(head, report, sheet)
        said = plural(
            "interrupted; these are the first {number} order",
            "interrupted; these are the first {number} orders",
            len(head),
        )
        sheet.prose(f"  … {said}")
        raise
    if len(head) <= _LIST_UP_TO:
        _listed(head, report, sheet)
        return report.complete
    if choices is not None:
        _chosen(choices, effects, report, sheet)
        return True
    return _branched(head, effects, report, sheet)


def _listed(orders: Iterable[Order], report: ExploreReport, sheet: Sheet) -> None:
    sheet.prose(sheet.paint("strong", f"{_legal(report.count)}{':' if report.count else ''}"))
    for line in numbered(orders, report.count, begun=report.begun):
        sheet.prose(clean(line), " " * (line.index(".") + 2))


def _chosen(choices: Choices, effects: Mapping[str, EffectInfo], report: ExploreReport, sheet: Sheet) -> None:
    head = sheet.paint("strong", _legal(report.count))
    sheet.prose(f"{head}: {say('everything that these choices allow, chain link 1 first')}")
    for line in choice_rows(choices, effects, sheet.room):
        sheet.line(line)
    if choices.lost:
        lost = say("lost in every one of them: {effects}", effects=clean(gone(choices.lost)))
        sheet.prose(f"  {lost}")


def _branched(
    head: Sequence[Order], effects: Mapping[str, EffectInfo], report: ExploreReport, sheet: Sheet
) -> bool:
    cut = report.count is None or len(head) < report.count
    sheet.prose(f"{sheet.paint('strong', _legal(report.count))}, {say('chain link 1 first:')}")
    lines = tree(head, effects, cut=cut)
    for line in islice(lines, _TREE_LINES):
        text = f"  {clean(line)}"
        stem = text[: len(text) - len(text.lstrip(" │├└─"))]
        sheet.prose(text, stem.translate(_BELOW))
    if any(True for _ in lines) or cut:
        sheet.prose(f"  … {say('and more; `-v --limit 0` lists every order')}")
        return not cut
    return True


# ---------------------------------------------------------------- shared

# Names that reports carry, translated where they are shown: severities, and kinds of pages.
_NAMES = (
    mark("error"),
    mark("warning"),
    mark("note"),
    mark("law"),
    mark("rule set"),
    mark("term"),
    mark("toggle"),
)
_NOTHING = mark("Nothing to order here.")


def _not_over(found: Iterable[Diagnostic]) -> bool:
    """Whether nothing could be ordered only because a chain or a Summon is not over; the note says which."""
    return any(diagnostic.law == "story/not-over" for diagnostic in found)


def _state(window: str, to_act: str) -> str:
    return say("{window}; {player} is to act", window=clean(window), player=clean(to_act) or say("nobody"))


def _count(number: int | None) -> str:
    return "?" if number is None else f"{number:,}"


def _heading(source: SourceFile, rule_set: str, sheet: Sheet) -> None:
    name = sheet.paint("strong", clean(source.name))
    sheet.prose(say("{file} under {rules}", file=name, rules=clean(rule_set)))


def _contested(readings: Iterable[ContestedReading], sheet: Sheet) -> None:
    for reading in readings:
        if reading.allowed and not sheet.verbose:
            continue
        head = sheet.paint("error" if reading.level == "error" else "warning", say("contested"))
        text = say("sources disagree on `{toggle}`, and this answer depends on it", toggle=reading.toggle)
        sheet.prose(f"  {head}: {text}")
        said = say(
            "used here: {used}; with `{toggle} {other}`: {effect}",
            used=clean(reading.used),
            toggle=reading.toggle,
            other=clean(reading.other),
            effect=clean(reading.effect),
        )
        sheet.prose(f"    {said}")


def _named(report: MayReport) -> str:
    return report.card if report.effect == report.card else f"{report.card} ({report.effect})"


def _refusals(report: MayReport) -> Iterator[tuple[str, str, str, str]]:
    if not report.laws:
        yield report.player, _named(report), "", ""
    for number, law in enumerate(report.laws):
        reason = report.reasons[number] if number < len(report.reasons) else ""
        yield (report.player, _named(report), law, reason) if number == 0 else ("", "", law, reason)


def _sides(legal: Sequence[str], illegal: Sequence[str]) -> Iterator[tuple[str, Sequence[str], Role]]:
    if legal:
        yield say("legal in"), legal, "good"
    if illegal:
        yield say("illegal in"), illegal, "error"


def _title(page: Page) -> str:
    """What a page says first: its summary, which is written as a quotation, or else its heading."""
    lines = page.text.strip().split("\n")
    return min(lines, key=lambda line: not line.startswith(">")).lstrip("># ")


def _legal(number: int | None) -> str:
    if number is None:
        return say("An unknown number of legal orders")
    return plural("{number} legal order", "{number} legal orders", number)
