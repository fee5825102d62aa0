"""What a situation has in it, so that a campaign can show what it covered."""

from __future__ import annotations

from checker.syntax import tree


def features(file: tree.File) -> set[str]:
    """The features of a story, each named as in the summary."""
    found: set[str] = set()
    activations = 0
    triggers = 0
    definitions = {s.name: s for s in file.statements if isinstance(s, tree.CardDefinition)}
    for statement in file.statements:
        match statement:
            case tree.Place():
                for item in statement.items:
                    definition = definitions.get(item.card.text)
                    for effect in definition.effects if definition else ():
                        triggers += effect.kind == "trigger"
                        found |= _of_effect(effect)
                        if effect.kind == "trigger" and definition:
                            found.add(f"trigger of a {definition.kind}")
                            found.add(
                                f"trigger of {'the first' if _first(file, statement) else 'the second'} player"
                            )
                if statement.zone == "set":
                    found.add("Set card")
            case tree.Happens():
                found.add("happens")
                if len(statement.moments) > 1:
                    found.add("sequence (then)")
            case tree.Summons():
                found.add(f"Normal Summon with {len(statement.materials)} Tributes")
            case tree.Activates():
                activations += 1
    if activations:
        found.add(f"chain of {activations}")
    found.add(f"{triggers} triggers")
    return found


def _first(file: tree.File, place: tree.Place) -> bool:
    players = next(s for s in file.statements if isinstance(s, tree.Players))
    return place.player.text == players.names[0].text


def _of_effect(effect: tree.EffectDefinition) -> set[str]:
    found = {f"{'mandatory' if effect.mandatory else 'optional'} {effect.kind}"}
    if effect.wording is not None:
        found.add(f"{effect.wording} ({effect.kind})")
    if len(effect.operations) > 1:
        found.add("sequence (then)")
    for modifier in effect.modifiers:
        name = modifier.kind.replace("-", " ")
        if modifier.kind == "from":
            name = f"from {modifier.zones[0]} ({effect.kind})"
        found.add(f"{name} by name" if modifier.by_name else name)
    found |= {
        op.verb.replace("-", " ")
        for moment in effect.operations
        for op in moment.operations
        if op.verb.startswith("negate-")
    }
    return found
