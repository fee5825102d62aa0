"""Card definitions as facts: every copy of a card brings the effects of its definition."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.fact import Term, constant, term
from checker.domain.story import Effect
from checker.semantics.scripts import Scripts
from checker.syntax import tree

_FLAGS = {
    "each-time",
    "name-not-on-chain",
    "cannot-be-responded-to",
    "opponent-cannot-respond",
    "opponent-cannot-activate",
    "in-response-only",
    "in-damage-step",
    "summons-itself",
}
_LIMITS = {
    "once-per-turn",
    "once-per-chain",
    "once-per-battle",
    "once-per-damage-calculation",
    "once-per-phase",
}


def effect_ids(card: str, definitions: tuple[tree.EffectDefinition, ...]) -> list[str]:
    """The ids of a card's effects: `card.label`, or the card's own where it can only mean that one.

    Without labels, the card's own activation is `card.activate` if there are other effects, and a second effect of
    the same sort is `card.trigger`, by its kind, then `card.trigger-3` with its place in the definition.
    """
    activated = [d for d in definitions if d.kind != "continuous"]
    unlabelled = [d for d in activated if d.kind != "activate" and d.label is None]
    alone = activated if len(activated) == 1 else unlabelled if len(unlabelled) == 1 else []
    ids: dict[str, None] = {}  # in order
    for index, definition in enumerate(definitions, 1):
        if alone and definition is alone[0]:
            name = card
        elif definition.label is not None:
            name = f"{card}.{definition.label.text}"
        elif definition.kind in ("activate", "continuous"):
            name = f"{card}.{definition.kind}"
        else:
            name = f"{card}.{definition.kind}"
        while name in ids:
            name = f"{name}-{index}"
        ids[name] = None
    return list(ids)


def define(scripts: Scripts, card: str, name: str, definition: tree.CardDefinition) -> list[Effect]:
    """Writes the facts of a copy's effects and returns them, in the order of the definition."""
    effects: list[Effect] = []
    ids = effect_ids(card, definition.effects)
    for index, (effect_id, node) in enumerate(zip(ids, definition.effects, strict=True)):
        label = node.label.text if node.label else None
        _effect(scripts, effect_id, card, f"{name}#{label or index}", node)
        fast = node.kind == "quick" or (node.kind == "activate" and _is_fast(definition))
        effects.append(Effect(effect_id, card, label, node.kind, bool(node.mandatory), fast, told=False))
    return effects


def _is_fast(definition: tree.CardDefinition) -> bool:
    return definition.kind == "trap" or definition.subtype == "quick-play"


def _effect(scripts: Scripts, effect: str, card: str, key: str, node: tree.EffectDefinition) -> None:
    announce(scripts, effect, card, key, node.kind, bool(node.mandatory))
    if node.phase is not None:
        scripts.fact("phase_of", effect, constant(node.phase))
    events = node.events
    if node.kind == "flip" and not events:
        events = (tree.Event(node.span, tree.Subject(node.span, "this"), "flipped"),)
    if node.wording is not None or events:
        scripts.fact("wording", effect, Term(node.wording or "if"))
    for index, event in enumerate(events):
        pattern = term("pattern", effect, index)
        scripts.fact("watch", effect, pattern)
        scripts.event(pattern, event)
    modifiers(scripts, effect, card, node.modifiers)
    scripts.sequence(lambda moment: term("script", effect, moment), node.operations, None)


def announce(scripts: Scripts, effect: str, card: str, key: str, kind: str, mandatory: bool) -> None:
    """What every effect has: its card, class, nature and the key that copies share."""
    scripts.fact("effect", effect)
    scripts.fact("of", effect, card)
    scripts.fact("class", effect, Term(kind))
    scripts.fact("nature", effect, Term("mandatory" if mandatory else "optional"))
    scripts.fact("key", effect, key)


def modifiers(scripts: Scripts, effect: str, card: str, nodes: Iterable[tree.Modifier]) -> None:
    """The facts of modifiers and attributes."""
    costs: list[tree.Operation] = []
    conditions = 0
    for node in nodes:
        kind = node.kind
        if kind in _FLAGS:
            scripts.fact("flag", effect, constant(kind))
        elif kind in _LIMITS:
            scripts.fact("limited", effect, constant(f"{kind}-by-name" if node.by_name else kind))
        elif kind == "cost":
            costs.extend(node.operations)
        elif kind in ("only-if", "while"):
            scripts.condition(effect, conditions, constant(kind).name, node.condition, card)
            conditions += len(node.condition)
        elif kind == "from":
            _from(scripts, effect, node)
        elif kind == "target" and node.selector is not None:
            scripts.fact("targets", effect, scripts.selector(node.selector))
        else:
            _value(scripts, effect, node)
    if costs:
        scripts.operations(term("cost", effect), costs, None, payer=True)


def _from(scripts: Scripts, effect: str, node: tree.Modifier) -> None:
    """Where an effect activates; `field` is face-up there, outside the Pendulum Zone (SS-10)."""
    for zone in node.zones:
        scripts.fact("place_from", effect, Term(zone))
    if node.also_hand:
        scripts.fact("place_from", effect, Term("hand"))
        scripts.fact("also_hand", effect)


def _value(scripts: Scripts, effect: str, node: tree.Modifier) -> None:
    """A modifier that is one number or word; `mandatory` and `revealed` are told elsewhere."""
    kind = node.kind
    if kind == "chain-link" and node.number is not None:
        scripts.fact("lowest_link", effect, node.number)
    elif kind == "speed" and node.number is not None:
        scripts.fact("printed_speed", effect, node.number)
    elif kind == "only-in" and node.step is not None:
        scripts.fact("only_in", effect, constant(node.step))
    elif kind == "tagged" and node.tag is not None:
        scripts.fact("effect_tag", effect, node.tag)
    elif kind == "wording" and node.wording is not None:
        scripts.fact("wording", effect, Term(node.wording))
