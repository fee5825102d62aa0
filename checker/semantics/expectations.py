"""What should be true: each `expect` as an `Expectation`, asked of the moment that the story has reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from checker.domain.data import replace
from checker.domain.language import say
from checker.domain.source import Span
from checker.domain.story import Expectation
from checker.semantics.draft import Draft
from checker.semantics.plays import effects_of
from checker.semantics.problems import quote
from checker.semantics.resolution import reopen
from checker.syntax import tree


def expect(draft: Draft, node: tree.Expect) -> None:
    """`expect [in RULES] …`; nothing is added after a report."""
    rules = _rules(draft, node.in_rules)
    asked = Expectation("legal", node.span, _text(draft.text, node.span), draft.node, rules)
    question = _QUESTIONS[type(node)](draft, node, asked)
    if question is not None and (node.in_rules is None or rules is not None):
        draft.expectations.append(question)


def _text(lines: Sequence[str], span: Span) -> str:
    """What a statement says, on one line and without comments."""
    first, last = span.start.line - 1, span.end.line - 1
    if first == last:
        return lines[first][span.start.column - 1 : span.end.column - 1]
    parts = [
        lines[first][span.start.column - 1 :],
        *lines[first + 1 : last],
        lines[last][: span.end.column - 1],
    ]
    return " ".join(part.split("#")[0].strip() for part in parts).strip()


def _rules(draft: Draft, word: tree.Word | None) -> str | None:
    """The rule set after `in`; an unknown one is reported and gives None."""
    if word is None:
        return None
    from checker.rulesets import REFUSED, names

    if word.text in names():
        return word.text
    if word.text in REFUSED:
        message = say(REFUSED[word.text])
    else:
        message = say("there is no rule set {word}", word=quote(word.text))
    known = () if word.text in REFUSED else names()
    meant = draft.problems.near(word.text, known, most=len(known))
    fixes = meant.fixes(word.span)
    draft.problems.error("name/unknown-rules", message, word.span, hints=meant.hints, fixes=fixes)
    return None


def _law(draft: Draft, word: tree.Word | None) -> str | None:
    """The law that is named; an unknown one is reported."""
    if word is None:
        return None
    from checker.laws import law_names

    if word.text not in law_names():
        meant = draft.problems.near(word.text, law_names())
        message, fixes = say("there is no law {word}", word=quote(word.text)), meant.fixes(word.span)
        draft.problems.error("name/unknown-law", message, word.span, hints=meant.hints, fixes=fixes)
    return word.text


# ---------------------------------------------------------------- the play above


def _legal(draft: Draft, node: tree.ExpectLegal, asked: Expectation) -> Expectation | None:
    return _above(draft, node.span, asked)


def _illegal(draft: Draft, node: tree.ExpectIllegal, asked: Expectation) -> Expectation | None:
    law = _law(draft, node.law)
    question = _above(draft, node.span, replace(asked, question="illegal", law=law, legal=False))
    if question is not None and question.play is not None and node.in_rules is None:
        draft.left_out.add(question.play.node)
        reopen(draft, question.play)
    return question


def _above(draft: Draft, span: Span, asked: Expectation) -> Expectation | None:
    """The question about the play above, if there is one."""
    if draft.lost_play:
        return None
    if draft.plays:
        return replace(asked, play=draft.plays[-1])
    hints = (
        say(
            "it speaks of the play above, an activation or a Summon for example; "
            "of an order say `expect order […] legal`"
        ),
    )
    draft.problems.error("story/no-play", say("no play stands above this `expect`"), span, hints=hints)
    return None


# ---------------------------------------------------------------- orders


def _orders(draft: Draft, node: tree.ExpectOrders, asked: Expectation) -> Expectation:
    orders = tuple(_order(draft, order) for order in node.orders)
    return replace(asked, question="all-orders" if node.all else "orders", orders=orders)


def _one_order(draft: Draft, node: tree.ExpectOrder, asked: Expectation) -> Expectation:
    orders = (_order(draft, node.order),)
    return replace(asked, question="order", orders=orders, legal=node.legal, law=_law(draft, node.law))


def _order(draft: Draft, order: tree.Order) -> tuple[str, ...]:
    """Entries as effect ids; an entry that may mean several effects joins them with `|`."""
    taken: set[str] = set()
    entries: list[str] = []
    for ref in order:
        card = _order_card(draft, ref, taken)
        options = effects_of(draft, ref, card)
        if card is None or options is None:
            continue
        if not draft.names.cards[card].named:
            taken.add(card)
        entries.append("|".join(options))
    return tuple(entries)


def _order_card(draft: Draft, ref: tree.Ref, taken: set[str]) -> str | None:
    """In an order, a repeated name stands for the next of the unnamed copies."""
    found = [card for card in draft.names.candidates(ref) if card not in taken]
    if len(found) == 1 or (found and draft.names.alike(found)):
        return found[0]
    return draft.names.card(ref, None)


def _count(_: Draft, node: tree.ExpectCount, asked: Expectation) -> Expectation:
    return replace(asked, question="count", number=node.count)


# ---------------------------------------------------------------- effects


def _missed(draft: Draft, node: tree.ExpectMissed, asked: Expectation) -> Expectation | None:
    effects = effects_of(draft, node.card, draft.names.card(node.card, None))
    return None if effects is None else replace(asked, question="missed", effects=effects)


def _lost(draft: Draft, node: tree.ExpectLost, asked: Expectation) -> Expectation | None:
    law = _law(draft, node.law)
    effects = effects_of(draft, node.card, draft.names.card(node.card, None))
    return None if effects is None else replace(asked, question="lost", effects=effects, law=law)


def _may(draft: Draft, node: tree.ExpectMay, asked: Expectation) -> Expectation | None:
    law = _law(draft, node.law)
    player = draft.names.player(node.player)
    effects = effects_of(draft, node.card, draft.names.card(node.card, player))
    if player is None or effects is None:
        return None
    return replace(asked, question="may", player=player, effects=effects, negated=node.negated, law=law)


# ---------------------------------------------------------------- the state


def _link(_: Draft, node: tree.ExpectLink, asked: Expectation) -> Expectation:
    return replace(asked, question="link", number=node.link, outcome=node.outcome)


def _to_act(draft: Draft, node: tree.ExpectToAct, asked: Expectation) -> Expectation | None:
    player = draft.names.player(node.player)
    return None if player is None else replace(asked, question="to-act", player=player)


def _place(draft: Draft, node: tree.ExpectPlace, asked: Expectation) -> Expectation | None:
    player = draft.names.player(node.player)
    cards = draft.cards(node.cards, player)
    if player is None or cards is None:
        return None
    return replace(asked, question="place", player=player, zone=node.zone, cards=cards)


_QUESTIONS: dict[type[tree.Expect], Callable[[Draft, Any, Expectation], Expectation | None]] = {
    tree.ExpectLegal: _legal,
    tree.ExpectIllegal: _illegal,
    tree.ExpectOrders: _orders,
    tree.ExpectOrder: _one_order,
    tree.ExpectCount: _count,
    tree.ExpectMissed: _missed,
    tree.ExpectLost: _lost,
    tree.ExpectMay: _may,
    tree.ExpectLink: _link,
    tree.ExpectToAct: _to_act,
    tree.ExpectPlace: _place,
}
