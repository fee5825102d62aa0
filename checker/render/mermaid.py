"""Mermaid, which GitHub and many wikis draw: the orders as a tree of decisions, chains as stacks of links."""

from __future__ import annotations

from collections.abc import Iterator

from checker.domain.language import say
from checker.domain.report import ExploreReport, TraceReport
from checker.render.layout.chains import chains, from_link
from checker.render.layout.decisions import (
    Decision,
    beginning,
    decisions,
    ending,
    how_many,
    lines,
    under,
)
from checker.render.layout.sheet import Sheet
from checker.render.layout.width import clean

MOST = 60  # orders drawn as a tree
_PLAIN = " ,:()/·→"  # what may stand in a quoted label besides letters and digits


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The tree of decisions. Returns False if some orders are not drawn."""
    drawn = decisions(report, most=MOST)
    _begin(sheet, f"{under(report)}: {how_many(drawn)}", "LR")
    for line in _tree(drawn.root, beginning(report)):
        sheet.out.write(f"  {line}\n")
    if drawn.note:
        sheet.out.write(f"  more[{_label(drawn.note)}]\n")
    sheet.out.write("  classDef other stroke-dasharray: 5 4\n")
    others = [
        f"n{number}"
        for number, place in enumerate(drawn.root.walk())
        if place.effect is not None and place.effect.player in report.players[1:]
    ]
    if others:
        sheet.out.write(f"  class {','.join(others)} other\n")
    return drawn.whole


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The chains of the story, each with its newest link on top; arrows go from a link to what it answers."""
    _begin(sheet, under(report), "TB")
    if not report.links:
        sheet.out.write(f"  none[{_label(say('no chain was begun'))}]\n")
    for number, links in chains(report.links):
        sheet.out.write(
            f"  subgraph c{number}[{_label(say('Chain {number}', number=number))}]\n    direction TB\n"
        )
        boxes = [from_link(link) for link in reversed(links)]
        for box in boxes:
            label = _label(f"{box.place}. {box.name}", box.who, box.outcome, *box.done)
            sheet.out.write(f"    c{number}l{box.place}[{label}]\n")
        for box in boxes[:-1]:
            sheet.out.write(f"    c{number}l{box.place} --> c{number}l{box.place - 1}\n")
        sheet.out.write("  end\n")


def _begin(sheet: Sheet, title: str, direction: str) -> None:
    sheet.out.write(f"%% {clean(title).replace('{', '(').replace('}', ')')}\n")
    sheet.out.write(f"flowchart {direction}\n")


def _tree(root: Decision, start: str) -> Iterator[str]:
    """Boxes and arrows, numbered as they come; a rounded box ends an order before everything is placed."""
    places = list(root.walk())
    numbers = {id(place): f"n{number}" for number, place in enumerate(places)}
    for place in places:
        here = numbers[id(place)]
        yield f"{here}[{_label(*lines(place, start))}]"
    for place in places:
        here = numbers[id(place)]
        if place.ends is not None and place.then:
            yield f"{here} --> {here}e([{_label(*ending(place))}])"
        for after in place.then:
            assert after.effect is not None
            whose = f"|{_label(after.effect.player)}|" if place.choosers else ""
            yield f"{here} -->{whose} {numbers[id(after)]}"


def _label(*lines: str) -> str:
    """A quoted label: letters and digits as they are, every sign that could mean something as its number."""
    return '"' + "<br>".join(_escaped(line) for line in lines) + '"'


def _escaped(text: str) -> str:
    signs = "".join(c if c.isalnum() or c in _PLAIN else f"#{ord(c)};" for c in clean(text))
    # A backslash with an `n` after it would still become a new line, so something without a width comes between.
    return signs.replace("#92;", "#92;#8203;")
