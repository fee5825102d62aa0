"""DOT, the language of Graphviz: the orders as a tree of decisions, chains as stacks of links."""

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
_LOOK = 'node [shape=box, fontname="sans-serif", fontsize=11]; edge [fontname="sans-serif", fontsize=10];'


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The tree of decisions. Returns False if some orders are not drawn."""
    drawn = decisions(report, most=MOST)
    title = [
        f"{under(report)}: {how_many(drawn)}",
        *([drawn.note] if drawn.note else []),
    ]
    sheet.out.write(
        f'digraph orders {{\n  charset="UTF-8"; rankdir=LR; label={_quoted(*title)}; labelloc=t;\n'
    )
    sheet.out.write(f"  {_LOOK}\n")
    for line in _tree(drawn.root, beginning(report), report.players[1:]):
        sheet.out.write(f"  {line}\n")
    sheet.out.write("}\n")
    return drawn.whole


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The chains of the story, each with its newest link on top; arrows go from a link to what it answers."""
    title = under(report)
    sheet.out.write(f'digraph chains {{\n  charset="UTF-8"; label={_quoted(title)}; labelloc=t;\n  {_LOOK}\n')
    if not report.links:
        sheet.out.write(f"  none [label={_quoted(say('no chain was begun'))}];\n")
    for number, links in chains(report.links):
        sheet.out.write(
            f"  subgraph cluster_{number} {{\n    label={_quoted(say('Chain {number}', number=number))};\n"
        )
        boxes = [from_link(link) for link in reversed(links)]
        for box in boxes:
            label = _quoted(f"{box.place}. {box.name}", box.who, box.outcome, *box.done)
            dashed = ", style=dashed" if box.player in report.players[1:] else ""
            sheet.out.write(f"    c{number}l{box.place} [label={label}{dashed}];\n")
        for box in boxes[:-1]:
            sheet.out.write(f"    c{number}l{box.place} -> c{number}l{box.place - 1};\n")
        sheet.out.write("  }\n")
    sheet.out.write("}\n")


def _tree(root: Decision, start: str, others: tuple[str, ...]) -> Iterator[str]:
    """Boxes and arrows, numbered as they come; the boxes of the player who is second in `players` are dashed."""
    places = list(root.walk())
    numbers = {id(place): f"n{number}" for number, place in enumerate(places)}
    for place in places:
        dashed = ", style=dashed" if place.effect is not None and place.effect.player in others else ""
        yield f"{numbers[id(place)]} [label={_quoted(*lines(place, start))}{dashed}];"
    for place in places:
        here = numbers[id(place)]
        if place.ends is not None and place.then:
            yield f"{here}e [label={_quoted(*ending(place))}, shape=ellipse];"
            yield f"{here} -> {here}e;"
        for after in place.then:
            assert after.effect is not None
            whose = f" [label={_quoted(after.effect.player)}]" if place.choosers else ""
            yield f"{here} -> {numbers[id(after)]}{whose};"


def _quoted(*lines: str) -> str:
    """A label of several lines; Graphviz would read an ampersand as the beginning of an HTML entity."""
    return '"' + "\\n".join(_escaped(line) for line in lines) + '"'


def _escaped(text: str) -> str:
    return clean(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
