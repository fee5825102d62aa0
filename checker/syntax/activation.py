"""What is said after `activates CARD`: parsed flat, put together here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checker.domain.data import dataclass, field, replace
from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.syntax import tree
from checker.syntax.problems import error
from checker.syntax.tree import Node, node

_COST_VERBS = {
    "tributing": "tribute",
    "discarding": "discard",
    "banishing": "banish",
    "sending": "send",
    "paying": "pay",
}


@node
class Said(Node):
    """A clause or an attribute: its keyword and what stands after it."""

    kind: str
    value: Any = None


@dataclass(slots=True)
class Clauses:
    """All the clauses of an activation. `against` is a card or the number of a link."""

    costs: list[tree.Operation] = field(default_factory=list)
    targets: list[tree.Ref] = field(default_factory=list)
    against: tree.Ref | int | None = None
    at_once: bool = False
    problems: list[Diagnostic] = field(default_factory=list)


def activation(parts: Iterable[Said | tree.Ref | None]) -> Clauses:
    """The clauses of an activation; a `Ref` among the parts is one more card of the clause before it."""
    clauses = Clauses()
    kind = ""
    for part in parts:
        if isinstance(part, tree.Ref):
            _one_more(clauses, kind, part)
        elif part is not None:
            _clause(clauses, kind, part)
            kind = part.kind
    return clauses


def _clause(clauses: Clauses, before: str, part: Said) -> None:
    match part.kind:
        case "targeting":
            clauses.targets.append(part.value)
        case "against":
            if clauses.against is not None:
                message = say("`against` is said twice")
                clauses.problems.append(
                    error("said-twice", message, part.span, say("an activation answers one thing"))
                )
            clauses.against = part.value
        case "at once":
            clauses.at_once = True
        case "paying":
            clauses.costs.append(tree.Operation(part.span, "pay", amount=part.value))
        case "to":
            if before == "sending":
                last = clauses.costs[-1]
                clauses.costs[-1] = replace(last, span=last.span.to(part.span), to_zone=part.value)
            else:
                message = say("`to` and a zone go with `sending` only")
                clauses.problems.append(
                    error("wrong-ending", message, part.span, say("write `sending CARD to gy`"))
                )
        case kind:
            clauses.costs.append(tree.Operation(part.span, _COST_VERBS[kind], (part.value,)))


def _one_more(clauses: Clauses, kind: str, card: tree.Ref) -> None:
    if kind == "targeting":
        clauses.targets.append(card)
    elif kind in ("tributing", "discarding", "banishing", "sending"):
        last = clauses.costs[-1]
        clauses.costs[-1] = replace(last, span=last.span.to(card.span), objects=(*last.objects, card))
    else:
        message = say("this card belongs to nothing")
        helps = say(
            "say what it is for: `targeting`, `tributing`, `discarding`, `banishing`, `sending` or `against`"
        )
        if kind == "":
            helps = say("each activation is a statement of its own; begin a new line")
        clauses.problems.append(error("no-objects", message, card.span, helps))
