"""Operations, parsed flat, are nested here: a verb, the objects that `and` adds to it, and where they go."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Diagnostic, Fix
from checker.domain.language import either, mark, say
from checker.syntax import tree
from checker.syntax.problems import all_of, echo, error
from checker.syntax.suggestions import near
from checker.syntax.tree import Node, node
from checker.syntax.words import ZONES


@node
class Tail(Node):
    """What follows an object: `from ZONE`, `to ZONE`, `to OBJECT` or `by battle with CARD`."""

    kind: str  # "from", "to", "onto", "by-battle"
    zone: str | None = None
    onto: tree.Object | None = None
    battler: tree.Ref | tree.Pronoun | None = None


@node
class FlatOperation(Node):
    """A verb with its first object; for a verb without objects `complete` is the operation itself."""

    verb: str
    objects: tuple[tree.Object, ...] = ()
    tails: tuple[Tail, ...] = ()
    complete: tree.Operation | None = None


@node
class MoreObjects(Node):
    """An object after `and` or `,`: it goes on with the operation before."""

    item: tree.Object
    tails: tuple[Tail, ...]


@node
class Then(Node):
    """`then`, or `then if done`."""

    if_done: bool


Flat = FlatOperation | MoreObjects | Then


# What may follow the objects of a verb, and what must.
_TAILS: dict[str, tuple[str, ...]] = {
    "destroy": ("by-battle",),
    "banish": ("from",),
    "send": ("from", "to"),
    "return": ("from", "to"),
    "add": ("from", "to"),
    "tribute": (),
    "discard": (),
    "special-summon": ("from",),
    "flip-face-down": (),
    "flip-face-up": (),
    "take-control": (),
    "equip": ("onto",),
    "negate-effects": (),
}
_REQUIRED = {"send": "to", "return": "to", "add": "to", "equip": "onto"}
_WORDING = {
    "from": mark("`from` and a zone"),
    "to": mark("`to` and a zone"),
    "onto": mark("`to` and a card"),
    "by-battle": mark("`by battle with` and a card"),
}
_EXAMPLES = {
    "send": "`send this to gy`",
    "return": "`return target to hand`",
    "add": '`add "Sangan" from deck to hand`',
    "equip": "`equip this to target`",
}


@dataclass(slots=True)
class _Nesting:
    moments: list[tree.Moment] = field(default_factory=list)
    operations: list[tree.Operation] = field(default_factory=list)
    current: FlatOperation | None = None
    if_done: bool = False
    problems: list[Diagnostic] = field(default_factory=list)

    def take(self, part: Flat) -> None:
        match part:
            case Then():
                self.end_moment()
                self.if_done = part.if_done
            case FlatOperation():
                self.end_operation()
                self.current = part
            case MoreObjects():
                self.more(part)

    def more(self, part: MoreObjects) -> None:
        current = self.current
        assert current is not None
        span = current.span.to(part.span)
        if current.complete:
            self.problems.append(_no_objects(current, part))
            return
        if current.tails:
            message = say("an object stands after the end of the operation it belongs to")
            helps = say(
                "put it before {tail}, or repeat the verb", tail=say(_WORDING[current.tails[-1].kind])
            )
            self.problems.append(error("object-after-end", message, part.span, helps))
        self.current = FlatOperation(
            span, current.verb, (*current.objects, part.item), (*current.tails, *part.tails)
        )

    def end_operation(self) -> None:
        if self.current:
            self.operations.append(self.current.complete or self.nest(self.current))
        self.current = None

    def end_moment(self) -> None:
        self.end_operation()
        span = self.operations[0].span.to(self.operations[-1].span)
        self.moments.append(tree.Moment(span, tuple(self.operations), self.if_done))
        self.operations = []

    def nest(self, flat: FlatOperation) -> tree.Operation:
        tails = {tail.kind: tail for tail in flat.tails}
        for number, tail in enumerate(flat.tails):
            self.check_tail(flat, tail, any(earlier.kind == tail.kind for earlier in flat.tails[:number]))
        required = _REQUIRED.get(flat.verb)
        if required and required not in tails and "onto" not in tails:
            verb = flat.verb
            message = say("`{verb}` does not say where to", verb=verb)
            helps = say("add {tail}, as in {example}", tail=say(_WORDING[required]), example=_EXAMPLES[verb])
            self.problems.append(error("no-destination", message, flat.span, helps))
        if flat.verb == "add" and "to" in tails and tails["to"].zone != "hand":
            message = say("`add` puts cards in the hand only, not in `{zone}`", zone=tails["to"].zone)
            self.problems.append(
                error("add-to-hand", message, tails["to"].span, say("use `send` or `return`"))
            )
        by_battle = tails.get("by-battle")
        return tree.Operation(
            flat.span,
            flat.verb,
            flat.objects,
            from_zone=tails["from"].zone if "from" in tails else None,
            to_zone=tails["to"].zone if "to" in tails else None,
            by_battle=by_battle is not None,
            with_card=by_battle.battler if by_battle else None,
            onto=tails["onto"].onto if "onto" in tails else None,
        )

    def check_tail(self, flat: FlatOperation, tail: Tail, repeated: bool) -> None:
        verb = flat.verb.replace("-", " ").replace("face ", "face-")
        allowed = _TAILS[flat.verb]
        if (
            tail.kind == "onto"
            and "to" in allowed
            and isinstance(tail.onto, tree.Ref)
            and not tail.onto.quoted
        ):
            self.problems.append(_no_zone(tail.onto))
        elif repeated:
            message = say("`{verb}` says {tail} twice", verb=verb, tail=say(_WORDING[tail.kind]))
            self.problems.append(
                error("said-twice", message, tail.span, say("repeat the verb for other cards"))
            )
        elif tail.kind not in allowed:
            message = say("`{verb}` does not go with {tail}", verb=verb, tail=say(_WORDING[tail.kind]))
            can = either([say(_WORDING[kind]) for kind in allowed]) if allowed else say("nothing")
            self.problems.append(
                error("wrong-ending", message, tail.span, say("after its objects comes {can}", can=can))
            )


def _no_objects(current: FlatOperation, part: MoreObjects) -> Diagnostic:
    if current.verb == "text":
        message = say("a quoted operation takes no objects")
    else:
        message = say("`{value}` takes no objects", value=current.verb.replace("-", " "))
    helps = say("begin the next operation with its verb")
    if isinstance(part.item, tree.Ref) and part.item.quoted:
        helps = say(
            "a quoted operation stands first or after `then`; after `and` or `,` a text in quotes is a card"
        )
    return error("no-objects", message, part.span, helps)


def _no_zone(place: tree.Ref) -> Diagnostic:
    helps = [say("the zones are {zones}", zones=all_of(ZONES))]
    meant = near(place.text, ZONES)
    fixes: tuple[Fix, ...] = ()
    if meant:
        helps.insert(0, say("did you mean `{meant}`?", meant=meant))
        fixes = (Fix(place.span, meant),)
    message = say("there is no zone {place}", place=echo(place.text))
    return error("unknown-zone", message, place.span, *helps, fixes=fixes)


def nested(parts: Iterable[Flat]) -> tuple[tree.Sequence, list[Diagnostic]]:
    """The moments that the parts of a sequence make up, and what is wrong with them."""
    nesting = _Nesting()
    for part in parts:
        nesting.take(part)
    nesting.end_moment()
    return tuple(nesting.moments), nesting.problems
