"""Orders drawn as a tree: one branch for each choice, and whose choice it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.domain.data import dataclass, field
from checker.domain.language import say
from checker.domain.report import EffectInfo, Order
from checker.render.layout.choices import find
from checker.render.layout.names import gone, shown

ARROW = " → "
_WORTH_FOLDING = 3  # fewer orders are clearer as branches


@dataclass(slots=True)
class Node:
    """Orders that begin alike: `ends` is the one that stops here; `open` tells that a cut list lacks some."""

    orders: list[Order] = field(default_factory=list)
    next: dict[str, Node] = field(default_factory=dict)
    ends: Order | None = None
    open: bool = False


def tree(orders: Sequence[Order], effects: Mapping[str, EffectInfo], *, cut: bool) -> Iterator[str]:
    """The lines of the tree of sorted orders; `cut` tells that more of them would follow."""
    root = grow(orders, cut=cut)
    yield from _branches(root, effects, depth=0, stem="")


def grow(orders: Sequence[Order], *, cut: bool) -> Node:
    """The tree of sorted orders; `cut` tells that more of them would follow."""
    root = Node()
    for number, order in enumerate(orders, start=1):
        node, path = root, [root]
        for link in order.links:
            node = node.next.setdefault(link, Node())
            path.append(node)
        node.ends = order
        for passed in path:
            passed.orders.append(order)
            passed.open = cut and number == len(orders)
    return root


def _branches(node: Node, effects: Mapping[str, EffectInfo], *, depth: int, stem: str) -> Iterator[str]:
    twigs: list[tuple[str, Node | None]] = [("", None)] if node.ends else []
    twigs += node.next.items()
    for number, (link, child) in enumerate(twigs, start=1):
        final = number == len(twigs)
        sign, below = ("└─ ", "   ") if final else ("├─ ", "│  ")
        if child is None:
            assert node.ends is not None
            yield f"{stem}{sign}{'stop' if depth else 'nobody activates'}{_rest(node.ends)}"
            continue
        text, end, deep = _follow(link, child, effects, depth)
        folded = _fold(end, effects, deep)
        if folded is not None:
            yield f"{stem}{sign}{text}{folded}"
        else:
            yield f"{stem}{sign}{text}"
            yield from _branches(end, effects, depth=deep, stem=stem + below)


def _follow(link: str, node: Node, effects: Mapping[str, EffectInfo], depth: int) -> tuple[str, Node, int]:
    """Go on from `link` while there is no choice: the text so far, where it ends, and how deep that is."""
    player = effects[link].player
    text, depth = f"{player}: {shown(link)}", depth + 1
    while len(node.next) == 1 and node.ends is None:
        ((link, node),) = node.next.items()
        if effects[link].player != player:
            player = effects[link].player
            text += f"{ARROW}{player}: {shown(link)}"
        else:
            text += f"{ARROW}{shown(link)}"
        depth += 1
    return text, node, depth


def _fold(node: Node, effects: Mapping[str, EffectInfo], depth: int) -> str | None:
    """What follows a node said in one line, or None if that needs branches."""
    if not node.next:
        assert node.ends is not None
        return _rest(node.ends)
    if node.open or len(node.orders) < _WORTH_FOLDING:
        return None
    tails = [Order(order.links[depth:], order.declined, order.lost) for order in node.orders]
    choices = find(tails, effects, count=len(tails))
    if choices is None:
        return None
    lost = f"   {say('lost: {effects}', effects=gone(choices.lost))}" if choices.lost else ""
    then = "; ".join(say("then {step}", step=step) for step in choices.steps)
    return f", {then}{lost}"


def _rest(order: Order) -> str:
    return "".join(f"   {part}" for part in fates(order))


def fates(order: Order) -> Iterator[str]:
    """What became of the effects that an order does not place, as `declined: …` and `lost: …`."""
    if order.declined:
        yield say("declined: {effects}", effects=", ".join(map(shown, order.declined)))
    if order.lost:
        yield say("lost: {effects}", effects=gone(order.lost))
