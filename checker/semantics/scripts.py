"""Operations, selectors, events and conditions as facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.domain.fact import Term, Value, constant, term
from checker.domain.language import say
from checker.domain.source import Span
from checker.semantics.names import Speaker
from checker.semantics.problems import Problems, quote
from checker.syntax import tree

FIELD = ("field", "set", "facedown", "pendulum")
EVERYWHERE = (*FIELD, "hand", "gy", "banished", "deck", "extra", "limbo", "elsewhere")
_NOUN_ZONES = {
    "monster": ("field", "facedown"),
    "spell": ("field", "set", "pendulum"),
    "trap": ("field", "set"),
    "spell or trap": ("field", "set", "pendulum"),
    "card": FIELD,
}
_SOURCES = {
    "special-summon": ("hand", "deck", "gy", "banished", "extra"),
    "add": ("deck", "gy", "banished", "extra"),
    "discard": ("hand",),
    "send": (*FIELD, "hand", "deck", "extra"),
    "banish": (*FIELD, "hand", "gy", "deck", "extra"),
    "return": (*FIELD, "gy", "banished"),
    "equip": ("hand", "deck", "gy", "field"),
}
_OWN = ("special-summon", "add", "discard", "equip")


def zones(zone: str) -> tuple[str, ...]:
    """The zones that a zone word of an event or a selector covers."""
    return FIELD if zone == "field" else (zone,)


class Scripts:
    """Writes facts.

    Where operations are told by the story, a `speaker` turns references into card ids; in a definition there is none
    (None), and a reference is the name of any card.
    """

    def __init__(self, facts: list[Term], problems: Problems) -> None:
        self._facts = facts
        self._problems = problems
        self._reported: set[Span] = set()  # each copy of a card has the same definition
        self._selectors = 0

    def fact(self, name: str, *args: Value) -> None:
        """Adds one fact."""
        self._facts.append(Term(name, args))

    # ------------------------------------------------------------ selectors

    def selector(self, node: tree.Selector, *, whose: str = "any", where: Iterable[str] | None = None) -> int:
        """The number of a new selector; `whose` and `where` hold unless the phrase says otherwise."""
        self._selectors += 1
        number = self._selectors
        self.fact("selector", number)
        self.fact("selector_noun", number, constant(node.noun))
        if node.tag is not None:
            self.fact("selector_tag", number, node.tag)
        places = tuple(where) if where is not None else _NOUN_ZONES[node.noun]
        if node.scope is not None:
            if node.scope.kind == "in" and node.scope.zone is not None:
                places = _NOUN_ZONES[node.noun] if node.scope.zone == "field" else (node.scope.zone,)
                whose = {"your": "you", "opponent": "opponent", None: whose}[node.scope.whose]
            else:
                whose = "you" if node.scope.kind == "you-control" else "opponent"
        for place in places:
            self.fact("selector_zone", number, Term(place))
        self.fact("selector_whose", number, Term(whose))
        if isinstance(node.count, int):
            self.fact("selector_number", number, node.count)
        else:
            self.fact("selector_count", number, Term(node.count))
            if node.count == "another":
                self.fact("selector_number", number, 1)
        return number

    # ------------------------------------------------------------ operations

    def sequence(self, key: Callable[[int], Term], moments: tree.Sequence, speaker: Speaker | None) -> None:
        """The operations of each moment as the script `key(moment)`."""
        before: tuple[Value, ...] = ()
        for index, moment in enumerate(moments):
            script = key(index)
            if moment.if_done:
                self.fact("if_done", script)
            before = self.operations(script, moment.operations, speaker, before=before)

    def operations(
        self,
        script: Term,
        operations: Iterable[tree.Operation],
        speaker: Speaker | None,
        *,
        before: tuple[Value, ...] = (),
        payer: bool = False,
    ) -> tuple[Value, ...]:
        """Simultaneous operations; returns the objects of the last one, for a later `it`."""
        for index, operation in enumerate(operations):
            before = self._operation(script, index, operation, speaker, before, payer)
        return before

    def _operation(
        self,
        script: Term,
        index: int,
        node: tree.Operation,
        speaker: Speaker | None,
        before: tuple[Value, ...],
        payer: bool,
    ) -> tuple[Value, ...]:
        verb = constant(node.verb)
        self.fact("operation", script, index, verb)
        if node.to_zone is not None:
            self.fact("target_zone", script, index, Term(node.to_zone))
        if node.text is not None:
            self.fact("saying", script, index, node.text)
        if node.by_battle or node.with_card is not None:
            self.fact("battle", script, index)
        if isinstance(node.with_card, tree.Ref) and speaker is not None:
            card = speaker.card(node.with_card)
            if card is not None:
                self.fact("battle_with", script, index, term("card", card))
        if node.verb in ("draw", "damage"):
            self.fact("person", script, index, self._person(node.player, speaker))
        if node.onto is not None:
            for value in self._object(script, index, node, node.onto, speaker, before, payer):
                self.fact("onto", script, index, value)
        objects = self._objects(script, index, node, speaker, before, payer)
        for value in objects:
            self.fact("object", script, index, value)
        if objects:
            return tuple(objects)
        return (Term("answered"),) if node.verb.startswith("negate-") else before

    def _objects(
        self,
        script: Term,
        index: int,
        node: tree.Operation,
        speaker: Speaker | None,
        before: tuple[Value, ...],
        payer: bool,
    ) -> list[Value]:
        objects: list[Value] = []
        for thing in node.objects:
            found = self._object(script, index, node, thing, speaker, before, payer)
            if speaker is not None and isinstance(thing, tree.Ref) and any(one in objects for one in found):
                speaker.again(thing)
            objects.extend(found)
        return objects

    def _person(self, word: tree.Word | None, speaker: Speaker | None) -> Term:
        """Who draws or takes damage; an unknown player is reported, and so is any in a definition."""
        if word is None or word.text == "you":
            return Term("you")
        if word.text == "your opponent":
            return Term("opponent")
        if speaker is not None:
            speaker.player(word)
        elif word.span not in self._reported:
            self._reported.add(word.span)
            message = say("a definition does not know who {word} is", word=quote(word.text))
            hints = (say("it says `you` or `your opponent`"),)
            self._problems.error("name/unknown-player", message, word.span, hints=hints)
        return term("player", word.text)

    def _object(
        self,
        script: Term,
        index: int,
        node: tree.Operation,
        thing: tree.Object,
        speaker: Speaker | None,
        before: tuple[Value, ...],
        payer: bool,
    ) -> list[Value]:
        sources = _SOURCES.get(node.verb)
        if node.from_zone is not None:
            sources = (node.from_zone,) if node.from_zone != "field" else FIELD
        if isinstance(thing, tree.Ref):
            if speaker is not None:
                card = speaker.card(thing)
                return [] if card is None else [term("card", card)]
            for zone in sources or EVERYWHERE:
                self.fact("source", script, index, Term(zone))
            whose = "you" if payer or node.verb in _OWN else "any"
            return [term("named", thing.text, Term(whose))]
        if isinstance(thing, tree.Selector):
            # Where nothing is said, hand cards are the speaker's; so is what he pays or Summons.
            own = (
                payer
                or node.verb in _OWN
                or (sources is not None and set(sources) <= {"hand", "deck", "extra"})
            )
            where = None
            if thing.scope is None and (
                node.from_zone is not None or node.verb in ("special-summon", "add", "discard")
            ):
                where = sources
            return [term("selector", self.selector(thing, whose="you" if own else "any", where=where))]
        if thing.text == "it":
            return list(before) or [Term("answered")]
        if thing.text == "all-cards":
            whole = tree.Selector(thing.span, "all", None, "card", None)
            place = sources or (("hand",) if node.verb == "discard" else FIELD)
            # Of a hand, a Deck or a cost the speaker's own; on the field and in the GY everybody's.
            own = payer or node.verb in _OWN or set(place) <= {"hand", "deck", "extra"}
            return [term("selector", self.selector(whole, whose="you" if own else "any", where=place))]
        return [Term(thing.text)]

    # ------------------------------------------------------------ events

    def event(self, pattern: Term, node: tree.Event) -> None:
        """The facts of one pattern."""
        self.fact("pattern", pattern)
        self.fact("verb", pattern, constant(node.verb))
        if node.text is not None:
            self.fact("saying", pattern, node.text)
            return
        self._zones(pattern, node)
        if node.verb in ("summoned", "would-be-summoned"):
            for how in _summons(node.summon):
                self.fact("summon", pattern, Term(how))
        if node.verb == "takes-damage":
            for kind in ("battle",) if node.battle_damage or node.by == "battle" else ("battle", "effect"):
                self.fact("damage", pattern, Term(kind))
        self.fact("manner", pattern, Term("cost" if node.as_cost else node.by or "any"))
        self.fact("agent", pattern, Term(node.agent or "any"))
        if node.subject is not None:
            self._subject(pattern, node.subject)

    def _zones(self, pattern: Term, node: tree.Event) -> None:
        leaving = node.verb == "leaves"
        sources = zones(node.from_zone or "field") if leaving or node.from_zone else EVERYWHERE
        for zone in sources:
            self.fact("from_zone", pattern, Term(zone))
        for zone in zones(node.to_zone) if node.to_zone else EVERYWHERE:
            self.fact("to_zone", pattern, Term(zone))

    def _subject(self, pattern: Term, node: tree.Subject) -> None:
        whose = {"your": "you", "opponent's": "opponent"}.get(node.determiner or "", "any")
        if node.tag is not None:
            self.fact("subject_tag", pattern, node.tag)
        self.fact("subject_whose", pattern, Term(whose))
        if node.kind == "card":
            kind = "another" if node.determiner == "another" else whose
            self.fact("subject", pattern, term("card", Term(kind), constant(node.noun or "card")))
        elif node.kind == "name":
            self.fact("subject", pattern, term("named", node.name or ""))
        elif node.kind == "player":
            person = {"a player": "any", "you": "you", "your opponent": "opponent"}[node.text or "a player"]
            self.fact("subject", pattern, term("player", Term(person)))
        elif node.kind == "effect":
            what = "monster" if node.text == "monster effect" else "any"
            self.fact("subject", pattern, term("effect", Term(whose), Term(what)))
        else:
            self.fact("subject", pattern, Term(node.kind))

    # ------------------------------------------------------------ conditions

    def condition(self, effect: str, offset: int, when: str, parts: tree.Condition, own_card: str) -> None:
        """A condition of an effect, its parts numbered from `offset`."""
        for index, part in enumerate(parts, offset):
            if isinstance(part, tree.Controls):
                most: Value = Term("#sup") if part.most is None else part.most
                selector = self.selector(part.selector, whose="you")
                self.fact(
                    "condition", effect, index, Term(when), term("controls", selector, part.least, most)
                )
                continue
            kind = "not_in_zone" if part.negated else "in_zone"
            named = isinstance(part.card, tree.Ref)
            subject = term("named", part.card.text) if named else term("card", own_card)
            self.fact("condition", effect, index, Term(when), term(kind, subject, Term(part.zone)))


def _summons(how: str | None) -> tuple[str, ...]:
    if how is None:
        return ("normal", "tribute", "flip", "special")
    return ("normal", "tribute") if how == "normal" else (how,)
