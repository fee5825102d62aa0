"""From a parsed story to a duel: cards with generated Lua, where they lie, and the steps to the window it ends in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from checker.semantics.definitions import effect_ids
from checker.syntax import tree
from tests.engine import lua
from tests.engine.lua import Inexpressible

_HAPPENING = 1  # the code of the card behind a `happens`, and the description of its effect
_FILLER = 2
_FIRST = 100
_CARD_KINDS = {
    ("monster", None): 0x21,
    ("spell", "normal"): 0x2,
    ("spell", "quick-play"): 0x10002,
    ("spell", "continuous"): 0x20002,
    ("trap", "normal"): 0x4,
    ("trap", "continuous"): 0x20004,
    ("trap", "counter"): 0x100004,
}
_IN_DECK = 12
_FACE_UP, _FACE_DOWN = 0x1, 0x8


@dataclass(slots=True)
class Duel:
    """What the driver needs, and what its answers mean."""

    data: list[dict[str, int]] = field(default_factory=list)
    scripts: dict[int, str] = field(default_factory=dict)
    cards: list[dict[str, int]] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    pick: list[int] = field(default_factory=list)  # the descriptions of effects that orders may hold
    prefix: list[int] = field(
        default_factory=list
    )  # links of the window after which is asked what may come next
    unresolved: bool = False  # the window is that of the story's own chain
    effects: dict[int, str] = field(default_factory=dict)  # description → effect id
    events: dict[str, str] = field(default_factory=dict)  # effect id → the verb of its event
    bans: dict[str, str] = field(default_factory=dict)  # effect id → the modifier that forbids to respond
    monster_effects: set[str] = field(default_factory=set)
    forced: dict[str, tuple[bool, bool]] = field(default_factory=dict)
    # mandatory Quick effect id → does it answer monster effects only, the opponent's only?
    # fast effect id → names of the cards that its event may be about
    watched: dict[str, frozenset[str]] = field(default_factory=dict)
    paid: dict[str, set[str]] = field(default_factory=dict)  # effect id → names of cards that its cost moves
    owners: dict[str, int] = field(default_factory=dict)  # effect id → 0 for the turn player's, 1
    cards_of: dict[str, str] = field(default_factory=dict)  # effect id → its card's id
    limited: set[str] = field(default_factory=set)  # effects that may be used once per turn
    spent: set[str] = field(default_factory=set)  # those of them that the story activates
    players: tuple[str, str] = ("A", "B")  # the first is the turn player

    def as_json(self) -> dict[str, Any]:
        """For the driver."""
        return {
            "data": self.data,
            "scripts": self.scripts,
            "cards": self.cards,
            "steps": self.steps,
            "pick": self.pick,
            "prefix": self.prefix,
            "unresolved": self.unresolved,
            "prelude": lua.PRELUDE,
        }


@dataclass(frozen=True, slots=True)
class _Card:
    id: str
    code: int
    player: int
    zone: str
    definition: tree.CardDefinition | None
    name: str

    @property
    def kind(self) -> str:
        """Monster, spell or trap; without a definition as it lies."""
        return self.definition.kind if self.definition else "trap" if self.zone == "set" else "monster"


def translate(file: tree.File) -> Duel:
    """The duel of a story. Raises `Inexpressible`."""
    statements = [s for s in file.statements if not isinstance(s, tree.Rules | tree.Expect)]
    duel = Duel(players=_players(statements))
    definitions = {s.name: s for s in statements if isinstance(s, tree.CardDefinition)}
    cards = _cards(statements, duel.players, definitions)
    codes: dict[str, list[int]] = {}
    for card in sorted(cards, key=lambda card: card.id):
        codes.setdefault(card.name, []).append(card.code)
    _place(duel, cards)
    touched = _touched(statements, cards)
    for card in cards:
        _script(duel, card, list(definitions), codes)
        _watch(duel, card, cards, touched)
    _plays(duel, statements, cards)
    return duel


def _players(statements: Sequence[tree.Statement]) -> tuple[str, str]:
    names = ["A", "B"]
    for statement in statements:
        if isinstance(statement, tree.Players):
            names = [word.text for word in statement.names]
    for statement in statements:
        if isinstance(statement, tree.Turn) and statement.player.text == names[1]:
            names.reverse()
    return names[0], names[1]


def _cards(
    statements: Sequence[tree.Statement],
    players: tuple[str, str],
    definitions: dict[str, tree.CardDefinition],
) -> list[_Card]:
    cards: list[_Card] = []
    for statement in statements:
        if not isinstance(statement, tree.Place):
            continue
        for item in statement.items:
            plain = item.owner is None and item.on is None and item.count == 1 and not item.doomed
            if not plain or item.this_turn or item.revealed or item.alias is None:
                raise Inexpressible("a card without an ID, or with a mark")
            code = _FIRST + len(cards)
            player = players.index(statement.player.text)
            name = item.card.text
            cards.append(_Card(item.alias.text, code, player, statement.zone, definitions.get(name), name))
    return cards


def _place(duel: Duel, cards: Sequence[_Card]) -> None:
    used = {(player, zone): 0 for player in (0, 1) for zone in (4, 8)}
    duel.data.append({"code": _FILLER, "type": 0x11, "level": 4})
    for player in (0, 1):
        for _ in range(_IN_DECK):
            duel.cards.append(_new(player, _FILLER, 1, 1, _FACE_DOWN))
    for card in cards:
        kind = card.kind
        subtype = card.definition.subtype if card.definition else "normal" if card.zone == "set" else None
        if (kind, subtype) not in _CARD_KINDS:
            raise Inexpressible(f"a {subtype} {kind}")
        location, position = _spot(card.zone, kind)
        sequence = 0
        if location in (4, 8):
            sequence = used[card.player, location]
            used[card.player, location] += 1
            if sequence > 4:
                raise Inexpressible("more than five cards in a row")
        duel.data.append({"code": card.code, "type": _CARD_KINDS[kind, subtype], "level": 4})
        duel.cards.append(_new(card.player, card.code, location, sequence, position))


def _spot(zone: str, kind: str) -> tuple[int, int]:
    row = 4 if kind == "monster" else 8
    if zone == "field":
        return row, _FACE_UP
    if zone == "set" and kind != "monster":
        return 8, _FACE_DOWN
    if zone in ("hand", "gy"):
        return lua.ZONES[zone], _FACE_UP
    raise Inexpressible(f"a card in the zone {zone}")


def _new(player: int, code: int, location: int, sequence: int, position: int) -> dict[str, int]:
    return {
        "team": player,
        "duelist": 0,
        "code": code,
        "controller": player,
        "location": location,
        "sequence": sequence,
        "position": position,
    }


def _script(duel: Duel, card: _Card, names: list[str], codes: dict[str, list[int]]) -> None:
    if card.definition is None:
        return
    lines: list[str] = []
    definition = card.definition
    for index, (effect, node) in enumerate(
        zip(effect_ids(card.id, definition.effects), definition.effects, strict=True)
    ):
        description = card.code * 8 + index
        duel.effects[description] = effect
        duel.owners[effect], duel.cards_of[effect] = card.player, card.id
        if node.events:
            duel.events[effect] = node.events[0].verb
        paid = [thing for modifier in node.modifiers for op in modifier.operations for thing in op.objects]
        duel.paid[effect] = {
            thing.text if isinstance(thing, tree.Ref) else card.name
            for thing in paid
            if isinstance(thing, tree.Ref | tree.Pronoun)
        }
        if definition.kind == "monster" and node.kind != "activate":
            duel.monster_effects.add(effect)
        if node.kind == "quick" and node.mandatory:
            subject = node.events[0].subject
            assert subject is not None
            duel.forced[effect] = subject.text == "monster effect", subject.determiner == "opponent's"
        for modifier in node.modifiers:
            if modifier.kind == "once-per-turn" and not modifier.by_name:
                duel.limited.add(effect)
            if modifier.kind in ("cannot-be-responded-to", "opponent-cannot-respond"):
                duel.bans[effect] = modifier.kind
        fast = node.kind == "quick" or (
            node.kind == "activate" and (definition.kind == "trap" or definition.subtype == "quick-play")
        )
        if fast or node.kind == "trigger":
            duel.pick.append(description)
        lines += lua.effect(node, definition, description, 9000 + names.index(card.name) * 8 + index, codes)
    duel.scripts[card.code] = _function(card.code, lines)


def _touched(statements: Sequence[tree.Statement], cards: Sequence[_Card]) -> set[str]:
    """Names of the cards that something may happen to: in happenings, and in what effects do."""
    operations: list[tree.Operation] = []
    for statement in statements:
        if isinstance(statement, tree.Happens):
            operations += [op for moment in statement.moments for op in moment.operations]
        elif isinstance(statement, tree.CardDefinition):
            operations += [
                op for e in statement.effects for moment in e.operations for op in moment.operations
            ]
    told = {thing.text for op in operations for thing in op.objects if isinstance(thing, tree.Ref)}
    return {card.name for card in cards if card.name in told or card.id in told}


def _watch(duel: Duel, card: _Card, cards: Sequence[_Card], touched: set[str]) -> None:
    """What the events of a card's fast effects may be about, if they are about cards at all."""
    if card.definition is None:
        return
    for effect, node in zip(
        effect_ids(card.id, card.definition.effects), card.definition.effects, strict=True
    ):
        subject = node.events[0].subject if node.events else None
        if node.kind == "trigger" or subject is None or subject.tag is not None:
            continue
        if subject.kind == "name" and subject.name is not None:
            duel.watched[effect] = frozenset({subject.name})
        elif subject.kind == "card":
            fits = {other.name for other in cards if _fits(subject, card, other)}
            duel.watched[effect] = frozenset(fits & touched)


def _fits(subject: tree.Subject, watcher: _Card, card: _Card) -> bool:
    """Whether an event with that subject may be about a card."""
    whose = {
        "your": card.player == watcher.player,
        "opponent's": card.player != watcher.player,
        "another": card.id != watcher.id,
    }
    kinds = (subject.noun or "card").split(" or ")
    return whose.get(subject.determiner or "a", True) and ("card" in kinds or card.kind in kinds)


def _function(code: int, lines: Sequence[str]) -> str:
    body = "\n  ".join(("local e", *lines))
    return f"function c{code}.initial_effect(c)\n  {body}\nend\n"


def _plays(duel: Duel, statements: Sequence[tree.Statement], cards: Sequence[_Card]) -> None:
    """The steps; a chained activation follows another one of the same chain."""
    chained = False
    for statement in statements:
        match statement:
            case tree.Happens(player=None):
                _happening(duel, statement, cards)
            case tree.Summons(how="normal"):
                _summon(duel, statement, cards)
            case tree.Activates(costs=(), targets=(), against_card=None, against_link=None, at_once=False):
                description = _description(duel, statement, _named(cards, statement.card))
                player = duel.players.index(statement.player.text)
                if duel.effects[description] in duel.limited:
                    duel.spent.add(duel.effects[description])
                duel.steps.append({"activate": description, "player": player, "chained": chained})
                chained = True
                duel.unresolved = True
            case tree.ChainResolves(block=()):
                chained = False
                duel.unresolved = False
            case (
                tree.Players()
                | tree.Turn()
                | tree.CardDefinition()
                | tree.Place()
                | tree.Passes()
                | tree.BothPass()
            ):
                pass
            case _:
                raise Inexpressible(f"the statement in line {statement.span.start.line}")


def _named(cards: Sequence[_Card], ref: tree.Ref) -> _Card:
    found = [card for card in cards if ref.text in (card.id, card.name)]
    if ref.owner is not None or len(found) != 1:
        raise Inexpressible(f"`{ref.text}` where one card of that name or ID is wanted")
    return found[0]


def _happening(duel: Duel, happens: tree.Happens, cards: Sequence[_Card]) -> None:
    codes = {name: card.code for card in cards for name in (card.name, card.id)}
    duel.data.append({"code": _HAPPENING, "type": 0x21, "level": 4})
    duel.cards.append(_new(0, _HAPPENING, 2, 0, _FACE_UP))
    duel.scripts[_HAPPENING] = _function(_HAPPENING, lua.happening(happens.moments, codes, _HAPPENING))
    duel.steps.append({"activate": _HAPPENING, "player": 0, "chained": False})


def _summon(duel: Duel, summons: tree.Summons, cards: Sequence[_Card]) -> None:
    summoned = _named(cards, summons.cards[0])
    level = (4, 6, 8)[len(summons.materials)]
    duel.data = [{**data, "level": level} if data["code"] == summoned.code else data for data in duel.data]
    duel.steps.append(
        {"summon": summoned.code, "tributes": [_named(cards, ref).code for ref in summons.materials]}
    )


def _description(duel: Duel, play: tree.Activates, card: _Card) -> int:
    wanted = card.id if play.card.label is None else f"{card.id}.{play.card.label.text}"
    for description, effect in duel.effects.items():
        if effect == wanted or (play.card.label is None and effect == f"{card.id}.activate"):
            return description
    raise Inexpressible(f"an activation of {wanted}, which is not one effect")
