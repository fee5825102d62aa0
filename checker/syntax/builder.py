"""Parse trees to `checker.syntax.tree`: one method for each node of the grammar, named like it.

A method receives what the children of its node became: words stay `Token`s, optional parts that are absent
are None. Keywords are children only where the grammar keeps them (`!rule`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, Literal

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.source import Span
from checker.syntax import tree
from checker.syntax.activation import Said, activation
from checker.syntax.engine import Tree
from checker.syntax.operations import Flat, FlatOperation, MoreObjects, Tail, Then, nested
from checker.syntax.problems import echo, error, span_of
from checker.syntax.scanner import unquoted
from checker.syntax.tokens import Token

MOST_COPIES = 99


@tree.node
class HappensLater(tree.Node):
    """A line `then OPERATIONS`, before it is joined to the `happens` line that it goes on with."""

    moments: tree.Sequence


# What the user wrote for these kinds of clauses.
_SAID = {"as_cost": "as cost", "agent": "by"}

Claim = Callable[[Span, tree.Word | None], tree.Expect]


def text_of(token: Token) -> str:
    """A name or a quoted text as it is meant, in Unicode's composed form."""
    text = unquoted(token.value) if token.type == "QUOTED" else token.value
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def word_of(token: Token) -> tree.Word:
    """A word as a node."""
    return tree.Word(span_of(token), text_of(token))


def _tag(token: Token | None) -> str | None:
    return None if token is None else text_of(token)


def _complete(operation: tree.Operation) -> FlatOperation:
    return FlatOperation(operation.span, operation.verb, complete=operation)


def _all_cards(item: tree.Object) -> tree.Object:
    """`all cards` without more is a pronoun: for `discard` it is the hand."""
    if isinstance(item, tree.Selector) and (item.count, item.tag, item.noun, item.scope) == (
        "all",
        None,
        "card",
        None,
    ):
        return tree.Pronoun(item.span, "all-cards")
    return item


def _happening(verb: str) -> Callable[[Any], dict[str, Any]]:
    """A method for a happening that has nothing but its verb."""
    return lambda _builder: {"verb": verb}


def build(node: Tree) -> tuple[Any, list[Diagnostic]]:
    """What a parse tree stands for, and what is wrong with it that the grammar alone cannot refuse."""
    builder = _Builder(span_of(node.first, node.last))
    return builder.build(node), builder.problems


class _Builder:
    """One method for each node of the grammar; `span` is where the node being built stands."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self.problems: list[Diagnostic] = []

    def build(self, node: Tree) -> Any:
        """The node of `checker.syntax.tree` that a parse tree stands for."""
        children = [self.build(child) if isinstance(child, Tree) else child for child in node.children]
        method: Callable[..., Any] = getattr(self, node.name)
        self.span = span_of(node.first, node.last)
        return method(*children)

    # ------------------------------------------------------------ names and cards

    def name(self, token: Token) -> tree.Word:
        return word_of(token)

    player = label = law = name

    def card_id(self, token: Token) -> tree.Ref:
        return tree.Ref(self.span, text_of(token), quoted=False)

    def card_name(self, token: Token) -> tree.Ref:
        return tree.Ref(self.span, text_of(token), quoted=True)

    def owned_card(self, owner: tree.Word, card: Token) -> tree.Ref:
        return tree.Ref(self.span, text_of(card), quoted=card.type == "QUOTED", owner=owner)

    def labelled_card(self, card: tree.Ref, label: tree.Word) -> tree.Ref:
        return tree.Ref(self.span, card.text, card.quoted, card.owner, label)

    def cards(self, *cards: tree.Ref) -> tuple[tree.Ref, ...]:
        return cards

    def zone(self, token: Token) -> str:
        text: str = token.value
        return text

    attribute_zone = phase_word = step_word = phase_or_step = necessity = wording = summon_kind = zone

    # ------------------------------------------------------------ header

    def rules(self, name: tree.Word, toggles: tuple[tree.Toggle, ...] | None) -> tree.Rules:
        return tree.Rules(self.span, name, toggles or ())

    def toggles(self, *toggles: tree.Toggle) -> tuple[tree.Toggle, ...]:
        return toggles

    def toggle(self, name: tree.Word, value: tree.Word) -> tree.Toggle:
        return tree.Toggle(self.span, name, value)

    def toggle_value(self, token: Token) -> tree.Word:
        return word_of(token)

    def players(self, *names: tree.Word) -> tree.Players:
        return tree.Players(self.span, names)

    def turn(self, player: tree.Word) -> tree.Turn:
        return tree.Turn(self.span, player)

    def phase(self, name: str) -> tree.Phase:
        return tree.Phase(self.span, name)

    def step(self, name: str) -> tree.Step:
        return tree.Step(self.span, name)

    def limit(self, player: tree.Word, number: Token, tag: Token | None, noun: tree.Word) -> tree.Limit:
        start = noun.span if tag is None else span_of(tag)
        selector = tree.Selector(start.to(noun.span), "all", _tag(tag), noun.text, None)
        return tree.Limit(self.span, player, int(number.value), selector)

    def use_path(self, path: Token) -> tree.Use:
        return tree.Use(self.span, text_of(path), None)

    def use_library(self, library: tree.Word) -> tree.Use:
        return tree.Use(self.span, None, library)

    # ------------------------------------------------------------ places

    def place(self, player: tree.Word, zone: str, *items: tree.Item) -> tree.Place:
        return tree.Place(self.span, player, zone, items)

    def item(
        self, owner: tree.Word | None, count: Token | None, card: tree.Ref, *attributes: Said
    ) -> tree.Item:
        said = self._once(attributes)
        return tree.Item(
            self.span,
            owner,
            self._copies(count),
            card,
            alias=said.get("as"),
            this_turn="this turn" in said,
            revealed="revealed" in said,
            on=said.get("on"),
            doomed="doomed" in said,
        )

    def item_alias(self, name: tree.Word) -> Said:
        return Said(self.span, "as", name)

    def this_turn(self) -> Said:
        return Said(self.span, "this turn")

    def item_revealed(self) -> Said:
        return Said(self.span, "revealed")

    def on_card(self, card: tree.Ref) -> Said:
        return Said(self.span, "on", card)

    def doomed(self) -> Said:
        return Said(self.span, "doomed")

    # ------------------------------------------------------------ triggers and fast effects without a story

    def triggers(
        self,
        player: tree.Word,
        necessity: str,
        count: Token | None,
        name: Token,
        *attributes: Said | tree.Modifier,
    ) -> tree.Triggers:
        alias, label, modifiers = self._attributes(attributes)
        mandatory = necessity == "mandatory"
        copies = self._copies(count)
        return tree.Triggers(
            self.span, player, mandatory, copies, text_of(name), span_of(name), alias, label, modifiers
        )

    def may_use(self, player: tree.Word, name: Token, *attributes: Said | tree.Modifier) -> tree.MayUse:
        alias, label, modifiers = self._attributes(attributes)
        return tree.MayUse(self.span, player, text_of(name), span_of(name), alias, label, modifiers)

    def later_moment(self) -> tree.LaterMoment:
        return tree.LaterMoment(self.span)

    def alias(self, name: tree.Word, label: tree.Word | None) -> Said:
        return Said(self.span, "as", (name, label))

    def is_mandatory(self) -> tree.Modifier:
        return tree.Modifier(self.span, "mandatory")

    def from_zone(self, zone: str) -> tree.Modifier:
        return tree.Modifier(self.span, "from", zones=(zone,))

    def also_hand(self) -> Said:
        return Said(self.span, "also hand")

    def wording_attribute(self, wording: tree.Wording) -> tree.Modifier:
        return tree.Modifier(self.span, "wording", wording=wording)

    def revealed(self) -> tree.Modifier:
        return tree.Modifier(self.span, "revealed")

    # ------------------------------------------------------------ what happened

    def happens(self, player: tree.Word | None, moments: tree.Sequence) -> tree.Happens:
        return tree.Happens(self.span, player, moments)

    def happens_later(self, moments: tree.Sequence) -> HappensLater:
        return HappensLater(self.span, moments)

    def happens_later_if_done(self, moments: tree.Sequence) -> HappensLater:
        first = moments[0]
        return HappensLater(self.span, (tree.Moment(first.span, first.operations, True), *moments[1:]))

    # ------------------------------------------------------------ plays

    def activates(self, player: tree.Word, card: tree.Ref, *parts: Said | tree.Ref | None) -> tree.Activates:
        clauses = activation(parts)
        self.problems += clauses.problems
        against = clauses.against
        return tree.Activates(
            self.span,
            player,
            card,
            tuple(clauses.costs),
            tuple(clauses.targets),
            against if isinstance(against, tree.Ref) else None,
            against if isinstance(against, int) else None,
            clauses.at_once,
        )

    def activation_clause(self, keyword: Token, *operands: Any) -> Said:
        operand = operands[-1]
        return Said(self.span, keyword.value, int(operand.value) if isinstance(operand, Token) else operand)

    def one_more_card(self, card: tree.Ref) -> tree.Ref:
        return card

    def at_once(self) -> Said:
        return Said(self.span, "at once")

    def passes(self, player: tree.Word) -> tree.Passes:
        return tree.Passes(self.span, player)

    def both_pass(self) -> tree.BothPass:
        return tree.BothPass(self.span)

    def normal_summons(
        self, player: tree.Word, card: tree.Ref, tributes: tuple[tree.Ref, ...] | None
    ) -> tree.Summons:
        return tree.Summons(self.span, player, "normal", (card,), tributes or ())

    def flip_summons(self, player: tree.Word, card: tree.Ref) -> tree.Summons:
        return tree.Summons(self.span, player, "flip", (card,), ())

    def special_summons(
        self,
        player: tree.Word,
        cards: tuple[tree.Ref, ...],
        materials: tuple[tree.Ref, ...] | None,
    ) -> tree.Summons:
        return tree.Summons(self.span, player, "special", cards, materials or ())

    def sets(self, player: tree.Word, card: tree.Ref) -> tree.Sets:
        return tree.Sets(self.span, player, card)

    def discards(self, player: tree.Word, cards: tuple[tree.Ref, ...]) -> tree.Discards:
        return tree.Discards(self.span, player, cards)

    def attacks(self, player: tree.Word, target: tree.Ref, attacker: tree.Ref | None) -> tree.Attacks:
        return tree.Attacks(self.span, player, target, attacker)

    def attacks_directly(self, player: tree.Word, attacker: tree.Ref) -> tree.Attacks:
        return tree.Attacks(self.span, player, None, attacker)

    def moves_to(self, player: tree.Word, place: str) -> tree.MovesTo:
        return tree.MovesTo(self.span, player, place)

    def ends_turn(self, player: tree.Word) -> tree.EndsTurn:
        return tree.EndsTurn(self.span, player)

    def declines(self, player: tree.Word, card: tree.Ref) -> tree.Declines:
        return tree.Declines(self.span, player, card)

    def chain_resolves(self) -> tree.ChainResolves:
        return tree.ChainResolves(self.span, ())

    def link_line(self, link: Token, moments: tree.Sequence) -> tree.LinkOutcome:
        return tree.LinkOutcome(self.span, int(link.value), moments)

    # ------------------------------------------------------------ operations

    def sequence(self, *parts: Flat) -> tree.Sequence:
        moments, problems = nested(parts)
        self.problems += problems
        return moments

    listed_sequence = sequence

    def cost_operations(self, *parts: Flat) -> tuple[tree.Operation, ...]:
        return self.sequence(*parts)[0].operations

    def then(self) -> Then:
        return Then(self.span, False)

    def then_if_done(self) -> Then:
        return Then(self.span, True)

    def quoted_operation(self, text: Token) -> FlatOperation:
        return _complete(tree.Operation(self.span, "text", text=text_of(text)))

    def object_operation(self, verb: str, item: tree.Object, *tails: Tail) -> FlatOperation:
        return FlatOperation(self.span, verb, (_all_cards(item),), tails)

    def object_verb(self, *words: Token) -> str:
        return "-".join(word.value for word in words if word.value != "of")

    def more_objects(self, item: tree.Object, *tails: Tail) -> MoreObjects:
        return MoreObjects(self.span, _all_cards(item), tails)

    def draw(self, amount: Token) -> FlatOperation:
        return _complete(tree.Operation(self.span, "draw", amount=int(amount.value)))

    def player_draws(self, player: tree.Word, amount: Token) -> FlatOperation:
        return _complete(tree.Operation(self.span, "draw", player=player, amount=int(amount.value)))

    def damage(self, player: tree.Word, amount: Token, by_battle: bool | None) -> FlatOperation:
        operation = tree.Operation(
            self.span, "damage", player=player, amount=int(amount.value), by_battle=bool(by_battle)
        )
        return _complete(operation)

    def by_battle(self) -> bool:
        return True

    def pay(self, amount: Token) -> FlatOperation:
        return _complete(tree.Operation(self.span, "pay", amount=int(amount.value)))

    def negate(self, what: str) -> FlatOperation:
        return _complete(tree.Operation(self.span, f"negate-{what}"))

    negated = zone

    def nothing(self) -> FlatOperation:
        return _complete(tree.Operation(self.span, "nothing"))

    def tail_from(self, zone: str) -> Tail:
        return Tail(self.span, "from", zone=zone)

    def tail_to(self, zone: str) -> Tail:
        return Tail(self.span, "to", zone=zone)

    def tail_onto(self, onto: tree.Object) -> Tail:
        return Tail(self.span, "onto", onto=_all_cards(onto))

    def tail_by_battle(self, battler: tree.Ref | tree.Pronoun) -> Tail:
        return Tail(self.span, "by-battle", battler=battler)

    recipient = name

    def you(self) -> tree.Word:
        return tree.Word(self.span, "you")

    def your_opponent(self) -> tree.Word:
        return tree.Word(self.span, "your opponent")

    def pronoun(self, *words: Token) -> tree.Pronoun:
        text: Any = words[-1].value  # `the summoned` is "summoned"
        return tree.Pronoun(self.span, text)

    # ------------------------------------------------------------ selectors

    def selector(
        self,
        quantity: int | Literal["all", "another"],
        tag: Token | None,
        noun: tree.Word,
        scope: tree.Scope | None,
    ) -> tree.Selector:
        return tree.Selector(self.span, quantity, _tag(tag), noun.text, scope)

    def quantity(self, token: Token) -> int | str:
        if token.type == "NUMBER":
            if int(token.value) == 0:
                helps = say("to say that there is none, write `you control no …`")
                self.problems.append(error("zero", say("a number of cards is at least 1"), self.span, helps))
            return int(token.value)
        text: str = token.value
        return 1 if text == "a" else text

    def noun(self, *words: Token) -> tree.Word:
        singular = [word.value.removesuffix("s") for word in words]
        if len(singular) > 1 and singular[-1] == "card":
            singular.pop()  # `spell card` is `spell`
        return tree.Word(self.span, " ".join(singular))

    def you_control(self) -> tree.Scope:
        return tree.Scope(self.span, "you-control")

    def opponent_controls(self, *_your: Token) -> tree.Scope:
        return tree.Scope(self.span, "opponent-controls")

    def in_zone(self, zone: str) -> tree.Scope:
        return tree.Scope(self.span, "in", zone=zone)

    def in_your_zone(self, zone: str) -> tree.Scope:
        return tree.Scope(self.span, "in", whose="your", zone=zone)

    def in_opponents_zone(self, zone: str) -> tree.Scope:
        return tree.Scope(self.span, "in", whose="opponent", zone=zone)

    # ------------------------------------------------------------ card definitions

    def card_definition(self, name: Token, kind: tuple[Any, str | None]) -> tree.CardDefinition:
        return tree.CardDefinition(self.span, text_of(name), span_of(name), kind[0], kind[1], (), ())

    def card_kind(self, *words: Token) -> tuple[str, str | None]:
        return words[-1].value, words[0].value if len(words) == 2 else None

    def tags(self, *tags: Token) -> tuple[str, ...]:
        return tuple(text_of(tag) for tag in tags)

    def effect(
        self,
        label: tree.Word | None,
        necessity: str | None,
        kind: tuple[tree.Word, str | None],
        events: tuple[tree.Wording, tuple[tree.Event, ...]] | None,
        *rest: Any,
    ) -> tree.EffectDefinition:
        *modifiers, operations = rest
        word, phase = kind
        if word.text in ("trigger", "flip") and necessity is None:
            message = say(
                "a `{word}` effect must say whether it is `mandatory` or `optional`", word=word.text
            )
            helps = say(
                "write `mandatory {word}`, or `optional {word}` if the player may decline it", word=word.text
            )
            self.problems.append(error("mandatory-or-optional", message, word.span, helps))
        return tree.EffectDefinition(
            self.span,
            label,
            None if necessity is None else necessity == "mandatory",
            word.text,
            phase,
            events[0] if events else None,
            events[1] if events else (),
            tuple(modifiers),
            operations or (),
        )

    def effect_kind(self, word: Token, phase: str | None = None) -> tuple[tree.Word, str | None]:
        return word_of(word), phase

    def trigger_events(
        self, wording: tree.Wording, *events: tree.Event
    ) -> tuple[tree.Wording, tuple[tree.Event, ...]]:
        return wording, events

    # ------------------------------------------------------------ modifiers

    def cost(self, operations: tuple[tree.Operation, ...]) -> tree.Modifier:
        return tree.Modifier(self.span, "cost", operations=operations)

    def target(self, selector: tree.Selector) -> tree.Modifier:
        return tree.Modifier(self.span, "target", selector=selector)

    def from_zones(self, *zones: str) -> tree.Modifier:
        return tree.Modifier(self.span, "from", zones=zones)

    def only_if(self, condition: tree.Condition) -> tree.Modifier:
        return tree.Modifier(self.span, "only-if", condition=condition)

    def while_condition(self, condition: tree.Condition) -> tree.Modifier:
        return tree.Modifier(self.span, "while", condition=condition)

    def once_per_turn(self, by_name: bool | None) -> tree.Modifier:
        return tree.Modifier(self.span, "once-per-turn", by_name=bool(by_name))

    def once_per_chain(self, by_name: bool | None) -> tree.Modifier:
        return tree.Modifier(self.span, "once-per-chain", by_name=bool(by_name))

    by_name = by_battle

    def once_per_battle(self) -> tree.Modifier:
        return tree.Modifier(self.span, "once-per-battle")

    def once_per_damage_calculation(self) -> tree.Modifier:
        return tree.Modifier(self.span, "once-per-damage-calculation")

    def once_per_phase(self) -> tree.Modifier:
        return tree.Modifier(self.span, "once-per-phase")

    def each_time(self) -> tree.Modifier:
        return tree.Modifier(self.span, "each-time")

    def chain_link(self, number: Token) -> tree.Modifier:
        return tree.Modifier(self.span, "chain-link", number=int(number.value))

    def name_not_on_chain(self) -> tree.Modifier:
        return tree.Modifier(self.span, "name-not-on-chain")

    def cannot_be_responded_to(self) -> tree.Modifier:
        return tree.Modifier(self.span, "cannot-be-responded-to")

    def opponent_cannot_respond(self) -> tree.Modifier:
        return tree.Modifier(self.span, "opponent-cannot-respond")

    def opponent_cannot_activate(self) -> tree.Modifier:
        return tree.Modifier(self.span, "opponent-cannot-activate")

    def in_response_only(self) -> tree.Modifier:
        return tree.Modifier(self.span, "in-response-only")

    def in_damage_step(self) -> tree.Modifier:
        return tree.Modifier(self.span, "in-damage-step")

    def only_in(self, step: str) -> tree.Modifier:
        return tree.Modifier(self.span, "only-in", step=step)

    def speed(self, number: Token) -> tree.Modifier:
        if number.value not in ("1", "2", "3"):
            message = say("there is no Spell Speed {number}", number=number.value)
            self.problems.append(
                error("speed", message, span_of(number), say("the Spell Speeds are 1, 2 and 3"))
            )
        return tree.Modifier(self.span, "speed", number=int(number.value))

    def summons_itself(self) -> tree.Modifier:
        return tree.Modifier(self.span, "summons-itself")

    def tagged(self, tag: Token) -> tree.Modifier:
        return tree.Modifier(self.span, "tagged", tag=text_of(tag))

    # ------------------------------------------------------------ conditions

    def condition(self, *clauses: tree.InZone | tree.Controls) -> tree.Condition:
        return clauses

    def in_place(self, card: tree.Ref | tree.Pronoun, negated: bool | None, zone: str) -> tree.InZone:
        return tree.InZone(self.span, card, bool(negated), zone)

    is_not = by_battle

    def controls(
        self,
        how_many: tuple[int, int | None, Literal["all", "another"]],
        tag: Token | None,
        noun: tree.Word,
        scope: tree.Scope | None,
    ) -> tree.Controls:
        least, most, count = how_many
        selector = tree.Selector(self.span, count, _tag(tag), noun.text, scope)
        return tree.Controls(self.span, least, most, selector)

    def how_many(self, *words: Token) -> tuple[int, int | None, str]:
        first = words[0]
        if first.type == "NUMBER":
            return int(first.value), None, "all"
        if first.value == "no":
            return 0, 0, "all"
        return 1, None, "another" if first.value == "another" else "all"

    # ------------------------------------------------------------ events

    def event(self, subject: tree.Subject, happening: dict[str, Any], *suffixes: Said) -> tree.Event:
        return tree.Event(self.span, subject, **{**happening, **self._once(suffixes)})

    def quoted_event(self, text: Token) -> tree.Event:
        return tree.Event(self.span, None, "text", text=text_of(text))

    def this_card(self) -> tree.Subject:
        return tree.Subject(self.span, "this")

    def target_card(self) -> tree.Subject:
        return tree.Subject(self.span, "target")

    def some_card(self, determiner: str, tag: Token | None, noun: tree.Word) -> tree.Subject:
        return tree.Subject(self.span, "card", determiner, _tag(tag), noun.text)

    def determiner(self, *words: Token) -> str:
        text: str = words[-2].value if words[-1].type == "_POSSESSIVE" else words[0].value
        return "opponent's" if text == "opponent" else text

    def named_card(self, name: Token) -> tree.Subject:
        return tree.Subject(self.span, "name", name=text_of(name))

    def a_player(self) -> tree.Subject:
        return tree.Subject(self.span, "player", text="a player")

    def you_subject(self) -> tree.Subject:
        return tree.Subject(self.span, "player", text="you")

    def opponent_subject(self) -> tree.Subject:
        return tree.Subject(self.span, "player", text="your opponent")

    def card_or_effect(self, determiner: str | None) -> tree.Subject:
        return tree.Subject(self.span, "effect", determiner, text="card or effect")

    def monster_effect(self, determiner: str | None) -> tree.Subject:
        return tree.Subject(self.span, "effect", determiner, text="monster effect")

    def tagged_effect(self, determiner: str | None, tag: Token) -> tree.Subject:
        return tree.Subject(self.span, "effect", determiner, _tag(tag), text="effect")

    def sent(self, from_zone: str | None, to_zone: str) -> dict[str, Any]:
        return {"verb": "sent", "from_zone": from_zone, "to_zone": to_zone}

    def leaves(self, zone: str) -> dict[str, Any]:
        return {"verb": "leaves", "from_zone": zone}

    def returned(self, from_zone: str | None, to_zone: str) -> dict[str, Any]:
        return {"verb": "returned", "from_zone": from_zone, "to_zone": to_zone}

    def added_to_hand(self, from_zone: str | None) -> dict[str, Any]:
        return {"verb": "added-to-hand", "from_zone": from_zone}

    def summoned(self, summon: str | None, from_zone: str | None) -> dict[str, Any]:
        return {"verb": "summoned", "summon": summon, "from_zone": from_zone}

    def would_be_summoned(self, summon: str | None) -> dict[str, Any]:
        return {"verb": "would-be-summoned", "summon": summon}

    def takes_damage(self, battle: bool | None) -> dict[str, Any]:
        return {"verb": "takes-damage", "battle_damage": bool(battle)}

    battle_damage = by_battle

    destroyed = _happening("destroyed")
    destroys_by_battle = _happening("destroys-by-battle")
    tributed = _happening("tributed")
    discarded = _happening("discarded")
    banished = _happening("banished")
    drawn = _happening("drawn")
    flipped = _happening("flipped")
    targeted = _happening("targeted")
    equipped = _happening("equipped")
    attacks_event = _happening("attacks")
    battles = _happening("battles")
    activated = _happening("activated")
    draws = _happening("draws")
    changes_control = _happening("changes-control")

    def by_battle_suffix(self) -> Said:
        return Said(self.span, "by", "battle")

    def by_effect(self) -> Said:
        return Said(self.span, "by", "effect")

    def as_cost(self) -> Said:
        return Said(self.span, "as_cost", True)

    def by_you(self) -> Said:
        return Said(self.span, "agent", "you")

    def by_opponent(self) -> Said:
        return Said(self.span, "agent", "opponent")

    # ------------------------------------------------------------ expectations

    def expect(self, rules: tree.Word | None, claim: Callable[..., tree.Expect]) -> tree.Expect:
        return claim(self.span, rules)

    def legal(self) -> Claim:
        return tree.ExpectLegal

    def illegal(self, law: tree.Word | None) -> Claim:
        return lambda span, rules: tree.ExpectIllegal(span, rules, law)

    def legal_orders(self, *orders: tree.Order) -> Claim:
        return lambda span, rules: tree.ExpectOrders(span, rules, False, orders)

    def all_orders(self, *orders: tree.Order) -> Claim:
        return lambda span, rules: tree.ExpectOrders(span, rules, True, orders)

    def order_is_legal(self, order: tree.Order) -> Claim:
        return lambda span, rules: tree.ExpectOrder(span, rules, order, True, None)

    def order_is_illegal(self, order: tree.Order, law: tree.Word | None) -> Claim:
        return lambda span, rules: tree.ExpectOrder(span, rules, order, False, law)

    def order_list(self, *effects: tree.Ref | None) -> tree.Order:
        return tuple(effect for effect in effects if effect)

    def count(self, number: Token) -> Claim:
        return lambda span, rules: tree.ExpectCount(span, rules, int(number.value))

    def missed(self, card: tree.Ref) -> Claim:
        return lambda span, rules: tree.ExpectMissed(span, rules, card)

    def lost(self, card: tree.Ref, law: tree.Word | None) -> Claim:
        return lambda span, rules: tree.ExpectLost(span, rules, card, law)

    def may_activate(
        self, player: tree.Word, negated: bool | None, card: tree.Ref, law: tree.Word | None
    ) -> Claim:
        return lambda span, rules: tree.ExpectMay(span, rules, player, bool(negated), card, law)

    def link_outcome(self, link: Token, outcome: Any) -> Claim:
        return lambda span, rules: tree.ExpectLink(span, rules, int(link.value), outcome)

    def outcome(self, *words: Token) -> str:
        return {"resolves": "resolved", "negated": "negated", "effect": "no-effect"}[words[-1].value]

    def to_act(self, player: tree.Word) -> Claim:
        return lambda span, rules: tree.ExpectToAct(span, rules, player)

    def expected_place(self, player: tree.Word, zone: str, *cards: tree.Ref) -> Claim:
        return lambda span, rules: tree.ExpectPlace(span, rules, player, zone, cards)

    # ------------------------------------------------------------ what several nodes need

    def _copies(self, count: Token | None) -> int:
        if count is None:
            return 1
        copies = int(count.value)
        if copies == 0:
            self.problems.append(
                error(
                    "zero",
                    say("there are no copies"),
                    span_of(count),
                    say("write a number from 1 on, or leave the card out"),
                )
            )
        elif copies > MOST_COPIES:
            message = say("{copies} copies are too many", copies=copies)
            helps = say("there may be {most} copies of a card", most=MOST_COPIES)
            self.problems.append(error("number-too-large", message, span_of(count), helps))
        return min(max(copies, 1), MOST_COPIES)

    def _once(self, attributes: tuple[Said, ...]) -> dict[str, Any]:
        """What each attribute said, after a check that none was said twice."""
        said: dict[str, Any] = {}
        for attribute in attributes:
            if attribute.kind in said:
                self._twice(attribute.kind, attribute.span)
            said[attribute.kind] = attribute.value
        return said

    def _twice(self, kind: str, span: Span) -> None:
        self.problems.append(
            error(
                "said-twice",
                say("{kind} is said twice", kind=echo(_SAID.get(kind, kind))),
                span,
                say("keep one of them"),
            )
        )

    def _attributes(
        self, attributes: tuple[Said | tree.Modifier, ...]
    ) -> tuple[tree.Word | None, tree.Word | None, tuple[tree.Modifier, ...]]:
        """The ID, its label and the other attributes of a `triggers` or `may use` line."""
        alias: tree.Word | None = None
        label: tree.Word | None = None
        modifiers: list[tree.Modifier] = []
        previous: Said | tree.Modifier | None = None
        for attribute in attributes:
            if isinstance(attribute, tree.Modifier):
                if any(attribute.kind == other.kind for other in modifiers):
                    self._twice(attribute.kind.replace("-", " "), attribute.span)
                modifiers.append(attribute)
            elif attribute.kind == "as":
                if alias:
                    self._twice("as", attribute.span)
                alias, label = attribute.value
            elif isinstance(previous, tree.Modifier) and previous.kind == "from":
                span = previous.span.to(attribute.span)
                modifiers[-1] = tree.Modifier(span, "from", zones=previous.zones, also_hand=True)
            else:
                helps = say("write `from gy, also hand`")
                message = say("`also hand` does not follow a `from`")
                self.problems.append(error("also-hand", message, attribute.span, helps))
            previous = attribute
        return alias, label, tuple(modifiers)
