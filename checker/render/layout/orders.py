"""Effects and their orders as text: the table of effects, numbered orders, choices, trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from checker.domain.language import mark, plural, say
from checker.domain.report import EffectInfo, Group, Lost, Order
from checker.render.layout.choices import Choices, players
from checker.render.layout.names import shown
from checker.render.layout.table import table
from checker.render.layout.tree import ARROW, fates
from checker.render.layout.width import width

GROUPS: dict[Group, str] = {
    "turn-mandatory": mark("turn player, mandatory"),
    "opponent-mandatory": mark("other player, mandatory"),
    "turn-optional": mark("turn player, optional"),
    "opponent-optional": mark("other player, optional"),
    "nonpublic": mark("not public"),
    "phase": mark("of the phase"),
    "fast": mark("fast effects"),
}
_ALIGN_UP_TO = 48  # a longer order pushes what follows it to the right, instead of all of them


def merged(orders: Iterable[Order], alike: Mapping[str, str]) -> Iterator[Order]:
    """The orders with the effects of identical copies called by one name."""

    def named(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(alike.get(one, one) for one in ids)

    for order in orders:
        lost = tuple(Lost(alike.get(one.effect, one.effect), one.law) for one in order.lost)
        yield Order(named(order.links), named(order.declined), lost)


def effect_rows(
    effects: Mapping[str, EffectInfo], copies: Mapping[str, int], wide: int, room: int
) -> list[str]:
    """The effects as a table, group by group; a group is named once, a moment only if there are several.

    `copies` are the numbers of the copies that are not told apart. Where a line does not fit into `wide` cells, heads
    of several words take two lines; where it does not fit into `room` then, each effect becomes a block.
    """
    moments = len({effect.met for effect in effects.values()}) > 1
    ranked = sorted(effects.values(), key=lambda effect: list(GROUPS).index(effect.group))
    rows = [
        (
            say("group"),
            say("id"),
            say("card"),
            say("player"),
            "",
            say("Spell Speed"),
            say("triggered") if moments else "",
            "",
        )
    ]
    last = None
    for effect in ranked:
        number = copies.get(effect.id, 1)
        rows.append(
            (
                say(GROUPS[effect.group]) if effect.group != last else "",
                effect.id,
                effect.card,
                effect.player,
                say("mandatory") if effect.mandatory else say("optional"),
                str(effect.speed),
                _ordinal(effect.met + 1) if moments else "",
                say("{number} identical copies, not told apart", number=number) if number > 1 else "",
            )
        )
        last = effect.group
    lines = table(rows)
    if max(map(width, lines)) <= wide:
        return lines
    parts = [text.rpartition(" ") for text in rows[0]]
    lines = table([tuple(first for first, _, _ in parts), tuple(last for _, _, last in parts), *rows[1:]])
    if max(map(width, lines)) <= room:
        return lines
    order = (1, 2, 3, 0, 4, 5, 6, 7)  # the ID leads its block
    named = [
        rows[0],
        *((say(GROUPS[effect.group]), *row[1:]) for effect, row in zip(ranked, rows[1:], strict=True)),
    ]
    return table([tuple(row[i] for i in order) for row in named], heads=True, room=room)


def numbered(orders: Iterable[Order], total: int | None, *, begun: bool = False) -> Iterator[str]:
    """Each order on a line of its own, with a number, and what became of the effects it leaves out.

    `begun` tells that there are links already, which an order without any adds nothing to.
    """
    digits = len(str(total)) if total else 1
    listed, stopped = _held(orders) if total is not None and total <= 100 else (None, None)
    texts = [links(order.links, begun=begun) for order in listed] if listed else []
    column = max((width(text) for text in texts if width(text) <= _ALIGN_UP_TO), default=0)
    for number, order in enumerate(orders if listed is None else listed, start=1):
        text = links(order.links, begun=begun)
        fate = "   ".join(fates(order))
        space = " " * max(3, column - width(text) + 3) if fate else ""
        yield f"  {number:>{digits}}. {text}{space}{fate}"
    if stopped:
        raise stopped


def links(ids: Sequence[str], *, begun: bool = False) -> str:
    """An order as people write it, chain link 1 first; `begun` as for `numbered`."""
    if ids:
        return ARROW.join(map(shown, ids))
    return say("(nobody adds anything)") if begun else say("(nobody activates anything)")


def choice_rows(choices: Choices, effects: Mapping[str, EffectInfo], room: int) -> list[str]:
    """The choices as a table: whose, which, and how many ways there are."""
    rows = [
        (
            f"{n}.",
            ", ".join(players(step, effects)),
            str(step),
            plural("{number} way", "{number} ways", step.ways),
        )
        for n, step in enumerate(choices.steps, start=1)
    ]
    return table(rows, room=room)


def _held(orders: Iterable[Order]) -> tuple[list[Order], KeyboardInterrupt | None]:
    """The orders, as many as were found if the user interrupts; then the interruption is returned with them."""
    held: list[Order] = []
    try:
        for order in orders:
            held.append(order)  # noqa: PERF402
    except KeyboardInterrupt as stop:
        return held, stop
    return held, None


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if number % 100 in {11, 12, 13} else endings.get(number % 10, "th")
    return say("{number}{ending}", number=number, ending=ending)
