"""SVG: the orders as a tree of decisions, chains as the stacks that players know. Readable in black and white."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.language import say
from checker.domain.report import ExploreReport, LinkReport, TraceReport
from checker.render.layout.canvas import CELL, Canvas
from checker.render.layout.chains import LinkBox, chains, from_link, from_order, told_in_order
from checker.render.layout.decisions import (
    Decision,
    Drawn,
    beginning,
    called,
    choice,
    decisions,
    ending,
    how_many,
    nature,
    under,
)
from checker.render.layout.orders import GROUPS
from checker.render.layout.sheet import Sheet
from checker.render.layout.width import width

MOST = 60  # orders drawn as a tree
_ABREAST = 3
_STACKS = 6  # up to so many orders are drawn as stacks, too
_LEFT, _TOP = 24, 40
_ROOM = 36  # cells of text in a box
_WIDE, _HIGH = round(_ROOM * CELL) + 34, 66
_ACROSS, _DOWN = _WIDE + 54, _HIGH + 14
_LINK_ROOM, _LINK_HIGH = 44, 74
_LINK_WIDE = round(_LINK_ROOM * CELL) + 76


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The tree of decisions, and the stack of each order where they are few. Returns False if some are not drawn."""
    drawn = decisions(report, most=MOST)
    canvas = Canvas()
    y = _heading(canvas, under(report), report.players)
    y = _total(canvas, y, drawn)
    bottom, _ = _branch(canvas, drawn.root, beginning(report), report.players, _LEFT, y)
    y = bottom + 30
    shown = [order for order in drawn.orders if order.links]
    if drawn.whole and 0 < len(shown) <= _STACKS:
        canvas.text(_LEFT, y, say("As chains, the newest link on top"), size=16, bold=True)
        titled = [
            (
                say("Order {number}", number=number),
                [from_order(report.effects[link], n) for n, link in enumerate(order.links, start=1)],
            )
            for number, order in enumerate(drawn.orders, start=1)
            if order.links
        ]
        _stacks(canvas, y + 34, titled, report.players)
    description = f"{how_many(drawn)}; {'; '.join(told_in_order(order) for order in drawn.orders)}"
    sheet.out.write(canvas.document(say("Legal orders of {file}", file=under(report)), description))
    return drawn.whole


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The chains of the story, each as a stack with the newest link on top."""
    canvas = Canvas()
    y = _heading(canvas, under(report), report.players)
    if not report.links:
        canvas.text(_LEFT, y, say("no chain was begun"))
    titled = [
        (say("Chain {number}", number=number), [from_link(link) for link in links])
        for number, links in chains(report.links)
    ]
    _stacks(canvas, y + 10, titled, report.players)
    said = "; ".join(_sentence(link) for link in report.links) or say("no chain was begun")
    sheet.out.write(canvas.document(say("Chains of {file}", file=under(report)), said))


def _sentence(link: LinkReport) -> str:
    box = from_link(link)
    where = say("chain {chain}, link {link}", chain=link.chain, link=link.link)
    return f"{where}: {box.name}, {box.who}, {box.outcome}"


def _heading(canvas: Canvas, text: str, players: Sequence[str]) -> float:
    """The title and what the marks of the players look like; returns where to go on."""
    canvas.text(_LEFT, _TOP, text, size=20, bold=True)
    x: float = _LEFT
    for index, player in enumerate(players):
        canvas.band(x, _TOP + 16, 22, 14, hatched=index > 0)
        said = say("{player} (turn player at first)", player=player) if index == 0 else player
        canvas.text(x + 30, _TOP + 28, said)
        x += 60 + CELL * width(said)
    return _TOP + 62


def _total(canvas: Canvas, y: float, drawn: Drawn) -> float:
    note = f"; {drawn.note}" if drawn.note else ""
    canvas.text(_LEFT, y, f"{how_many(drawn)}{note}", size=16, bold=True)
    return y + 20


def _branch(
    canvas: Canvas, here: Decision, start: str, players: Sequence[str], x: float, y: float
) -> tuple[float, float]:
    """Draw a place and what follows it, from (x, y) on; returns the bottom, and the height at which it is entered."""
    below = y
    entries: list[float] = []
    if here.ends is not None and here.then:
        entries.append(below + _HIGH / 2)
        _end(canvas, here, x + _ACROSS, below)
        below += _DOWN
    for after in here.then:
        below, entry = _branch(canvas, after, start, players, x + _ACROSS, below)
        entries.append(entry)
    bottom = max(below, y + _DOWN)
    middle = (entries[0] + entries[-1]) / 2 if entries else y + _HIGH / 2
    _place(canvas, here, start, players, x, middle - _HIGH / 2)
    for entry in entries:
        turn = x + _WIDE + 22
        canvas.line([(x + _WIDE, middle), (turn, middle), (turn, entry), (x + _ACROSS, entry)], arrow=True)
    return bottom, middle


def _place(canvas: Canvas, here: Decision, start: str, players: Sequence[str], x: float, y: float) -> None:
    if here.effect is None:
        title, who = say("The chain begins"), start
    else:
        title, who = f"{here.place}. {called(here.effect)}", nature(here.effect)
    last = choice(here) or ("; ".join(ending(here)) if here.ends is not None else say("one way to go on"))
    group = f", {say(GROUPS[here.effect.group])}" if here.effect else ""
    canvas.named(f"{title}, {who}{group}; {last}")
    canvas.box(x, y, _WIDE, _HIGH)
    if here.effect is not None:
        canvas.band(x, y, 10, _HIGH, hatched=here.effect.player in players[1:])
    canvas.text(x + 20, y + 20, title, room=_ROOM, bold=True)
    canvas.text(x + 20, y + 38, who, room=_ROOM + 3, size=12)
    canvas.text(x + 20, y + 56, last, room=_ROOM + 3, size=12, bold=bool(here.choosers))
    canvas.end()


def _end(canvas: Canvas, here: Decision, x: float, y: float) -> None:
    """The branch on which nothing more is placed although something could be."""
    first, *rest = ending(here)
    canvas.named("; ".join([first, *rest]))
    canvas.box(x, y, _WIDE, _HIGH, corner=_HIGH / 2, dashed=True)
    canvas.text(x + 28, y + 28, first, room=_ROOM - 1)
    canvas.text(x + 28, y + 46, "; ".join(rest), room=_ROOM - 1, size=12)
    canvas.end()


def _stacks(
    canvas: Canvas, y: float, titled: Sequence[tuple[str, Sequence[LinkBox]]], players: Sequence[str]
) -> None:
    """Chains side by side, three in a row."""
    for first in range(0, len(titled), _ABREAST):
        row = titled[first : first + _ABREAST]
        x: float = _LEFT
        for title, boxes in row:
            x = _stack(canvas, x, y, title, boxes, players) + 40
        y += 76 + max(len(boxes) for _, boxes in row) * (_LINK_HIGH + 6)


def _stack(
    canvas: Canvas, x: float, y: float, title: str, boxes: Sequence[LinkBox], players: Sequence[str]
) -> float:
    """A chain with its newest link on top; returns where it ends on the right."""
    canvas.text(x, y, title, size=15, bold=True)
    canvas.text(x, y + 20, say("placed upwards, resolves downwards"), size=12)
    y += 32
    for row, box in enumerate(reversed(boxes)):
        top = y + row * (_LINK_HIGH + 6)
        said = "; ".join([box.name, box.who, box.outcome, *box.done])
        canvas.named(say("Chain link {number}: {name}", number=box.place, name=said))
        canvas.box(x, top, _LINK_WIDE, _LINK_HIGH)
        canvas.band(x, top, 10, _LINK_HIGH, hatched=box.player in players[1:])
        canvas.text(x + 22, top + 38, str(box.place), size=26, bold=True)
        canvas.text(x + 22, top + 58, say("link"), size=11)
        canvas.text(x + 64, top + 24, box.name, room=_LINK_ROOM, bold=True)
        canvas.text(x + 64, top + 43, box.who, room=_LINK_ROOM + 3, size=12)
        canvas.text(x + 64, top + 62, "; ".join([box.outcome, *box.done]), room=_LINK_ROOM + 3, size=12)
        canvas.end()
    if len(boxes) > 1:
        side = x + _LINK_WIDE + 18
        canvas.line([(side, y + 4), (side, y + len(boxes) * (_LINK_HIGH + 6) - 10)], arrow=True)
    return x + _LINK_WIDE + 18
