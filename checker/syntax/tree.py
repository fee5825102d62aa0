"""The syntax tree: one frozen dataclass for each construct of the language, a span on each.

Nothing here knows what a name refers to; that is the work of `checker.semantics`.
Names of players, cards and zones are kept as the file spells them.
"""

from __future__ import annotations

from typing import Literal, TypeVar, dataclass_transform

from checker.domain.data import dataclass
from checker.domain.source import SourceFile, Span

Wording = Literal["when", "if"]

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def node(cls: type[_Class]) -> type[_Class]:
    """A frozen dataclass with slots."""
    return dataclass(frozen=True, slots=True)(cls)


@node
class Node:
    """Anything that stands somewhere in a file."""

    span: Span


# ---------------------------------------------------------------- names


@node
class Word(Node):
    """A bare name or keyword used as a name, e.g. a player or a rule set."""

    text: str


@node
class Ref(Node):
    """A reference to a card: an ID, a `"Name"`, or `Yugi's "Name"`; `.label` picks one of its effects."""

    text: str
    quoted: bool
    owner: Word | None = None
    label: Word | None = None


# ---------------------------------------------------------------- selectors and objects


@node
class Scope(Node):
    """`you control` · `your opponent controls` · `in [your|opponent's] ZONE` of a selector."""

    kind: Literal["you-control", "opponent-controls", "in"]
    whose: Literal["your", "opponent"] | None = None  # for `in`
    zone: str | None = None  # for `in`


@node
class Selector(Node):
    """`N|all|another ["Tag"] monster|spell|trap|spell or trap|card [SCOPE]`.

    `count` is a number, or "all", or "another"; `noun` is singular ("spell or trap" included).
    """

    count: int | Literal["all", "another"]
    tag: str | None
    noun: str
    scope: Scope | None


@node
class Pronoun(Node):
    """`this` · `target` · `the summoned` (text "summoned") · `it` · `all cards` (text "all-cards")."""

    text: Literal["this", "target", "summoned", "it", "all-cards"]


@node
class Text(Node):
    """A quoted text that is an operation or an event of its own."""

    text: str


Object = Ref | Selector | Pronoun


# ---------------------------------------------------------------- operations


@node
class Operation(Node):
    """One operation, e.g. `special summon "Peten" from deck`.

    `verb` is one of: destroy, banish, send, return, add, tribute, discard, special-summon, flip-face-down,
    flip-face-up, take-control, equip, draw, damage, pay, negate-summon, negate-activation, negate-effect,
    negate-effects (of objects), nothing, text (a quoted operation, its text in `text`).
    `from_zone`, `to_zone` are zone words (see `Place`). `player` is who draws or takes damage: a player's
    name or "you" / "your opponent". `amount` is the N of draw, damage and pay. `by_battle` for `destroy … by
    battle with CARD` (`with_card`) and `damage PLAYER N by battle`. `onto` is what `equip … to …` equips.
    """

    verb: str
    objects: tuple[Object, ...] = ()
    from_zone: str | None = None
    to_zone: str | None = None
    player: Word | None = None
    amount: int | None = None
    text: str | None = None
    by_battle: bool = False
    with_card: Ref | Pronoun | None = None
    onto: Object | None = None


@node
class Moment(Node):
    """Operations that happen at the same time; `if_done` after `then if done`."""

    operations: tuple[Operation, ...]
    if_done: bool = False


Sequence = tuple[Moment, ...]  # joined by `then`


# ---------------------------------------------------------------- events, conditions


@node
class Subject(Node):
    """Who or what an event is about.

    kind "this", "target"; "card" with `determiner` a|another|your|opponent's, optional `tag` and `noun`
    (monster, spell, trap, "spell or trap", card); "name" with `name`; "player" with `text` a player|you|your
    opponent; "effect" with `text` "card or effect"|"monster effect"|"effect" (the last with `tag`).
    For "effect", `determiner` is kept when one is written (`opponent's monster effect is activated`).
    """

    kind: Literal["this", "target", "card", "name", "player", "effect"]
    determiner: str | None = None
    tag: str | None = None
    noun: str | None = None
    name: str | None = None
    text: str | None = None


@node
class Event(Node):
    """`SUBJECT VERB …`, or a quoted text (then only `text` is set and `subject` is None).

    `verb` is one of: sent, leaves, destroyed, destroys-by-battle, tributed, discarded, banished, returned,
    added-to-hand, drawn, summoned, would-be-summoned, flipped, targeted, equipped, attacks, battles,
    activated, takes-damage, draws, changes-control, text.
    `summon` is normal|tribute|flip|special or None (any). `battle_damage` for `takes battle damage`.
    `by` is battle|effect|None, `as_cost`, `agent` is "you" | "opponent" | None (`by you`, `by your
    opponent`).
    """

    subject: Subject | None
    verb: str
    from_zone: str | None = None
    to_zone: str | None = None
    summon: str | None = None
    battle_damage: bool = False
    by: Literal["battle", "effect"] | None = None
    as_cost: bool = False
    agent: Literal["you", "opponent"] | None = None
    text: str | None = None


@node
class InZone(Node):
    """`CARD is [not] in ZONE`."""

    card: Ref | Pronoun
    negated: bool
    zone: str


@node
class Controls(Node):
    """`you control [no|N or more] SELECTOR`; `least` and `most` bound the number (most None = no bound)."""

    least: int
    most: int | None
    selector: Selector


Condition = tuple[InZone | Controls, ...]  # joined by `and`


# ---------------------------------------------------------------- card definitions


@node
class Modifier(Node):
    """One modifier of a definition or attribute of a `triggers` / `may use` line; `kind` says which.

    cost (`operations`) · target (`selector`) · from (`zones`, `also_hand`) · only-if (`condition`) ·
    while (`condition`) · once-per-turn (`by_name`) · once-per-chain (`by_name`) · once-per-battle ·
    once-per-damage-calculation · once-per-phase · each-time · chain-link (`number`) · name-not-on-chain ·
    cannot-be-responded-to · opponent-cannot-respond · opponent-cannot-activate · in-response-only ·
    in-damage-step · only-in (`step`) · speed (`number`) · summons-itself · tagged (`tag`) ·
    wording (`wording`, only on `triggers`/`may use` lines) · revealed · mandatory (only on `may use`).
    """

    kind: str
    operations: tuple[Operation, ...] = ()
    selector: Selector | None = None
    zones: tuple[str, ...] = ()
    also_hand: bool = False
    condition: Condition = ()
    by_name: bool = False
    number: int | None = None
    step: str | None = None
    tag: str | None = None
    wording: Wording | None = None


@node
class EffectDefinition(Node):
    """One effect line.

    `kind`: activate, ignition, trigger, flip, quick, continuous, phase (then `phase` is set).
    """

    label: Word | None
    mandatory: bool | None  # None: the line does not say
    kind: str
    phase: str | None
    wording: Wording | None
    events: tuple[Event, ...]
    modifiers: tuple[Modifier, ...]
    operations: Sequence


@node
class CardDefinition(Node):
    """`card "Name" KIND { … }`; `kind` is the base kind, `subtype` e.g. quick-play, pendulum, or None.

    The span is that of the line before the braces.
    """

    name: str
    name_span: Span
    kind: Literal["monster", "spell", "trap"]
    subtype: str | None
    tags: tuple[str, ...]
    effects: tuple[EffectDefinition, ...]


# ---------------------------------------------------------------- header and places


@node
class Toggle(Node):
    """`TOGGLE VALUE`, both as written (hyphens)."""

    name: Word
    value: Word


@node
class Rules(Node):
    """`rules NAME [with TOGGLE VALUE, …]`."""

    name: Word
    toggles: tuple[Toggle, ...]


@node
class Players(Node):
    """`players P, Q` (two are right; the number is checked later so that the message can be good)."""

    names: tuple[Word, ...]


@node
class Turn(Node):
    """`turn P`."""

    player: Word


@node
class Phase(Node):
    """`phase draw|standby|main1|battle|main2|end`."""

    name: str


@node
class Step(Node):
    """`step start|battle|damage-start|…`."""

    name: str


@node
class Limit(Node):
    """`limit PLAYER to N activations of SELECTOR`; the selector has no count: it is stored as "all"."""

    player: Word
    number: int
    selector: Selector


@node
class Use(Node):
    """`use "path.chain"` (path set) or `use classics` (library set)."""

    path: str | None
    library: Word | None


@node
class Item(Node):
    """`[OWNER's] [COUNT] CARD [as ID] [this turn] [revealed] [on CARD] [doomed]`."""

    owner: Word | None
    count: int
    card: Ref
    alias: Word | None
    this_turn: bool
    revealed: bool
    on: Ref | None
    doomed: bool


@node
class Place(Node):
    """`PLAYER ZONE: ITEM, …`; zone: field, set, facedown, hand, gy, banished, deck, extra, pendulum."""

    player: Word
    zone: str
    items: tuple[Item, ...]


# ---------------------------------------------------------------- what happened


@node
class Triggers(Node):
    """`PLAYER triggers mandatory|optional [N] "Name" [as ID[.LABEL]] ATTRIBUTES`."""

    player: Word
    mandatory: bool
    count: int
    name: str
    name_span: Span
    alias: Word | None
    label: Word | None
    attributes: tuple[Modifier, ...]


@node
class LaterMoment(Node):
    """A line that says only `then`."""


@node
class MayUse(Node):
    """`PLAYER may use "Name" [as ID[.LABEL]] ATTRIBUTES` (`mandatory` is one of the attributes)."""

    player: Word
    name: str
    name_span: Span
    alias: Word | None
    label: Word | None
    attributes: tuple[Modifier, ...]


@node
class Happens(Node):
    """`happens [by PLAYER] OPERATIONS` with the `then OPERATIONS` lines that follow it."""

    player: Word | None
    moments: Sequence


# ---------------------------------------------------------------- plays


@node
class Activates(Node):
    """`PLAYER activates CARD[.LABEL] [COST …] [targeting CARDS] [against CARD|link N] [at once]`.

    `costs` holds one `Operation` for each `tributing`, `discarding`, `banishing`, `sending`, `paying`
    (verbs tribute, discard, banish, send, pay).
    """

    player: Word
    card: Ref
    costs: tuple[Operation, ...]
    targets: tuple[Ref, ...]
    against_card: Ref | None
    against_link: int | None
    at_once: bool


@node
class Passes(Node):
    """`PLAYER passes`."""

    player: Word


@node
class BothPass(Node):
    """`both pass`."""


@node
class Summons(Node):
    """`normal summons CARD [tributing CARDS]`, `flip summons CARD`, `special summons CARDS [using CARDS]`."""

    player: Word
    how: Literal["normal", "flip", "special"]
    cards: tuple[Ref, ...]
    materials: tuple[Ref, ...]


@node
class Sets(Node):
    """`PLAYER sets CARD`."""

    player: Word
    card: Ref


@node
class Discards(Node):
    """`PLAYER discards CARDS`: down to the hand size, at the end of the turn."""

    player: Word
    cards: tuple[Ref, ...]


@node
class Attacks(Node):
    """`PLAYER attacks CARD [with CARD]` or `attacks directly with CARD` (then `target` is None)."""

    player: Word
    target: Ref | None
    attacker: Ref | None


@node
class MovesTo(Node):
    """`PLAYER moves to PHASE|STEP`; `place` is the phase or step word as written."""

    player: Word
    place: str


@node
class EndsTurn(Node):
    """`PLAYER ends turn`."""

    player: Word


@node
class Declines(Node):
    """`PLAYER declines CARD[.LABEL]`."""

    player: Word
    card: Ref


@node
class LinkOutcome(Node):
    """`link N: OPERATIONS` in a `chain resolves` block."""

    link: int
    moments: Sequence


@node
class ChainResolves(Node):
    """`chain resolves [{ … }]`; `block` is empty without braces. The span is that of the two words."""

    block: tuple[LinkOutcome, ...]


# ---------------------------------------------------------------- expectations

Order = tuple[Ref, ...]


@node
class Expect(Node):
    """The common part: `in_rules` for `expect in RULESET …`."""

    in_rules: Word | None


@node
class ExpectLegal(Expect):
    """`expect legal`."""


@node
class ExpectIllegal(Expect):
    """`expect illegal [LAW]`."""

    law: Word | None


@node
class ExpectOrders(Expect):
    """`expect [all] orders { [..] … }`."""

    all: bool
    orders: tuple[Order, ...]


@node
class ExpectOrder(Expect):
    """`expect order [..] legal|illegal [LAW]`."""

    order: Order
    legal: bool
    law: Word | None


@node
class ExpectCount(Expect):
    """`expect count N`."""

    count: int


@node
class ExpectMissed(Expect):
    """`expect missed CARD[.LABEL]`."""

    card: Ref


@node
class ExpectLost(Expect):
    """`expect lost CARD [because LAW]`."""

    card: Ref
    law: Word | None


@node
class ExpectMay(Expect):
    """`expect PLAYER may [not] activate CARD [because LAW]`."""

    player: Word
    negated: bool
    card: Ref
    law: Word | None


@node
class ExpectLink(Expect):
    """`expect link N resolves|has no effect|negated`; outcome as in the JSON."""

    link: int
    outcome: Literal["resolved", "no-effect", "negated"]


@node
class ExpectToAct(Expect):
    """`expect PLAYER to act`."""

    player: Word


@node
class ExpectPlace(Expect):
    """`expect PLAYER ZONE: CARD, …`: at least these."""

    player: Word
    zone: str
    cards: tuple[Ref, ...]


Statement = (
    Rules
    | Players
    | Turn
    | Phase
    | Step
    | Limit
    | Use
    | CardDefinition
    | Place
    | Triggers
    | LaterMoment
    | MayUse
    | Happens
    | Activates
    | Passes
    | BothPass
    | Summons
    | Sets
    | Discards
    | Attacks
    | MovesTo
    | EndsTurn
    | Declines
    | ChainResolves
    | Expect
)


@node
class File:
    """A whole file: its statements in order.

    A statement with a syntax error is missing, or stands here as it was probably meant (see the diagnostics).
    """

    source: SourceFile
    statements: tuple[Statement, ...]
