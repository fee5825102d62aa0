"""The stage on which a file's statements are set up one by one: cards, slots, plays and expectations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.domain.data import replace
from checker.domain.fact import Term, Value, constant, term
from checker.domain.report import RulesUsed
from checker.domain.source import SourceFile, Span
from checker.domain.story import Card, Effect, Expectation, Play, PlayKind, Story
from checker.semantics import definitions
from checker.semantics.library import Lookup
from checker.semantics.names import Names
from checker.semantics.problems import Problems, near
from checker.semantics.scripts import Scripts
from checker.syntax import tree
from checker.syntax.words import PHASES

MOST_PLAYS = 400
MOST_CARDS = 600
_MONSTER_ZONES = ("field", "facedown")


class Stage:
    """Builds one story. `lookups` find card definitions, the file's own first."""

    def __init__(self, problems: Problems, lookups: Sequence[Lookup]) -> None:
        self._problems = problems
        self._lookups = lookups
        self._facts: list[Term] = []
        self._scripts = Scripts(self._facts)
        self._names = Names(problems)
        self._node = 0
        self._lines: dict[int, Span] = {}
        self._plays: list[Play] = []
        self._expectations: list[Expectation] = []
        self._links: list[int] = []  # activations that no `chain resolves` has followed yet
        self._moments: dict[int, int] = {}  # activation → moments its effects may have
        self._blocks = 0
        self._caps = 0
        self._cleared = False  # nothing has been done since the state was last open
        self._meeting = False  # `triggers` lines are being collected into one slot
        self._meet_first: int | None = None
        self._continuous = False
        self._zones_told: set[str] = set()
        self._full = False

    # ------------------------------------------------------------ small helpers

    def _fact(self, name: str, *args: Value) -> None:
        self._facts.append(Term(name, args))

    def _slot(self, span: Span) -> int:
        """A new slot: the node it starts from."""
        node = self._node
        self._fact("slot", node)
        self._fact("next", node, node + 1)
        self._lines[node] = span
        self._node = node + 1
        return node

    def _deciding(self, span: Span) -> int:
        node = self._slot(span)
        self._fact("deciding", node)
        return node

    def _definition(self, name: str) -> tree.CardDefinition | None:
        for lookup in self._lookups:
            found = lookup(name)
            if found is not None:
                return found
        return None

    def _card(self, ref: tree.Ref, actor: str | None) -> str | None:
        return self._names.card(ref, actor)

    def _cards(self, refs: Iterable[tree.Ref], actor: str | None) -> tuple[str, ...]:
        found = (self._card(ref, actor) for ref in refs)
        return tuple(card for card in found if card is not None)

    # ------------------------------------------------------------ header

    def header(self, statements: Sequence[tree.Players | tree.Turn | tree.Phase | tree.Step]) -> None:
        """Players, turn, phase and step; each may be named once."""
        seen: set[type] = set()
        turn: str | None = None
        phase, step = "main1", None
        for node in statements:
            if type(node) in seen:
                self._problems.error("story/twice", "this is said twice", node.span)
                continue
            seen.add(type(node))
            if isinstance(node, tree.Players):
                self._players(node)
            elif isinstance(node, tree.Phase):
                phase = node.name
        for node in statements:
            if isinstance(node, tree.Turn):
                turn = self._names.player(node.player)
            elif isinstance(node, tree.Step):
                step, phase = node.name, "battle"
        first, second = self._names.players
        for player in (first, second):
            self._fact("player", player)
        self._fact("opponent", first, second)
        self._fact("opponent", second, first)
        self._fact("start", 0)
        self._fact("init", term("turn", turn or first))
        self._fact("init", term("phase", constant(phase)))
        if phase == "battle":
            self._fact("init", term("step", constant(step or "battle")))

    def _players(self, node: tree.Players) -> None:
        names = [word.text for word in node.names]
        if len(names) != 2:
            self._problems.error(
                "story/two-players", f"a duel has two players, here {len(names)} are named", node.span
            )
        elif names[0] == names[1]:
            self._problems.error("name/taken", f"both players are called `{names[0]}`", node.names[1].span)
        else:
            self._names.players = (names[0], names[1])

    # ------------------------------------------------------------ cards

    def place(self, node: tree.Place) -> None:
        """`PLAYER ZONE: ITEM, …`."""
        player = self._names.player(node.player)
        if player is None:
            return
        self._zones_told.add(node.zone)
        for item in node.items:
            owner = player if item.owner is None else self._names.player(item.owner)
            if owner is None:
                continue
            if item.alias is not None and item.count > 1:
                self._problems.error(
                    "name/taken",
                    f"{item.count} copies cannot share the ID `{item.alias.text}`",
                    item.alias.span,
                )
                continue
            for _ in range(item.count):
                self._item(node, item, player, owner)

    def _item(self, node: tree.Place, item: tree.Item, player: str, owner: str) -> None:
        alias = item.alias.text if item.alias else None
        if alias is None and not item.card.quoted:
            hint = (f'write "{item.card.text}" in quotes',)
            self._problems.error(
                "name/unknown-card", f"`{item.card.text}` is not a card's name", item.card.span, help=hint
            )
            return
        flags = (item.this_turn, item.revealed, item.doomed, item.on.text if item.on else None)
        card = self._new_card(
            item.card.text, alias, owner, item.card.span, player, (node.zone, player, owner, flags)
        )
        if card is None:
            return
        self._fact("init", term("at", card, Term(node.zone)))
        self._fact("init", term("control", card, player))
        if item.this_turn:
            self._fact("init", term("set_this_turn", card))
        if item.revealed:
            self._fact("init", term("revealed", card))
        if item.doomed:
            self._fact("init", term("doomed", card))
        if item.on is not None:
            other = self._card(item.on, player)
            if other is not None:
                self._fact("init", term("equipped", card, other))
        self._define(card, item.card.text)

    def _new_card(
        self, name: str, alias: str | None, owner: str, span: Span, holder: str, place: object
    ) -> str | None:
        if len(self._names.cards) >= MOST_CARDS:
            self._too_much(f"more than {MOST_CARDS} cards", span)
            return None
        card_id = alias or self._names.new_id(name)
        definition = self._definition(name)
        card = Card(card_id, name, owner, span, alias is not None, definition is not None)
        if not self._names.add(card, holder, place):
            return None
        self._fact("card", card_id)
        self._fact("name", card_id, name)
        self._fact("owner", card_id, owner)
        kind = definition.kind if definition else "monster"
        if definition is None and isinstance(place, tuple) and place[0] == "set":
            kind = "trap"
        self._fact("kind", card_id, Term(kind))
        if definition is not None:
            if definition.subtype is not None:
                self._fact("subtype", card_id, constant(definition.subtype))
            for tag in definition.tags:
                self._fact("tag", card_id, tag)
        return card_id

    def _define(self, card: str, name: str) -> None:
        definition = self._definition(name)
        if definition is None:
            return
        effects = definitions.define(self._scripts, card, name, definition)
        self._names.effects[card] = effects
        for effect, node in zip(effects, definition.effects, strict=True):
            if effect.kind == "continuous" and node.operations:
                self._continuous = True

    def _too_much(self, what: str, span: Span) -> None:
        if not self._full:
            self._problems.error("story/too-large", f"{what}: a story may not be larger", span)
        self._full = True

    # ------------------------------------------------------------ statements

    def statement(self, node: tree.Statement) -> None:
        """Carries one statement out; header statements and definitions were read before."""
        if self._full:
            return
        if len(self._plays) >= MOST_PLAYS:
            self._too_much(f"more than {MOST_PLAYS} plays", node.span)
            return
        if isinstance(node, tree.Triggers):
            self._triggers(node)
            return
        if isinstance(node, tree.LaterMoment):
            if self._meet_first is None:
                self._problems.error("story/then", "`then` alone stands between `triggers` lines", node.span)
            self._meeting = False
            return
        if isinstance(node, tree.MayUse):
            self._may_use(node)
            return
        self._end_meeting()
        if isinstance(node, tree.Limit):
            self._limit(node)
        elif isinstance(node, tree.Happens):
            self._happens(node)
        elif isinstance(node, tree.Activates):
            self._activates(node)
        elif isinstance(node, tree.Passes):
            player = self._names.player(node.player)
            if player is not None:
                slot = self._deciding(node.span)
                self._fact("passes", slot, player)
                self._play("pass", slot, node.span, player=player)
        elif isinstance(node, tree.BothPass):
            slot = self._deciding(node.span)
            self._fact("both_pass", slot)
            self._play("both-pass", slot, node.span)
        elif isinstance(node, tree.Summons):
            self._summons(node)
        elif isinstance(node, tree.Sets):
            self._sets(node)
        elif isinstance(node, tree.Attacks):
            self._attacks(node)
        elif isinstance(node, tree.MovesTo):
            where = "phase" if node.place in PHASES else "step"
            self._action(node.player, term(where, constant(node.place)), node.span)
        elif isinstance(node, tree.EndsTurn):
            self._action(node.player, Term("end_turn"), node.span)
        elif isinstance(node, tree.Declines):
            self._declines(node)
        elif isinstance(node, tree.ChainResolves):
            self._resolves(node)
        elif isinstance(node, tree.Expect):
            self._expect(node)

    def _play(self, kind: PlayKind, node: int, span: Span, **more: object) -> Play:
        play = Play(kind, node, span, **more)  # type: ignore[arg-type]
        self._plays.append(play)
        return play

    # ------------------------------------------------------------ depth 1

    def _told_card(self, node: tree.Triggers | tree.MayUse, player: str) -> tuple[str, str] | None:
        """The card and the effect that a line introduces; `as x.label` may add an effect to a known card."""
        alias = node.alias.text if node.alias else None
        label = node.label.text if node.label else None
        known = self._names.cards.get(alias) if alias else None
        if known is not None and label is not None and known.name == node.name:
            card: str | None = known.id
        else:
            zone = next((m.zones[0] for m in node.attributes if m.kind == "from" and m.zones), "elsewhere")
            card = self._new_card(
                node.name, alias, player, node.name_span, player, ("told", player, _shape(node))
            )
            if card is not None:
                self._fact("init", term("at", card, Term(zone)))
                self._fact("init", term("control", card, player))
                if any(m.kind == "revealed" for m in node.attributes):
                    self._fact("init", term("revealed", card))
        if card is None:
            return None
        return card, f"{card}.{label}" if label else card

    def _triggers(self, node: tree.Triggers) -> None:
        player = self._names.player(node.player)
        if player is None:
            return
        if node.alias is not None and node.count > 1:
            self._problems.error(
                "name/taken", f"{node.count} effects cannot share the ID `{node.alias.text}`", node.alias.span
            )
            return
        if not self._meeting:
            slot = self._deciding(node.span)
            self._fact("meets", slot)
            self._meeting = True
            if self._meet_first is None:
                self._meet_first = slot
        slot = self._node - 1
        for _ in range(node.count):
            told = self._told_card(node, player)
            if told is None:
                return
            self._told_effect(node, *told, kind="trigger", mandatory=node.mandatory)
            self._fact("met", slot, told[1])

    def _told_effect(
        self, node: tree.Triggers | tree.MayUse, card: str, effect: str, *, kind: str, mandatory: bool
    ) -> None:
        label = node.label.text if node.label else None
        definitions.announce(self._scripts, effect, card, f"{node.name}#{label or ''}", kind, mandatory)
        self._fact("told", effect)
        definitions.modifiers(self._scripts, effect, card, node.attributes)
        fast = kind == "quick" and not mandatory
        if kind == "quick" and self._definition(node.name) is not None and not _speed_given(node):
            self._fact("printed_speed", effect, _card_speed(self._definition(node.name)))
        elif kind == "quick" and not _speed_given(node):
            self._fact("printed_speed", effect, 2)
        self._names.effects[card].append(Effect(effect, card, label, kind, mandatory, fast, told=True))

    def _end_meeting(self) -> None:
        if self._meet_first is None:
            return
        self._fact("opening", self._node - 1, self._meet_first)
        self._meeting, self._meet_first = False, None

    def _may_use(self, node: tree.MayUse) -> None:
        player = self._names.player(node.player)
        if player is None:
            return
        told = self._told_card(node, player)
        if told is not None:
            mandatory = any(m.kind == "mandatory" for m in node.attributes)
            self._told_effect(node, *told, kind="quick", mandatory=mandatory)

    def _limit(self, node: tree.Limit) -> None:
        player = self._names.player(node.player)
        if player is not None:
            self._caps += 1
            everywhere = (
                "field",
                "set",
                "facedown",
                "pendulum",
                "hand",
                "gy",
                "banished",
                "deck",
                "extra",
                "elsewhere",
            )
            selector = self._scripts.selector(node.selector, where=everywhere)
            self._fact("cap", player, self._caps, selector, node.number)

    # ------------------------------------------------------------ depth 2

    def _happens(self, node: tree.Happens) -> None:
        player = self._turn_player() if node.player is None else self._names.player(node.player)
        if player is None:
            return
        implied = self._make_way(node.span)
        first = self._deciding(node.span)
        self._implied_by(implied, first)
        self._fact("action", first, player, Term("happens"))
        slots = [first]
        for _ in node.moments[1:]:
            slots.append(self._slot(node.span))
            self._fact("later", slots[-1], first)
        for slot in slots:
            self._fact("happens", slot, term("event", slot), player)
        self._scripts.sequence(
            lambda moment: term("event", slots[moment]), node.moments, lambda ref: self._card(ref, player)
        )
        if self._continuous:
            slots.append(self._pause(node.span))
        self._fact("opening", slots[-1], first)
        self._play("happening", first, node.span, player=player, implied=implied)

    def _turn_player(self) -> str:
        turn = next(fact.args[0] for fact in self._facts if fact.name == "init" and _is_turn(fact.args[0]))
        assert isinstance(turn, Term)
        return str(turn.args[0])

    def _pause(self, span: Span) -> int:
        slot = self._slot(span)
        self._fact("pause", slot)
        return slot

    # ------------------------------------------------------------ depth 3: activations

    def _activates(self, node: tree.Activates) -> None:
        player = self._names.player(node.player)
        card = self._card(node.card, player) if player is not None else None
        if player is None or card is None:
            return
        options = self._names.options(card, node.card.label, node.card.span)
        if options is None:
            return
        if not options:
            self._no_effects(card, node.card.span)
            return
        known = {effect.id: effect for effect in self._names.effects[card]}
        targets = self._cards(node.targets, player)
        costs = [(operation, self._paid(operation, player)) for operation in node.costs]
        against = self._against(node, player)
        implied: tuple[int, ...] = ()
        if any(
            known[option].kind in ("ignition", "activate") and not known[option].fast for option in options
        ):
            implied = (self._deciding(node.span), self._deciding(node.span))
        slot = self._deciding(node.span)
        for before in implied:
            self._fact("clearing", before, slot)
        self._fact("activates", slot, player)
        for option in options:
            self._fact("option", slot, option)
        for target in targets:
            self._fact("told_target", slot, target)
        for operation, cards in costs:
            for paid in cards:
                self._fact("told_cost", slot, constant(operation.verb), paid)
        if against is not None:
            self._fact("against", slot, against)
        if node.at_once:
            self._fact("at_once", slot)
        span = node.card.span
        self._play(
            "activation",
            slot,
            node.span,
            player=player,
            card=card,
            effects=options,
            subject_span=span,
            implied=implied,
        )
        self._links.append(slot)
        self._moments[slot] = max((self._effect_moments(option) for option in options), default=1)
        if self._continuous:
            self._pause(node.span)

    def _no_effects(self, card: str, span: Span) -> None:
        name = self._names.cards[card].name
        hint = (f'define it: card "{name}" KIND {{ … }}',)
        if not self._names.cards[card].defined:
            self._problems.error(
                "name/no-effect",
                f"`{name}` has no definition, so it has no effect to activate",
                span,
                help=hint,
            )
        else:
            self._problems.error("name/no-effect", f"`{name}` has no effect that activates", span)

    def _paid(self, operation: tree.Operation, player: str) -> tuple[str, ...]:
        refs = [thing for thing in operation.objects if isinstance(thing, tree.Ref)]
        return self._cards(refs, player)

    def _against(self, node: tree.Activates, player: str) -> str | None:
        if node.against_card is not None:
            return self._card(node.against_card, player)
        if node.against_link is None:
            return None
        if not 1 <= node.against_link <= len(self._links):
            self._problems.error(
                "story/no-such-link", f"the chain has no link {node.against_link}", node.span
            )
            return None
        slot = self._links[node.against_link - 1]
        return next(play.card for play in self._plays if play.node == slot)

    def _effect_moments(self, effect: str) -> int:
        moments = [
            fact.args[0].args[1]
            for fact in self._facts
            if fact.name == "operation"
            and isinstance(fact.args[0], Term)
            and fact.args[0].args[:1] == (effect,)
            and fact.args[0].name == "script"
        ]
        return 1 + max((moment for moment in moments if isinstance(moment, int)), default=0)

    def _declines(self, node: tree.Declines) -> None:
        player = self._names.player(node.player)
        card = self._card(node.card, player) if player is not None else None
        if player is None or card is None:
            return
        options = self._names.options(card, node.card.label, node.card.span)
        if not options:
            return
        slot = self._deciding(node.span)
        for option in options:
            self._fact("declines", slot, option)
        self._play(
            "decline", slot, node.span, player=player, card=card, effects=options, subject_span=node.card.span
        )

    # ------------------------------------------------------------ depth 3: game actions

    def _make_way(self, span: Span) -> tuple[int, ...]:
        """Slots in which the chain that is there resolves and the windows close, if the next action needs it."""
        slots: list[int] = []
        if self._links:
            slots.extend(self._resolution(span, ()))
        for _ in range(2):
            slots.append(self._deciding(span))
        return tuple(slots)

    def _implied_by(self, slots: tuple[int, ...], action: int) -> None:
        for slot in slots:
            self._fact("implied_by", slot, action)
        for slot in slots[-2:]:
            self._fact("clearing", slot, action)

    def _action(
        self,
        word: tree.Word,
        action: Term,
        span: Span,
        *,
        facts: Iterable[tuple[str, str]] = (),
        card: str | None = None,
    ) -> None:
        player = self._names.player(word)
        if player is None:
            return
        implied = self._make_way(span)
        slot = self._deciding(span)
        self._implied_by(implied, slot)
        self._fact("action", slot, player, action)
        for name, value in facts:
            self._fact(name, slot, value)
        self._play("action", slot, span, player=player, card=card, implied=implied)
        if self._continuous:
            self._pause(span)

    def _summons(self, node: tree.Summons) -> None:
        actor = node.player.text
        cards = self._cards(node.cards, actor)
        materials = self._cards(node.materials, actor)
        if len(cards) != len(node.cards) or len(materials) != len(node.materials):
            return
        how = "tribute" if node.how == "normal" and materials else node.how
        facts = [("summoned", card) for card in cards] + [("material", card) for card in materials]
        self._action(node.player, term("summon", Term(how)), node.span, facts=facts, card=cards[0])

    def _sets(self, node: tree.Sets) -> None:
        card = self._card(node.card, node.player.text)
        if card is not None:
            self._action(node.player, term("set", card), node.span, card=card)

    def _attacks(self, node: tree.Attacks) -> None:
        attacker: str | None
        if node.attacker is not None:
            attacker = self._card(node.attacker, node.player.text)
        else:
            attacker = self._only_monster(node)
        target = None
        if node.target is not None:
            found = [
                c for c in self._names.candidates(node.target) if self._names.holders[c] != node.player.text
            ]
            target = found[0] if len(found) == 1 else self._card(node.target, None)
        if attacker is None or (node.target is not None and target is None):
            return
        goal: Value = target if target is not None else Term("directly")
        self._action(node.player, term("attack", attacker, goal), node.span, card=attacker)

    def _only_monster(self, node: tree.Attacks) -> str | None:
        found = [
            card
            for card, place in self._names.places.items()
            if isinstance(place, tuple) and place[:2] == ("field", node.player.text)
        ]
        if len(found) == 1:
            return found[0]
        self._problems.error(
            "story/which-attacker", "say which monster attacks: `attacks … with CARD`", node.span
        )
        return None

    # ------------------------------------------------------------ depth 3: resolution

    def _resolves(self, node: tree.ChainResolves) -> None:
        seen: set[int] = set()
        told: list[tuple[int, int]] = []
        self._blocks += 1
        block = self._blocks
        for entry in node.block:
            if entry.link in seen:
                self._problems.error("story/resolved-twice", f"link {entry.link} resolves twice", entry.span)
                continue
            if not 1 <= entry.link <= len(self._links):
                message = (
                    f"the chain has no link {entry.link}" if self._links else "there is no chain to resolve"
                )
                self._problems.error("story/no-such-link", message, entry.span)
                continue
            seen.add(entry.link)
            told.append((entry.link, len(entry.moments)))
            self._fact("tells", block, entry.link)
            self._scripts.sequence(
                lambda moment, link=entry.link: term("told", block, link, moment),  # type: ignore[misc]
                entry.moments,
                lambda ref: self._card(ref, None),
            )
        slots = self._resolution(node.span, told, block=block)
        self._play("resolve", slots[0], node.span, chain=block)

    def _resolution(self, span: Span, told: Iterable[tuple[int, int]], *, block: int = 0) -> list[int]:
        """Slots for closing the chain, each moment of each link from the newest down, cleaning up, what follows."""
        close = self._deciding(span)
        self._fact("closes", close)
        slots = [close]
        longest = max((moments for _, moments in told), default=1)
        for link in reversed(self._links):
            for moment in range(max(self._moments[link], longest)):
                slot = self._slot(span)
                slots.append(slot)
                self._fact("resolves", slot, link, moment)
                self._fact("in_resolution", slot, block)
                if self._continuous:
                    slots.append(self._pause(span))
        for name in ("finishes", "settles"):
            slot = self._slot(span) if name == "finishes" else self._deciding(span)
            slots.append(slot)
            self._fact(name, slot)
        self._links.clear()
        return slots

    # ------------------------------------------------------------ expectations

    def _expect(self, node: tree.Expect) -> None:
        rules = None
        if node.in_rules is not None:
            from checker.rulesets import REFUSED, names

            if node.in_rules.text not in names():
                message = REFUSED.get(node.in_rules.text, f"there is no rule set `{node.in_rules.text}`")
                self._problems.error(
                    "name/unknown-rules", message, node.in_rules.span, help=near(node.in_rules.text, names())
                )
                return
            rules = node.in_rules.text
        question = self._question(node)
        if question is not None:
            self._expectations.append(replace(question, rules=rules))

    def _question(self, node: tree.Expect) -> Expectation | None:
        at = Expectation("legal", node.span, "", self._node)
        last = next((play for play in reversed(self._plays)), None)
        if isinstance(node, tree.ExpectLegal | tree.ExpectIllegal):
            if last is None:
                self._problems.error(
                    "story/no-play", "there is no play above that this could speak of", node.span
                )
                return None
            law = node.law.text if isinstance(node, tree.ExpectIllegal) and node.law else None
            if isinstance(node, tree.ExpectIllegal):
                return replace(at, question="illegal", play=last, law=self._law(node.law, law), legal=False)
            return replace(at, play=last)
        if isinstance(node, tree.ExpectOrders):
            orders = tuple(self._order(order) for order in node.orders)
            return replace(at, question="all-orders" if node.all else "orders", orders=orders)
        if isinstance(node, tree.ExpectOrder):
            law = self._law(node.law, node.law.text if node.law else None)
            return replace(at, question="order", orders=(self._order(node.order),), legal=node.legal, law=law)
        if isinstance(node, tree.ExpectCount):
            return replace(at, question="count", number=node.count)
        if isinstance(node, tree.ExpectMissed | tree.ExpectLost):
            effects = self._effects_of(node.card, None)
            if effects is None:
                return None
            if isinstance(node, tree.ExpectMissed):
                return replace(at, question="missed", effects=effects)
            law = self._law(node.law, node.law.text if node.law else None)
            return replace(at, question="lost", effects=effects, law=law)
        if isinstance(node, tree.ExpectMay):
            player = self._names.player(node.player)
            effects = self._effects_of(node.card, player) if player is not None else None
            if effects is None:
                return None
            law = self._law(node.law, node.law.text if node.law else None)
            return replace(at, question="may", player=player, effects=effects, negated=node.negated, law=law)
        if isinstance(node, tree.ExpectLink):
            return replace(at, question="link", number=node.link, outcome=node.outcome)
        if isinstance(node, tree.ExpectToAct):
            player = self._names.player(node.player)
            return None if player is None else replace(at, question="to-act", player=player)
        if isinstance(node, tree.ExpectPlace):
            player = self._names.player(node.player)
            cards = self._cards(node.cards, player)
            if player is None or len(cards) != len(node.cards):
                return None
            return replace(at, question="place", player=player, zone=node.zone, cards=cards)
        raise TypeError(f"no question for {node!r}")

    def _law(self, word: tree.Word | None, law: str | None) -> str | None:
        if word is None or law is None:
            return None
        from checker.laws import law_names

        if law not in law_names():
            self._problems.error(
                "name/unknown-law", f"there is no law `{law}`", word.span, help=near(law, law_names())
            )
        return law

    def _order(self, order: tree.Order) -> tuple[str, ...]:
        """Entries as effect ids; an entry that may mean several effects joins them with `|`."""
        taken: set[str] = set()
        entries: list[str] = []
        for ref in order:
            card = self._order_card(ref, taken)
            if card is None:
                continue
            options = self._names.options(card, ref.label, ref.span)
            if options is None:
                continue
            if not options:
                self._no_effects(card, ref.span)
                continue
            if not self._names.cards[card].named:
                taken.add(card)
            entries.append("|".join(options))
        return tuple(entries)

    def _order_card(self, ref: tree.Ref, taken: set[str]) -> str | None:
        """In an order, a repeated name stands for the next of the unnamed copies."""
        found = [card for card in self._names.candidates(ref) if card not in taken]
        if len(found) > 1 and self._names._alike(found):  # noqa: SLF001
            return found[0]
        if len(found) == 1:
            return found[0]
        return self._card(ref, None)

    def _effects_of(self, ref: tree.Ref, player: str | None) -> tuple[str, ...] | None:
        card = self._card(ref, player)
        if card is None:
            return None
        options = self._names.options(card, ref.label, ref.span)
        if options == ():
            self._no_effects(card, ref.span)
            return None
        return options

    # ------------------------------------------------------------ the end

    def story(self, source: SourceFile, rules: RulesUsed) -> Story:
        """The finished story."""
        self._end_meeting()
        told = self._zones_told
        for noun, zones in (
            ("monster", _MONSTER_ZONES),
            ("spell", ("field", "set", "pendulum")),
            ("trap", ("field", "set", "pendulum")),
            ("spell_or_trap", ("field", "set", "pendulum")),
        ):
            if told & set(zones):
                for zone in zones:
                    self._fact("told_of", Term(noun), Term(zone))
        for noun in ("monster", "spell", "trap", "spell_or_trap", "card"):
            for zone in ("gy", "banished"):
                if zone in told:
                    self._fact("told_of", Term(noun), Term(zone))
        effects = {effect.id: effect for found in self._names.effects.values() for effect in found}
        copies: dict[object, list[str]] = {}
        for card in self._names.cards.values():
            if not card.named:
                copies.setdefault((card.name, self._names.places[card.id]), []).append(card.id)
        lines = source.lines
        expectations = tuple(replace(e, text=_text(lines, e.span)) for e in self._expectations)
        return Story(
            source,
            rules,
            self._names.players,
            dict(self._names.cards),
            effects,
            tuple(self._facts),
            tuple(self._plays),
            expectations,
            self._node,
            dict(self._lines),
            {group[0]: tuple(group) for group in copies.values() if len(group) > 1},
            tuple(self._problems.found),
        )


def _text(lines: list[str], span: Span) -> str:
    if span.start.line == span.end.line:
        return lines[span.start.line - 1][span.start.column - 1 : span.end.column - 1]
    parts = [lines[span.start.line - 1][span.start.column - 1 :], *lines[span.start.line : span.end.line - 1]]
    parts.append(lines[span.end.line - 1][: span.end.column - 1])
    return " ".join(part.split("#")[0].strip() for part in parts).strip()


def _is_turn(value: Value) -> bool:
    return isinstance(value, Term) and value.name == "turn"


def _speed_given(node: tree.Triggers | tree.MayUse) -> bool:
    return any(modifier.kind == "speed" for modifier in node.attributes)


def _card_speed(definition: tree.CardDefinition | None) -> int:
    """A declared fast effect of a defined card has the Spell Speed of the card: 3 for a Counter Trap."""
    return 3 if definition is not None and definition.subtype == "counter" else 2


def _shape(node: tree.Triggers | tree.MayUse) -> tuple[object, ...]:
    """What must be equal for two unnamed lines to be copies of each other."""
    mandatory = node.mandatory if isinstance(node, tree.Triggers) else None
    return (mandatory, tuple(_bare(modifier) for modifier in node.attributes))


def _bare(modifier: tree.Modifier) -> tuple[object, ...]:
    return (
        modifier.kind,
        modifier.zones,
        modifier.also_hand,
        modifier.by_name,
        modifier.number,
        modifier.wording,
    )
