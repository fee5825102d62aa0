"""Random situations in our own language, from a seed and a number."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import factorial, perm
from random import Random

from tests.engine.scenario import OPPONENT, TURN, Copy, Definition, Effect, Moments, Operation, Scenario

MOST_ORDERS = 160  # the worst number of orders that a situation may have
FEW_ORDERS = 12  # … and that a small one may have


@dataclass(slots=True)
class _Draft:
    """A situation being made."""

    rng: Random
    one_effect: bool = False  # has each card one effect only?
    definitions: list[Definition] = field(default_factory=list)
    copies: list[Copy] = field(default_factory=list)
    happened: list[tuple[str, str, str, str]] = field(
        default_factory=list
    )  # verb, card id, kind, zone before
    happening: Moments = ()
    plays: list[str] = field(default_factory=list)
    triggers: list[tuple[str, bool]] = field(default_factory=list)  # player, mandatory
    answers: int = 0

    def card(self, player: str, zone: str, kind: str, *effects: Effect, name: str | None = None) -> Copy:
        number = len(self.copies)
        copy = Copy(f"c{number}", name or f"Card {number}", player, zone)
        self.copies.append(copy)
        if name is None:
            self.definitions.append(Definition(copy.name, kind, effects))
        return copy

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def player(self) -> str:
        return self.rng.choice((TURN, OPPONENT))

    def in_row(self, player: str, *, monster: bool) -> int:
        """The cards that a player's Monster or Spell & Trap Zones have to hold, those that are Summoned included."""
        kinds = {definition.name: definition.kind for definition in self.definitions}
        summoned = {card for verb, card, _, _ in self.happened if "summon" in verb}
        return sum(
            copy.player == player
            and (copy.zone in ("field", "set") or copy.id in summoned)
            and ("monster" in kinds[copy.name]) == monster
            for copy in self.copies
        )


def generate(seed: int, number: int, *, small: bool = False, answering: bool = False) -> Scenario:
    """The situation of that number; the same for the same seed.

    A `small` one has fewer triggers and orders, an `answering` one fewer triggers and more fast effects.
    """
    rng = Random(f"{seed}:{number}")
    most = FEW_ORDERS if small else MOST_ORDERS
    while True:
        draft = _Draft(rng, one_effect=answering)
        cause = rng.choices((_happens, _chain, _tribute), (45, 35, 20))[0]
        cause(draft)
        wanted = (
            rng.choices((2, 3), (60, 40))
            if small or answering
            else rng.choices(range(2, 8), (20, 26, 22, 16, 10, 6))
        )
        while len(draft.triggers) < wanted[0]:
            _watcher(draft)
        if answering or draft.chance(40):
            for _ in range(rng.choice((2, 3) if answering else (1, 1, 1, 2))):
                _answer(draft)
        rows = (
            draft.in_row(player, monster=monster) for player in (TURN, OPPONENT) for monster in (True, False)
        )
        if (
            max(rows) <= 5
            and not _unsettled_ban(draft)
            and len(draft.triggers) <= 7
            and _most_orders(draft) <= most
        ):
            return Scenario(
                tuple(draft.definitions), tuple(draft.copies), draft.happening, tuple(draft.plays)
            )


def _unsettled_ban(draft: _Draft) -> bool:
    """Whether a ban of an optional trigger of the turn player's meets a trigger in the opponent's hand.

    What the engine then does has no counterpart in the rules, which leave the question open (RST-4): a hidden trigger
    that the last link of the step bars is offered later, among the fast effects.
    """
    effects = {definition.name: definition.effects for definition in draft.definitions}
    told = [(copy, str(effect)) for copy in draft.copies for effect in effects[copy.name]]
    bans = any(c.player == TURN and "optional trigger" in e and "respond" in e for c, e in told)
    return bans and any(
        c.player == OPPONENT and "optional trigger" in e and "hand" in (c.zone, e) for c, e in told
    )


def _most_orders(draft: _Draft) -> int:
    """An upper bound: the groups multiplied, and fast effects anywhere after them."""
    bound = 1
    for player in (TURN, OPPONENT):
        must = draft.triggers.count((player, True))
        may = draft.triggers.count((player, False))
        bound *= factorial(must) * sum(perm(may, n) for n in range(may + 1))
    return bound * (1, 2, 5, 16)[min(draft.answers, 3)]


# ---------------------------------------------------------------- what happens

_FROM = {
    "destroy": ("field", "set"),
    "send": ("field", "set", "hand"),
    "banish": ("field", "set", "gy", "hand"),
    "return": ("field", "set", "gy"),
    "tribute": ("field",),
    "discard": ("hand",),
    "special summon": ("gy", "hand"),
}
_TAIL = {"send": "to gy", "return": "to hand"}
_BODIES = {
    "field": ("monster", "monster", "monster", "continuous spell", "continuous trap"),
    "set": ("normal trap", "normal spell", "quick-play spell", "counter trap"),
    "hand": ("monster", "monster", "normal spell", "normal trap"),
    "gy": ("monster", "monster", "normal trap", "normal spell"),
}


def _moment(draft: _Draft, *, owner: str, by_name: bool, most: int = 3) -> tuple[Operation, ...]:
    """One operation over new cards. (The engine cannot do two different things at the same time.)"""
    verb = draft.rng.choices(tuple(_FROM), (34, 22, 12, 8, 8, 8, 8))[0]
    victims = [_victim(draft, verb, owner) for _ in range(draft.rng.randint(1, most))]
    objects = tuple(f'"{copy.name}"' if by_name else copy.id for copy in victims)
    return (Operation(verb, objects, _TAIL.get(verb, "")),)


def _victim(draft: _Draft, verb: str, owner: str) -> Copy:
    """A card that something will happen to, mostly with a trigger about it."""
    zone = draft.rng.choice(_FROM[verb])
    player = owner if verb in ("tribute", "discard", "special summon") or zone == "hand" else draft.player()
    kind = "monster" if verb in ("tribute", "special summon") else draft.rng.choice(_BODIES[zone])
    effects = [_own_trigger(draft, verb, zone, player)] if draft.chance(75) else []
    if effects and not draft.one_effect and draft.chance(4):
        effects.append(_own_trigger(draft, verb, zone, player))
    copy = draft.card(player, zone, kind, *effects)
    draft.happened.append((verb, copy.id, kind, zone))
    return copy


def _own_trigger(draft: _Draft, verb: str, zone: str, player: str) -> Effect:
    on_field = zone in ("field", "set")
    events = {
        "destroy": [
            "is destroyed",
            "is destroyed",
            "is sent to gy",
            "is sent from field to gy",
            "leaves the field",
        ],
        "send": ["is sent to gy", f"is sent from {'field' if on_field else zone} to gy"],
        "banish": ["is banished"],
        "return": ["is returned to hand"],
        "tribute": ["is tributed", "is sent to gy", "leaves the field"],
        "discard": ["is discarded", "is sent to gy"],
        "special summon": ["is summoned", "is special summoned"],
        "normal summon": ["is summoned", "is normal summoned"],
    }[verb]
    if on_field and verb in ("send", "banish", "return"):
        events.append("leaves the field")
    return _trigger(draft, player, f"this {draft.rng.choice(events)}", "", after=verb)


def _happens(draft: _Draft) -> None:
    """An effect that no card of the story has: one to three moments."""
    draft.happening = tuple(
        _moment(draft, owner=TURN, by_name=False)
        for _ in range(draft.rng.choices((1, 2, 3), (60, 30, 10))[0])
    )


def _script(draft: _Draft, owner: str, most: int) -> Moments:
    """What a link of the chain does."""
    moments = [_moment(draft, owner=owner, by_name=True, most=most)]
    if draft.chance(25):
        moments.append(_moment(draft, owner=owner, by_name=True, most=1))
    if draft.chance(15):
        moments.insert(draft.rng.randrange(len(moments) + 1), (Operation("draw 1"),))
    return tuple(moments)


def _chain(draft: _Draft) -> None:
    """A chain of one to three links, some of which negate."""
    length = draft.rng.choice((1, 2, 2, 3))
    player = TURN
    for link in range(length):
        moments = _script(draft, player, 3 if length == 1 else 2)
        kind, zone = draft.rng.choice(
            (("normal spell", "hand"), ("monster", "field"), ("continuous spell", "hand"))
            if link == 0
            else (
                ("normal trap", "set"),
                ("quick-play spell", "set"),
                ("monster", "field"),
                ("counter trap", "set"),
            )
        )
        activation = "ignition" if link == 0 else "quick"
        head = activation if kind == "monster" else "activate"
        if kind == "counter trap" or (link > 0 and draft.chance(20)):
            head += " when a card or effect is activated"
            negation = Operation(draft.rng.choice(("negate activation", "negate effect")))
            moments = draft.rng.choice(
                (((negation,),), ((negation, Operation("destroy", ("it",))),), moments)
            )
        modifiers = ("once per turn",) if kind == "monster" or draft.chance(10) else ()
        copy = draft.card(player, zone, kind, Effect(head, modifiers, moments))
        draft.plays.append(f"{player} activates {copy.id}")
        player = OPPONENT if player == TURN else TURN
    draft.plays.append("chain resolves")


def _tribute(draft: _Draft) -> None:
    """A Tribute Summon of the turn player's (or a Normal Summon without Tributes)."""
    tributes = []
    for _ in range(draft.rng.choice((0, 1, 1, 1, 2, 2))):
        effects = [_own_trigger(draft, "tribute", "field", TURN)] if draft.chance(70) else []
        copy = draft.card(TURN, "field", "monster", *effects)
        draft.happened.append(("tribute", copy.id, "monster", "field"))
        tributes.append(copy.id)
    effects = [_own_trigger(draft, "normal summon", "hand", TURN)] if draft.chance(70) else []
    copy = draft.card(TURN, "hand", "monster", *effects)
    draft.happened.append(("normal summon", copy.id, "monster", "hand"))
    tributing = f" tributing {', '.join(tributes)}" if tributes else ""
    draft.plays += [f"{TURN} normal summons {copy.id}{tributing}", "both pass"]


# ---------------------------------------------------------------- triggers

_SEEN_AS = {
    "destroy": ("is destroyed", "is sent to gy", "is sent from field to gy", "leaves the field"),
    "send": ("is sent to gy",),
    "banish": ("is banished",),
    "return": ("is returned to hand",),
    "tribute": ("is tributed", "is sent to gy", "leaves the field"),
    "discard": ("is discarded", "is sent to gy", "is sent from hand to gy"),
    "special summon": ("is summoned", "is special summoned"),
    "normal summon": ("is summoned", "is normal summoned"),
}


def _event(draft: _Draft) -> str:
    """One thing that happens in this situation, as another card sees it."""
    if not draft.happened:
        return "a monster is destroyed"
    verb, card, kind, zone = draft.rng.choice(draft.happened)
    name = next(copy.name for copy in draft.copies if copy.id == card)
    noun = "monster" if kind == "monster" else draft.rng.choice(("card", kind.split()[-1], "spell or trap"))
    determiner = draft.rng.choice(("a", "a", "your", "opponent's", "another"))
    subject = f'"{name}"' if draft.chance(35) else f"{determiner} {noun}"
    seen = draft.rng.choice(_SEEN_AS[verb])
    return f"{subject} {'is sent to gy' if 'from field' in seen and zone not in ('field', 'set') else seen}"


def _watcher(draft: _Draft) -> None:
    """A card whose trigger is about other cards."""
    player = draft.player()
    zone, kind = draft.rng.choice(
        (
            ("hand", "monster"),
            ("hand", "monster"),
            ("gy", "monster"),
            ("field", "monster"),
            ("field", "monster"),
            ("field", "continuous spell"),
            ("field", "continuous trap"),
        )
    )
    place = f"from {zone}" if zone != "field" else ""
    effect = _trigger(draft, player, _event(draft), place, after="", again=zone == "hand")
    copy = draft.card(player, zone, kind, effect)
    if draft.chance(8) and ", once per turn by name" in str(effect):
        draft.card(draft.player() if draft.chance(30) else player, zone, kind, name=copy.name)
        draft.triggers.append(draft.triggers[-1])


def _trigger(
    draft: _Draft, player: str, event: str, place: str, after: str, *, again: bool = False
) -> Effect:
    """A trigger with its modifiers; counts it."""
    mandatory = draft.chance(42)
    wording = draft.rng.choice(("when", "if"))
    modifiers = [place] if place else []
    limit = draft.rng.choices(("", "once per turn", "once per turn by name"), (68, 14, 18))[0]
    if limit:
        modifiers.append(limit)
    if draft.chance(15):
        modifiers.append(_cost(draft, player, after))
    if draft.chance(9):
        bans = ("cannot be responded to", "opponent cannot respond", "opponent cannot activate this chain")
        modifiers.append(draft.rng.choice(bans))
    if again and draft.chance(12):
        modifiers.append("summons itself")
    draft.triggers.append((player, mandatory))
    nature = "mandatory" if mandatory else "optional"
    return Effect(f"{nature} trigger {wording} {event}", tuple(modifiers), ((Operation("draw 1"),),))


def _cost(draft: _Draft, player: str, after: str) -> str:
    """A cost with fixed objects; two effects may need the same card."""
    choices = ["pay 500"]
    if after in ("destroy", "send", "tribute", "discard"):
        choices.append("banish this")
    spare = [copy for copy in draft.copies if copy.name.startswith("Spare") and copy.player == player]
    if draft.chance(50):
        if spare and draft.chance(60):
            copy = spare[0]
        else:
            name = f"Spare {len(draft.copies)}"
            draft.definitions.append(Definition(name, "monster"))
            copy = draft.card(player, draft.rng.choice(("hand", "field")), "monster", name=name)
        choices.append(f'send "{copy.name}" to gy')
        choices.append(f'{"discard" if copy.zone == "hand" else "tribute"} "{copy.name}"')
    return f"cost {draft.rng.choice(choices)}"


# ---------------------------------------------------------------- fast effects


def _answer(draft: _Draft) -> None:
    """A fast effect that may answer, or a mandatory Quick effect."""
    player = draft.player()
    sort = draft.rng.choice(
        ("trap", "trap", "counter", "quick-play", "quick", "quick", "hand quick", "forced", "event")
    )
    activation = draft.rng.choice(("a card or effect", "a monster effect", "opponent's monster effect"))
    draw = ((Operation("draw 1"),),)
    draft.answers += 1
    if sort == "trap":
        draft.card(player, "set", "normal trap", Effect("activate", (), draw))
    elif sort == "counter":
        negate = ((Operation("negate activation"), Operation("destroy", ("it",))),)
        draft.card(
            player, "set", "counter trap", Effect(f"activate when {activation} is activated", (), negate)
        )
    elif sort == "quick-play":
        draft.card(
            player, draft.rng.choice(("set", "hand")), "quick-play spell", Effect("activate", (), draw)
        )
    elif sort == "forced":
        draft.card(
            player,
            "field",
            "monster",
            Effect(f"mandatory quick if {activation} is activated", ("once per chain",), draw),
        )
    elif sort == "event":
        wording = draft.rng.choice(("when", "if"))
        draft.card(player, "set", "normal trap", Effect(f"activate {wording} {_event(draft)}", (), draw))
    else:
        place = () if sort == "quick" else ("from hand",)
        limit = draft.rng.choice(("once per turn", "once per turn by name", "once per chain"))
        bans = ("cannot be responded to",) if draft.chance(10) else ()
        head = draft.rng.choice(("quick", f"quick when {activation} is activated"))
        draft.card(
            player,
            "field" if sort == "quick" else "hand",
            "monster",
            Effect(head, (*place, limit, *bans), draw),
        )
