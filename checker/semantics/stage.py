"""The conductor: which module reads which statement, and in which order.

First how the story begins (header and cards, wherever their lines stand), then the plays and expectations one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.domain.language import mark
from checker.domain.report import RulesUsed
from checker.domain.source import SourceFile
from checker.domain.story import Story
from checker.semantics import actions, cards, expectations, header, plays, resolution, told, undefined
from checker.semantics.draft import MOST_PLAYS, Draft, Full
from checker.syntax import tree

Reader = Callable[[Draft, Any], None]

# These go on with the `triggers` lines before them, or have nothing to do with time.
_TIMELESS: dict[type[tree.Node], Reader | None] = {
    tree.Rules: None,
    tree.Players: None,
    tree.Turn: None,
    tree.Phase: None,
    tree.Step: None,
    tree.Use: None,
    tree.CardDefinition: None,
    tree.Place: None,
    tree.Limit: header.limit,
    tree.Triggers: told.triggers,
    tree.LaterMoment: told.later_moment,
    tree.MayUse: told.may_use,
}
_PLAYS: dict[type[tree.Node], Reader] = {
    tree.Happens: actions.happens,
    tree.Activates: plays.activates,
    tree.Passes: plays.passes,
    tree.BothPass: plays.both_pass,
    tree.Summons: actions.summons,
    tree.Sets: actions.sets,
    tree.Discards: actions.discards,
    tree.Attacks: actions.attacks,
    tree.MovesTo: actions.moves_to,
    tree.EndsTurn: actions.ends_turn,
    tree.Declines: plays.declines,
    tree.ChainResolves: resolution.chain_resolves,
}


def conduct(draft: Draft, statements: tuple[tree.Statement, ...]) -> None:
    """Reads all statements into the draft; stops early, with an error, at a story that is too large."""
    header.beginning(draft, statements)
    try:
        for statement in statements:
            if isinstance(statement, tree.Place):
                cards.place(draft, statement)
        cards.equip(draft)
        draft.placed = True
        for statement in statements:
            _read(draft, statement)
    except Full:
        pass
    told.end_meeting(draft)
    cards.tell_zones(draft)
    undefined.report(draft)


def _read(draft: Draft, node: tree.Statement) -> None:
    kind = type(node)
    if kind in _TIMELESS:
        reader = _TIMELESS[kind]
        if reader is not None:
            reader(draft, node)
        return
    told.end_meeting(draft)
    if isinstance(node, tree.Expect):
        expectations.expect(draft, node)
        return
    if len(draft.plays) >= MOST_PLAYS:
        draft.too_much(mark("plays"), MOST_PLAYS, node.span)
    draft.lost_play = False
    if not draft.chain:
        draft.cuts.append(draft.node)
    _PLAYS[kind](draft, node)


def finish(draft: Draft, source: SourceFile, rules: RulesUsed) -> Story:
    """The story that has been read."""
    names = draft.names
    effects = {effect.id: effect for found in names.effects.values() for effect in found}
    copies: dict[object, list[str]] = {}
    for card in names.cards.values():
        if not card.named:
            copies.setdefault((card.name, names.spots[card.id]), []).append(card.id)
    return Story(
        source,
        rules,
        names.players,
        names.cards,
        effects,
        tuple(draft.facts),
        tuple(draft.plays),
        tuple(draft.expectations),
        draft.node,
        draft.lines,
        tuple(draft.cuts),
        {group[0]: tuple(group) for group in copies.values() if len(group) > 1},
        draft.problems.close(),
    )
