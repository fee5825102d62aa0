"""Effects of our language as Lua for the duel engine (its raw interface: no script library is needed)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.syntax import tree

# Zones, as bits.
ZONES = {
    "field": 0x0C,
    "set": 0x08,
    "facedown": 0x04,
    "hand": 0x02,
    "gy": 0x10,
    "banished": 0x20,
    "deck": 0x01,
}
KINDS = {"monster": 0x1, "spell": 0x2, "trap": 0x4, "spell or trap": 0x6, "card": 0x7}
_SINGLE, _FIELD = 0x1, 0x2
_ACTIVATE, _IGNITION, _TRIGGER_O, _QUICK_O, _TRIGGER_F, _QUICK_F = 0x10, 0x40, 0x80, 0x100, 0x200, 0x400
_DELAY = 0x10000
_IN_CHAIN = 0x8  # a count limit that begins anew with each chain
_FREE_CHAIN, _CHAINING = 1002, 1027
_EVENTS = {
    "sent": (1014,),
    "leaves": (1015,),
    "destroyed": (1029,),
    "tributed": (1017,),
    "discarded": (1018,),
    "banished": (1011,),
    "returned": (1012,),
}
_SUMMONS = {None: (1100, 1102), "normal": (1100,), "special": (1102,)}
_BY_EFFECT, _AS_COST, _AS_DISCARD = 0x40, 0x80, 0x4000
# Where an operation finds its objects.
_WORKS_ON = {
    "destroy": 0x0E,
    "send": 0x0E,
    "banish": 0x1E,
    "return": 0x1C,
    "tribute": 0x06,
    "discard": 0x02,
    "special-summon": 0x12,
}

PRELUDE = """
function pick(codes, zones, player)
  local found=Duel.GetMatchingGroup(function(c) return player==nil or c:IsControler(player) end,0,zones,zones,nil)
  for _,code in ipairs(codes) do
    local c=found:Filter(Card.IsCode,nil,code):GetFirst()
    if c then return c end
  end
end
function gather(picked)
  local g=Group.CreateGroup()
  for _,c in pairs(picked) do if c then g:AddCard(c) end end
  return g
end
"""

_ARGUMENTS = "e,tp,eg,ep,ev,re,r,rp"


class Inexpressible(Exception):
    """The story says something that has no counterpart here."""


def effect(
    node: tree.EffectDefinition,
    card: tree.CardDefinition,
    description: int,
    limit: int,
    codes: Mapping[str, Sequence[int]],
) -> list[str]:
    """The Lua of one effect: an engine effect for each event code. `limit` counts uses by name."""
    known = {"trigger", "quick", "activate", "ignition"}
    if node.kind not in known or node.phase is not None or len(node.events) > 1:
        raise Inexpressible(f"an effect of the kind {node.kind}, or with several events")
    event = node.events[0] if node.events else None
    lines: list[str] = []
    for code in _codes(event):
        lines += ["e=Effect.CreateEffect(c)", f"e:SetDescription({description})", f"e:SetCode({code})"]
        lines += _nature(node, card, event)
        lines += _modifiers(node, event, limit, codes)
        if node.operations:
            body = " Duel.BreakEffect() ".join(
                " ".join(_operation(op, codes, _BY_EFFECT, None) for op in moment.operations)
                for moment in node.operations
            )
            lines.append(f"e:SetOperation(function({_ARGUMENTS}) local c=e:GetHandler() {body} end)")
        lines.append("c:RegisterEffect(e)")
    return lines


def happening(moments: tree.Sequence, ids: Mapping[str, int], description: int) -> list[str]:
    """The Lua of the nameless effect behind a `happens`: an Ignition effect of a card in the hand, used once."""
    codes = {name: [code] for name, code in ids.items()}
    body = " Duel.BreakEffect() ".join(
        " ".join(_operation(op, codes, _BY_EFFECT, None) for op in moment.operations) for moment in moments
    )
    return [
        "e=Effect.CreateEffect(c)",
        f"e:SetDescription({description})",
        f"e:SetType({_IGNITION})",
        f"e:SetRange({ZONES['hand']})",
        "e:SetCountLimit(1)",
        f"e:SetOperation(function({_ARGUMENTS}) local c=e:GetHandler() {body} end)",
        "c:RegisterEffect(e)",
    ]


def _codes(event: tree.Event | None) -> tuple[int, ...]:
    if event is None:
        return (_FREE_CHAIN,)
    if event.verb == "activated":
        return (_CHAINING,)
    if event.by is not None or event.as_cost or event.agent is not None:
        raise Inexpressible("who or what an event was caused by")
    if event.verb == "summoned" and event.summon in _SUMMONS:
        return _SUMMONS[event.summon]
    if event.verb == "returned" and event.to_zone != "hand":
        raise Inexpressible("a return to another zone than the hand")
    if event.verb not in _EVENTS:
        raise Inexpressible(f"the event `{event.verb}`")
    return _EVENTS[event.verb]


def _nature(node: tree.EffectDefinition, card: tree.CardDefinition, event: tree.Event | None) -> list[str]:
    """Type, property and range."""
    places = [zone for modifier in node.modifiers if modifier.kind == "from" for zone in modifier.zones]
    on_field = 0x04 if card.kind == "monster" else 0x08
    reach = sum(on_field if zone == "field" else ZONES[zone] for zone in places) or on_field
    lines = []
    if node.kind == "activate":
        lines.append(f"e:SetType({_ACTIVATE})")
    elif node.kind == "ignition":
        lines += [f"e:SetType({_IGNITION})", f"e:SetRange({reach})"]
    elif node.kind == "quick":
        lines += [f"e:SetType({_QUICK_F if node.mandatory else _QUICK_O})", f"e:SetRange({reach})"]
    else:
        single = event is not None and event.subject is not None and event.subject.kind == "this"
        nature = _TRIGGER_F if node.mandatory else _TRIGGER_O
        lines.append(f"e:SetType({(_SINGLE if single else _FIELD) + nature})")
        if not single:
            lines.append(f"e:SetRange({reach})")
        elif places:
            raise Inexpressible("a trigger about `this` with `from`")
    if event is not None and event.verb != "activated" and node.wording != "when":
        lines.append(f"e:SetProperty({_DELAY})")
    return lines


# What a modifier adds where targets are chosen: bans begin there.
_ON_ACTIVATION = {
    "cannot-be-responded-to": "Duel.SetChainLimit(function(e,rp,tp) return false end)",
    "opponent-cannot-respond": "Duel.SetChainLimit(function(e,rp,tp) return rp==tp end)",
    "opponent-cannot-activate": "Duel.SetChainLimitTillChainEnd(function(e,rp,tp) return rp==tp end)",
}


def _modifiers(
    node: tree.EffectDefinition, event: tree.Event | None, limit: int, codes: Mapping[str, Sequence[int]]
) -> list[str]:
    conditions = [] if event is None else [_event(event, codes)]
    lines: list[str] = []
    costs: list[tree.Operation] = []
    ready = "true"
    for modifier in node.modifiers:
        kind = modifier.kind
        if kind == "cost":
            costs += modifier.operations
        elif kind == "once-per-turn":
            lines.append(f"e:SetCountLimit(1,{limit})" if modifier.by_name else "e:SetCountLimit(1)")
        elif kind == "once-per-chain" and not modifier.by_name:
            lines.append(f"e:SetCountLimit(1,0,{_IN_CHAIN})")
        elif kind == "chain-link":
            conditions.append(f"Duel.GetCurrentChain()>={(modifier.number or 1) - 1}")
        elif kind == "summons-itself":
            ready = "e:GetHandler():IsCanBeSpecialSummoned(e,0,tp,false,false) or true"  # asking marks it
        elif kind != "from" and kind not in _ON_ACTIVATION:
            raise Inexpressible(f"the modifier `{kind}`")
    if conditions:
        lines.append(f"e:SetCondition(function({_ARGUMENTS}) return {' and '.join(conditions)} end)")
    if costs:
        lines.append(
            f"e:SetCost(function({_ARGUMENTS},chk) local c=e:GetHandler() if chk==0 then return "
            f"{' and '.join(_payable(op, codes) for op in costs)} end "
            f"{' '.join(_operation(op, codes, _AS_COST, 'tp') for op in costs)} end)"
        )
    begun = [_ON_ACTIVATION[modifier.kind] for modifier in node.modifiers if modifier.kind in _ON_ACTIVATION]
    if begun or ready != "true":
        told = " ".join(begun)
        lines.append(f"e:SetTarget(function({_ARGUMENTS},chk) if chk==0 then return {ready} end {told} end)")
    return lines


# ---------------------------------------------------------------- events


def _event(event: tree.Event, codes: Mapping[str, Sequence[int]]) -> str:
    """The condition that an event is the one that is watched for."""
    subject = event.subject
    if subject is None:
        raise Inexpressible("a quoted event")
    if event.verb == "activated":
        return _activation(subject)
    checks = [*_whose(event, subject, codes)]
    if event.from_zone is not None:
        checks.append(f"c:IsPreviousLocation({ZONES[event.from_zone]})")
    elif event.verb == "returned":
        checks.append("not c:IsPreviousLocation(1)")
    test = f"function(c) return {' and '.join(checks) or 'true'} end"
    if subject.kind == "this":
        return f"({test})(e:GetHandler())"
    return f"eg:IsExists({test},1,nil)"


def _whose(event: tree.Event, subject: tree.Subject, codes: Mapping[str, Sequence[int]]) -> list[str]:
    if subject.kind == "this":
        return []
    if subject.kind == "name":
        return [f"c:IsCode({','.join(map(str, codes[subject.name or '']))})"]
    if subject.kind != "card" or subject.tag is not None:
        raise Inexpressible(f"the subject `{subject.kind}`")
    checks = [f"c:IsType({KINDS[subject.noun or 'card']})"]
    side = "IsControler" if event.verb == "summoned" else "IsPreviousControler"
    if subject.determiner in ("your", "opponent's"):
        checks.append(f"c:{side}({'tp' if subject.determiner == 'your' else '1-tp'})")
    if subject.determiner == "another":
        checks.append("c~=e:GetHandler()")
    return checks


def _activation(subject: tree.Subject) -> str:
    """`a card or effect is activated` and its relatives; the card behind a `happens` is nobody's."""
    checks = ["not re:GetHandler():IsCode(1)", "re~=e"]
    if subject.kind == "effect" and subject.text == "monster effect":
        checks.append("re:IsActiveType(1)")
    elif subject.kind == "card" and subject.noun in KINDS and subject.tag is None:
        checks.append(f"re:IsActiveType({KINDS[subject.noun]}) and re:IsHasType({_ACTIVATE})")
    elif subject.kind != "effect" or subject.text != "card or effect":
        raise Inexpressible("the activation of something that has no counterpart")
    if subject.determiner in ("your", "opponent's"):
        checks.append("rp==tp" if subject.determiner == "your" else "rp~=tp")
    return " and ".join(checks)


# ---------------------------------------------------------------- operations


def _payable(node: tree.Operation, codes: Mapping[str, Sequence[int]]) -> str:
    if node.verb == "pay":
        return f"Duel.CheckLPCost(tp,{node.amount})"
    mask = _WORKS_ON[node.verb]
    checks = [
        f"c:IsLocation({mask})" if _is_this(thing) else _picked(thing, node, codes, "tp")
        for thing in node.objects
    ]
    return " and ".join(f"({check})" for check in checks)


def _operation(
    node: tree.Operation, codes: Mapping[str, Sequence[int]], reason: int, payer: str | None
) -> str:
    """One operation; `payer` is the player whose cards alone qualify."""
    to_person = {"draw": "Duel.Draw", "damage": "Duel.Damage"}
    plain = {
        "nothing": "",
        "pay": f"Duel.PayLPCost(tp,{node.amount})",
        "negate-activation": "Duel.NegateActivation(ev)",
        "negate-effect": "Duel.NegateEffect(ev)",
    }
    to_cards = {
        ("destroy", None): f"Duel.Destroy(%s,{reason})",
        ("banish", None): f"Duel.Remove(%s,0x5,{reason})",
        ("send", "gy"): f"Duel.SendtoGrave(%s,{reason})",
        ("return", "hand"): f"Duel.SendtoHand(%s,nil,{reason})",
        ("tribute", None): f"Duel.Release(%s,{reason})",
        ("discard", None): f"Duel.SendtoGrave(%s,{reason | _AS_DISCARD})",
        ("special-summon", None): "Duel.SpecialSummon(%s,0,tp,tp,false,false,0x1)",
    }
    if node.verb in plain:
        return plain[node.verb]
    if node.verb in to_person and not node.by_battle:
        return f"{to_person[node.verb]}({_person(node.player)},{node.amount},{reason})"
    if (node.verb, node.to_zone) in to_cards and not node.by_battle:
        return to_cards[node.verb, node.to_zone] % _group(node, codes, payer)
    raise Inexpressible(f"the operation `{node.verb}`")


def _group(node: tree.Operation, codes: Mapping[str, Sequence[int]], payer: str | None) -> str:
    if len(node.objects) == 1 and isinstance(node.objects[0], tree.Selector):
        return _everything(node.objects[0])
    if len(node.objects) == 1 and isinstance(node.objects[0], tree.Pronoun) and node.objects[0].text == "it":
        return "eg"
    # The language lets one's own card alone qualify where it is one's own that is Summoned or discarded.
    own = "tp" if payer is None and node.verb in ("special-summon", "discard") else payer
    parts = ["c" if _is_this(thing) else _picked(thing, node, codes, own) for thing in node.objects]
    # A table with holes is safe here: each part has its own key.
    return f"gather({{{', '.join(f'p{index}={part}' for index, part in enumerate(parts))}}})"


def _everything(selector: tree.Selector) -> str:
    if selector.count != "all" or selector.scope is not None or selector.tag is not None:
        raise Inexpressible("a choice of cards")
    mask = 0x04 if selector.noun == "monster" else 0x08 if selector.noun != "card" else 0x0C
    kind = KINDS[selector.noun]
    return f"Duel.GetMatchingGroup(function(x) return x:IsType({kind}) end,0,{mask},{mask},nil)"


def _picked(
    thing: tree.Object, node: tree.Operation, codes: Mapping[str, Sequence[int]], own: str | None
) -> str:
    if not isinstance(thing, tree.Ref) or thing.owner is not None:
        raise Inexpressible("an object that is no card's name")
    names = ",".join(map(str, codes[thing.text]))
    mask = ZONES[node.from_zone] if node.from_zone is not None else _WORKS_ON[node.verb]
    return f"pick({{{names}}},{mask},{own or 'nil'})"


def _is_this(thing: tree.Object) -> bool:
    return isinstance(thing, tree.Pronoun) and thing.text == "this"


def _person(word: tree.Word | None) -> str:
    if word is None or word.text == "you":
        return "tp"
    if word.text == "your opponent":
        return "1-tp"
    raise Inexpressible("a player by name in an effect")
