"""A syntax tree back to text, one statement a line; `parse` reads it as the same tree.

Comments and the layout of the original are not in the tree and so not in the text.
"""

from __future__ import annotations

from collections.abc import Iterable

from checker.syntax import tree
from checker.syntax.scanner import quoted, vocabulary


def print_file(file: tree.File) -> str:
    """The text of a file."""
    return "".join(f"{print_statement(statement)}\n" for statement in file.statements)


def print_statement(statement: tree.Statement) -> str:
    """The text of one statement; that of a card or of a chain with its braces."""
    match statement:
        case tree.CardDefinition():
            return _card(statement)
        case tree.LaterMoment():
            return "then"
        case tree.Happens(player=player, moments=moments):
            by = f"by {_player(player)} " if player else ""
            return f"happens {by}{print_sequence(moments, joint=', ', later=chr(10))}"
        case tree.BothPass():
            return "both pass"
        case tree.ChainResolves(block=block):
            lines = (f"  link {line.link}: {print_sequence(line.moments, joint=', ')}\n" for line in block)
            return f"chain resolves {{\n{''.join(lines)}}}" if block else "chain resolves"
        case tree.Expect():
            rules = f"in {statement.in_rules.text} " if statement.in_rules else ""
            return f"expect {rules}{_claim(statement)}"
        case tree.Place() | tree.Triggers() | tree.MayUse():
            return f"{_player(statement.player)} {_pending_or_place(statement)}"
        case (
            tree.Rules()
            | tree.Players()
            | tree.Turn()
            | tree.Phase()
            | tree.Step()
            | tree.Limit()
            | tree.Use()
        ):
            return _header(statement)
        case _:
            return f"{_player(statement.player)} {_play(statement)}"


# ---------------------------------------------------------------- names


def _player(word: tree.Word) -> str:
    """A player's name, in quotes if it must be; also `you` and `your opponent`."""
    return print_name(word.text)


def print_name(text: str) -> str:
    """A name as it is written in a story: in quotes if it must be."""
    match = vocabulary().pattern.fullmatch(text)
    bare = match is not None and match.lastgroup == "BARE_NAME" and text not in vocabulary().types
    return text if bare else quoted(text)


def _ref(ref: tree.Ref) -> str:
    owner = f"{_player(ref.owner)}'s " if ref.owner else ""
    label = f".{ref.label.text}" if ref.label else ""
    return f"{owner}{quoted(ref.text) if ref.quoted else ref.text}{label}"


def _refs(refs: Iterable[tree.Ref]) -> str:
    return ", ".join(map(_ref, refs))


def _alias(alias: tree.Word | None, label: tree.Word | None = None) -> str:
    if alias is None:
        return ""
    return f" as {alias.text}" + (f".{label.text}" if label else "")


# ---------------------------------------------------------------- header and places


def _header(
    statement: tree.Rules | tree.Players | tree.Turn | tree.Phase | tree.Step | tree.Limit | tree.Use,
) -> str:
    match statement:
        case tree.Rules(name=name, toggles=toggles):
            listed = ", ".join(f"{toggle.name.text} {toggle.value.text}" for toggle in toggles)
            return f"rules {name.text}" + (f" with {listed}" if listed else "")
        case tree.Players(names=names):
            return f"players {', '.join(map(_player, names))}"
        case tree.Turn(player=player):
            return f"turn {_player(player)}"
        case tree.Phase(name=phase):
            return f"phase {phase}"
        case tree.Step(name=step):
            return f"step {step}"
        case tree.Limit(player=player, number=number, selector=selector):
            return f"limit {_player(player)} to {number} activations of {_noun(selector)}"
        case tree.Use(path=path, library=library):
            return f"use {library.text if library else quoted(path or '')}"


def _pending_or_place(statement: tree.Place | tree.Triggers | tree.MayUse) -> str:
    if isinstance(statement, tree.Place):
        return f"{statement.zone}: {', '.join(map(_item, statement.items))}"
    attributes = "".join(f" {_modifier(attribute)}" for attribute in statement.attributes)
    rest = f"{quoted(statement.name)}{_alias(statement.alias, statement.label)}{attributes}"
    if isinstance(statement, tree.MayUse):
        return f"may use {rest}"
    count = f"{statement.count} " if statement.count > 1 else ""
    return f"triggers {'mandatory' if statement.mandatory else 'optional'} {count}{rest}"


def _item(item: tree.Item) -> str:
    owner = f"{_player(item.owner)}'s " if item.owner else ""
    count = f"{item.count} " if item.count > 1 else ""
    text = f"{owner}{count}{_ref(item.card)}{_alias(item.alias)}"
    if item.this_turn:
        text += " this turn"
    if item.revealed:
        text += " revealed"
    if item.on:
        text += f" on {_ref(item.on)}"
    return f"{text} doomed" if item.doomed else text


# ---------------------------------------------------------------- plays


def _play(statement: tree.Statement) -> str:
    match statement:
        case tree.Activates():
            return _activation(statement)
        case tree.Passes():
            return "passes"
        case tree.Summons(how="normal", cards=cards, materials=materials):
            return f"normal summons {_refs(cards)}" + (f" tributing {_refs(materials)}" if materials else "")
        case tree.Summons(how=how, cards=cards, materials=materials):
            return f"{how} summons {_refs(cards)}" + (f" using {_refs(materials)}" if materials else "")
        case tree.Sets(card=card):
            return f"sets {_ref(card)}"
        case tree.Discards(cards=cards):
            return f"discards {_refs(cards)}"
        case tree.Attacks(target=None, attacker=tree.Ref() as attacker):
            return f"attacks directly with {_ref(attacker)}"
        case tree.Attacks(target=tree.Ref() as target, attacker=attacker):
            return f"attacks {_ref(target)}" + (f" with {_ref(attacker)}" if attacker else "")
        case tree.MovesTo(place=place):
            return f"moves to {place}"
        case tree.EndsTurn():
            return "ends turn"
        case tree.Declines(card=card):
            return f"declines {_ref(card)}"
        case _:
            raise TypeError(f"not a play: {type(statement).__name__}")


_COSTS = {"tribute": "tributing", "discard": "discarding", "banish": "banishing", "send": "sending"}


def _activation(activation: tree.Activates) -> str:
    text = f"activates {_ref(activation.card)}"
    for cost in activation.costs:
        if cost.verb == "pay":
            text += f" paying {cost.amount}"
        else:
            text += f" {_COSTS[cost.verb]} {_objects(cost.objects, ', ')}"
            text += f" to {cost.to_zone}" if cost.to_zone else ""
    if activation.targets:
        text += f" targeting {_refs(activation.targets)}"
    if activation.against_card:
        text += f" against {_ref(activation.against_card)}"
    if activation.against_link is not None:
        text += f" against link {activation.against_link}"
    return f"{text} at once" if activation.at_once else text


# ---------------------------------------------------------------- operations


def print_sequence(moments: tree.Sequence, joint: str = " and ", later: str = " ") -> str:
    """Moments joined by `then`; `joint` stands between simultaneous operations, `later` before `then`."""
    text = ""
    for number, moment in enumerate(moments):
        if number:
            text += f"{later}then if done " if moment.if_done else f"{later}then "
        text += joint.join(_operation(operation, joint) for operation in moment.operations)
    return text


def _operation(operation: tree.Operation, joint: str) -> str:
    match operation.verb:
        case "text":
            return quoted(operation.text or "")
        case "draw" if operation.player:
            verb = "draw" if operation.player.text == "you" else "draws"
            return f"{_recipient(operation.player)} {verb} {operation.amount}"
        case "damage":
            player = f"{_recipient(operation.player)} " if operation.player else ""
            return f"damage {player}{operation.amount}" + (" by battle" if operation.by_battle else "")
        case "draw" | "pay":
            return f"{operation.verb} {operation.amount}"
        case "nothing" | "negate-summon" | "negate-activation" | "negate-effect":
            return operation.verb.replace("-", " ")
        case _:
            return _object_operation(operation, joint)


_VERBS = {
    "special-summon": "special summon",
    "flip-face-down": "flip face-down",
    "flip-face-up": "flip face-up",
    "take-control": "take control of",
    "negate-effects": "negate effects of",
}


def _object_operation(operation: tree.Operation, joint: str) -> str:
    text = f"{_VERBS.get(operation.verb, operation.verb)} {_objects(operation.objects, joint)}"
    if operation.from_zone:
        text += f" from {operation.from_zone}"
    if operation.to_zone:
        text += f" to {operation.to_zone}"
    if operation.onto:
        text += f" to {_object(operation.onto)}"
    if operation.with_card:
        text += f" by battle with {_object(operation.with_card)}"
    return text


def _recipient(player: tree.Word) -> str:
    return player.text if player.text in ("you", "your opponent") else _player(player)


def _objects(objects: Iterable[tree.Object], joint: str) -> str:
    return joint.join(map(_object, objects))


def _object(item: tree.Object) -> str:
    match item:
        case tree.Ref():
            return _ref(item)
        case tree.Selector():
            return f"{item.count} {_noun(item)}"
        case tree.Pronoun(text=text):
            return {"summoned": "the summoned", "all-cards": "all cards"}.get(text, text)


def _noun(selector: tree.Selector) -> str:
    """A selector without its count."""
    tag = f"{quoted(selector.tag)} " if selector.tag is not None else ""
    scope = f" {_scope(selector.scope)}" if selector.scope else ""
    noun = selector.noun
    if selector.count != 1 and selector.count != "another":
        noun = "spells or traps" if noun == "spell or trap" else f"{noun}s"
    return f"{tag}{noun}{scope}"


def _scope(scope: tree.Scope) -> str:
    match scope.kind:
        case "you-control":
            return "you control"
        case "opponent-controls":
            return "your opponent controls"
        case "in":
            whose = {None: "", "your": "your ", "opponent": "opponent's "}[scope.whose]
            return f"in {whose}{scope.zone}"


# ---------------------------------------------------------------- card definitions


def _card(card: tree.CardDefinition) -> str:
    head = f"card {quoted(card.name)} {f'{card.subtype} ' if card.subtype else ''}{card.kind}"
    lines = [f"  tags {', '.join(map(quoted, card.tags))}\n"] if card.tags else []
    lines += [f"  {_effect(effect)}\n" for effect in card.effects]
    return f"{head} {{\n{''.join(lines)}}}" if lines else head


def _effect(effect: tree.EffectDefinition) -> str:
    text = f"{effect.label.text}: " if effect.label else ""
    if effect.mandatory is not None:
        text += "mandatory " if effect.mandatory else "optional "
    text += f"phase {effect.phase}" if effect.phase else effect.kind
    if effect.events:
        text += f" {effect.wording} {' or '.join(map(_event, effect.events))}"
    text += "".join(f", {_modifier(modifier)}" for modifier in effect.modifiers)
    return f"{text} -> {print_sequence(effect.operations)}" if effect.operations else text


_FIXED_MODIFIERS = {
    "once-per-battle": "once per battle",
    "once-per-damage-calculation": "once per damage calculation",
    "once-per-phase": "once per phase",
    "each-time": "each time",
    "name-not-on-chain": "unless its name is on the chain",
    "cannot-be-responded-to": "cannot be responded to",
    "opponent-cannot-respond": "opponent cannot respond",
    "opponent-cannot-activate": "opponent cannot activate this chain",
    "in-response-only": "in response only",
    "in-damage-step": "in damage step",
    "summons-itself": "summons itself",
    "revealed": "revealed",
    "mandatory": "mandatory",
}


def _modifier(modifier: tree.Modifier) -> str:
    by_name = " by name" if modifier.by_name else ""
    match modifier.kind:
        case "cost":
            return f"cost {' and '.join(_operation(operation, ' and ') for operation in modifier.operations)}"
        case "target" if modifier.selector:
            return f"target {_object(modifier.selector)}"
        case "from":
            return f"from {' or '.join(modifier.zones)}" + (", also hand" if modifier.also_hand else "")
        case "only-if":
            return f"only if {_condition(modifier.condition)}"
        case "while":
            return f"while {_condition(modifier.condition)}"
        case "once-per-turn" | "once-per-chain":
            return f"{modifier.kind.replace('-', ' ')}{by_name}"
        case "chain-link":
            return f"only as chain link {modifier.number} or higher"
        case "only-in":
            return f"only in {modifier.step}"
        case "speed":
            return f"speed {modifier.number}"
        case "tagged":
            return f"tagged {quoted(modifier.tag or '')}"
        case "wording":
            return modifier.wording or ""
        case kind:
            return _FIXED_MODIFIERS[kind]


def _condition(condition: tree.Condition) -> str:
    return " and ".join(map(_clause, condition))


def _clause(clause: tree.InZone | tree.Controls) -> str:
    if isinstance(clause, tree.InZone):
        return f"{_object(clause.card)} is {'not ' if clause.negated else ''}in {clause.zone}"
    if clause.most == 0:
        return f"you control no {_noun(clause.selector)}"
    if clause.selector.count == "another":
        return f"you control another {_noun(clause.selector)}"
    return f"you control {clause.least} or more {_noun(clause.selector)}"


_HAPPENINGS = {
    "sent": "is sent",
    "leaves": "leaves",
    "destroyed": "is destroyed",
    "destroys-by-battle": "destroys a monster by battle",
    "tributed": "is tributed",
    "discarded": "is discarded",
    "banished": "is banished",
    "returned": "is returned",
    "added-to-hand": "is added",
    "drawn": "is drawn",
    "flipped": "is flipped",
    "targeted": "is targeted",
    "equipped": "is equipped",
    "attacks": "attacks",
    "battles": "battles",
    "activated": "is activated",
    "changes-control": "changes control",
}


def _event(event: tree.Event) -> str:
    if event.subject is None:
        return quoted(event.text or "")
    text = f"{_subject(event.subject)} {_happening(event)}"
    text += f" by {event.by}" if event.by else ""
    text += " as cost" if event.as_cost else ""
    if event.agent:
        text += " by you" if event.agent == "you" else " by your opponent"
    return text


def _happening(event: tree.Event) -> str:
    plural = event.subject is not None and event.subject.text == "you"
    summon = f"{event.summon} " if event.summon else ""
    match event.verb:
        case "summoned":
            text = f"is {summon}summoned"
        case "would-be-summoned":
            text = f"would be {summon}summoned"
        case "takes-damage":
            text = f"{'take' if plural else 'takes'} {'battle ' if event.battle_damage else ''}damage"
        case "draws":
            text = "draw" if plural else "draws"
        case "leaves":
            return f"leaves the {event.from_zone}"
        case verb:
            text = _HAPPENINGS[verb]
    text += f" from {event.from_zone}" if event.from_zone else ""
    if event.verb == "added-to-hand":
        return f"{text} to hand"
    return f"{text} to {event.to_zone}" if event.to_zone else text


def _subject(subject: tree.Subject) -> str:
    match subject.kind:
        case "this" | "target":
            return subject.kind
        case "name":
            return quoted(subject.name or "")
        case "player":
            return subject.text or ""
        case "card" | "effect":
            words = (subject.determiner, _tag(subject), subject.noun, subject.text)
            return " ".join(word for word in words if word)


def _tag(subject: tree.Subject) -> str | None:
    return None if subject.tag is None else quoted(subject.tag)


# ---------------------------------------------------------------- expectations


def _claim(claim: tree.Expect) -> str:
    match claim:
        case tree.ExpectLegal():
            return "legal"
        case tree.ExpectIllegal(law=law):
            return f"illegal {law.text}" if law else "illegal"
        case tree.ExpectOrders(all=complete, orders=orders):
            listed = " ".join(map(_order, orders))
            return f"{'all orders' if complete else 'orders'} {{ {listed} }}"
        case tree.ExpectOrder(order=order, legal=legal, law=law):
            verdict = "legal" if legal else "illegal"
            return f"order {_order(order)} {verdict}" + (f" {law.text}" if law else "")
        case tree.ExpectCount(count=count):
            return f"count {count}"
        case tree.ExpectLink(link=link, outcome=outcome):
            return f"link {link} {_OUTCOMES[outcome]}"
        case _:
            return _claim_about(claim)


_OUTCOMES = {"resolved": "resolves", "no-effect": "has no effect", "negated": "negated"}


def _claim_about(claim: tree.Expect) -> str:
    """A claim about a card or a player."""
    match claim:
        case tree.ExpectMissed(card=card):
            return f"missed {_ref(card)}"
        case tree.ExpectLost(card=card, law=law):
            return f"lost {_ref(card)}{_because(law)}"
        case tree.ExpectMay(player=player, negated=negated, card=card, law=law):
            return f"{_player(player)} may {'not ' if negated else ''}activate {_ref(card)}{_because(law)}"
        case tree.ExpectToAct(player=player):
            return f"{_player(player)} to act"
        case tree.ExpectPlace(player=player, zone=zone, cards=cards):
            return f"{_player(player)} {zone}: {_refs(cards)}"
        case _:
            raise TypeError(f"not an expectation: {type(claim).__name__}")


def _because(law: tree.Word | None) -> str:
    return f" because {law.text}" if law else ""


def _order(order: tree.Order) -> str:
    return f"[{_refs(order)}]"
