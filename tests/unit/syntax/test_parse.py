"""Texts to trees: one test for each construct, the delicate ones in detail."""

from __future__ import annotations

import pytest

from checker.domain.source import Span
from checker.syntax import tree
from tests.unit.syntax.samples import card_line, placeless, statement, statements

_NOWHERE = Span.of(1, 1, 1, 1)


def _ref(text: str, quoted: bool = False) -> object:
    return placeless(tree.Ref(_NOWHERE, text, quoted))


# ---------------------------------------------------------------- words, lines, names


def test_statements_end_at_line_breaks_and_semicolons() -> None:
    assert len(statements("A passes; B passes\n\nboth pass # ; A passes\n;;")) == 3


def test_hash_in_quotes_is_no_comment() -> None:
    assert statement('A sets "#1 Card"').card.text == "#1 Card"


def test_escapes() -> None:
    assert statement(r'A sets "The \"Big\" \\ \n"').card.text == 'The "Big" \\ \\n'


@pytest.mark.parametrize("name", ["s1", "_x", "gob-2", "x_-_y", "Дзюн", "遊戯", "é", "क्षत्रिय", "A--B"])
def test_bare_names(name: str) -> None:
    assert statement(f"{name} passes").player.text == name


def test_names_are_composed() -> None:
    assert statement("e\u0301 passes").player.text == "\u00e9"


def test_references() -> None:
    assert placeless(statement("A declines s1").card) == _ref("s1")
    assert placeless(statement('A declines "Sangan"').card) == _ref("Sangan", quoted=True)
    card = statement('A declines Yugi\'s "Sangan".search').card
    assert (card.owner.text, card.text, card.quoted, card.label.text) == ("Yugi", "Sangan", True, "search")
    assert statement('A declines James\' "Sangan"').card.owner.text == "James"
    assert statement('A declines Yugi’s "Sangan"').card.owner.text == "Yugi"
    assert statement('A declines "Seto Kaiba"\'s "Sangan"').card.owner.text == "Seto Kaiba"


def test_labels_may_be_keywords() -> None:
    assert statement("A activates solemn.summon").card.label.text == "summon"
    assert card_line("card: activate -> draw 1").label.text == "card"
    assert card_line("trigger: optional trigger").label.text == "trigger"


def test_spans() -> None:
    place = statement('Yugi hand: "Dark Hole",\n  "Sangan" as s1  # end')
    assert place.span == Span.of(1, 1, 2, 17)
    assert place.items[1].span == Span.of(2, 3, 2, 17)
    assert place.items[1].alias.span == Span.of(2, 15, 2, 17)


def test_a_block_is_not_in_the_span_of_its_head() -> None:
    assert statement('card "C" monster {\n}').span == Span.of(1, 1, 1, 17)
    assert statement("chain resolves {\nlink 1: nothing\n}").span == Span.of(1, 1, 1, 15)


# ---------------------------------------------------------------- header and places


def test_rules() -> None:
    rules = statement("rules tcg with trigger-order within-group, self-ss-hand-limit 1, x no")
    assert rules.name.text == "tcg"
    assert [(toggle.name.text, toggle.value.text) for toggle in rules.toggles] == [
        ("trigger-order", "within-group"),
        ("self-ss-hand-limit", "1"),
        ("x", "no"),
    ]


def test_header() -> None:
    assert [name.text for name in statement('players Yugi, "Seto Kaiba"').names] == ["Yugi", "Seto Kaiba"]
    assert statement("turn Kaiba").player.text == "Kaiba"
    assert statement("phase main2").name == "main2"
    assert statement("step damage-calculation").name == "damage-calculation"
    limit = statement('limit Yugi to 2 activations of "Djinn" spell or trap cards')
    assert (limit.number, limit.selector.tag, limit.selector.noun, limit.selector.count) == (
        2,
        "Djinn",
        "spell or trap",
        "all",
    )
    assert statement('use "a/b.chain"').path == "a/b.chain"
    assert statement("use classics").library.text == "classics"


def test_items() -> None:
    place = statement('Yugi set: Kaiba\'s 2 "X" as x this turn revealed on "Y" doomed, z')
    first, second = place.items
    assert (first.owner.text, first.count, first.card.text, first.alias.text) == ("Kaiba", 2, "X", "x")
    assert (first.this_turn, first.revealed, first.doomed, first.on.text) == (True, True, True, "Y")
    assert (second.owner, second.count, second.card.quoted, second.on) == (None, 1, False, None)


# ---------------------------------------------------------------- triggers


def test_triggers() -> None:
    line = statement(
        'Yugi triggers mandatory 2 "Grapha" as g.card speed 2, from gy, also hand when '
        "once per turn by name, summons itself cannot be responded to, "
        "opponent cannot respond only as chain link 3 or higher"
    )
    assert (line.mandatory, line.count, line.name, line.alias.text, line.label.text) == (
        True,
        2,
        "Grapha",
        "g",
        "card",
    )
    kinds = [attribute.kind for attribute in line.attributes]
    assert kinds == [
        "speed",
        "from",
        "wording",
        "once-per-turn",
        "summons-itself",
        "cannot-be-responded-to",
        "opponent-cannot-respond",
        "chain-link",
    ]
    assert line.attributes[1].zones == ("gy",)
    assert line.attributes[1].also_hand
    assert line.attributes[3].by_name


def test_may_use() -> None:
    line = statement('Yugi may use "Veiler" as v speed 2 mandatory from hand')
    assert [attribute.kind for attribute in line.attributes] == ["speed", "mandatory", "from"]


# ---------------------------------------------------------------- operations


def _verbs(moments: tree.Sequence) -> list[list[tuple[str, int]]]:
    return [
        [(operation.verb, len(operation.objects)) for operation in moment.operations] for moment in moments
    ]


def test_after_and_a_verb_begins_an_operation_and_an_object_goes_on() -> None:
    assert _verbs(statement("happens destroy sangan and destroy peten").moments) == [
        [("destroy", 1), ("destroy", 1)]
    ]
    assert _verbs(statement("happens destroy sangan and peten").moments) == [[("destroy", 2)]]
    assert _verbs(statement("happens destroy s1, p1 and draw 2, banish x").moments) == [
        [("destroy", 2), ("draw", 0), ("banish", 1)]
    ]


def test_zones_belong_to_all_objects() -> None:
    (moment,) = statement("happens send s1, s2 and s3 from hand to gy").moments
    (operation,) = moment.operations
    assert (len(operation.objects), operation.from_zone, operation.to_zone) == (3, "hand", "gy")


def test_then_lines_join_what_happens() -> None:
    happens = statement(
        "happens by Kaiba destroy s1\nthen destroy s2 then if done draw 1\n\n# so\nthen if done draw 2"
    )
    assert happens.player.text == "Kaiba"
    assert [moment.if_done for moment in happens.moments] == [False, False, True, True]
    assert happens.span.end.line == 5


def test_then_alone_is_a_later_moment() -> None:
    kinds = [
        type(node).__name__ for node in statements('A triggers mandatory "X"\nthen\nA triggers mandatory "Y"')
    ]
    assert kinds == ["Triggers", "LaterMoment", "Triggers"]


def test_operations_of_a_definition() -> None:
    line = card_line(
        "activate -> special summon target from gy and flip face-down it and take control of 1 monster "
        'and equip this to target and negate effects of all "X" monsters, '
        "then if done your opponent draws 2 and you draw 1"
    )
    first, second = line.operations
    assert [operation.verb for operation in first.operations] == [
        "special-summon",
        "flip-face-down",
        "take-control",
        "equip",
        "negate-effects",
    ]
    assert placeless(first.operations[3].onto) == placeless(tree.Pronoun(_NOWHERE, "target"))
    assert second.if_done
    assert [operation.player.text for operation in second.operations] == ["your opponent", "you"]


def test_all_cards_is_a_pronoun_only_alone() -> None:
    alone = card_line("ignition, cost discard all cards").modifiers[0].operations[0].objects[0]
    assert placeless(alone) == placeless(tree.Pronoun(_NOWHERE, "all-cards"))
    scoped = (
        card_line("ignition -> discard all cards in opponent's hand").operations[0].operations[0].objects[0]
    )
    assert (scoped.count, scoped.noun, scoped.scope.whose, scoped.scope.zone) == (
        "all",
        "card",
        "opponent",
        "hand",
    )


def test_a_comma_ends_a_cost() -> None:
    line = card_line("ignition, cost discard 1 card and pay 500, target 1 monster -> destroy target")
    cost, target = line.modifiers
    assert [operation.verb for operation in cost.operations] == ["discard", "pay"]
    assert target.selector.noun == "monster"


def test_battle() -> None:
    (moment,) = statement("happens destroy s1 by battle with x and damage Yugi 300 by battle").moments
    destroy, damage = moment.operations
    assert (destroy.by_battle, destroy.with_card.text) == (True, "x")
    assert (damage.by_battle, damage.player.text, damage.amount) == (True, "Yugi", 300)


# ---------------------------------------------------------------- plays


def test_activation() -> None:
    play = statement(
        'Yugi activates "X".card targeting a1, b1 tributing c1 and d1, paying 500 sending e1 to gy '
        "against link 2 at once"
    )
    assert [card.text for card in play.targets] == ["a1", "b1"]
    assert [(cost.verb, len(cost.objects), cost.amount, cost.to_zone) for cost in play.costs] == [
        ("tribute", 2, None, None),
        ("pay", 0, 500, None),
        ("send", 1, None, "gy"),
    ]
    assert (play.against_card, play.against_link, play.at_once) == (None, 2, True)
    assert statement("Yugi activates x against y").against_card.text == "y"


def test_summons_and_attacks() -> None:
    assert [card.text for card in statement("A normal summons x tributing y and z").materials] == ["y", "z"]
    assert statement("A flip summons x").how == "flip"
    assert len(statement("A special summons x, y using z").cards) == 2
    attack = statement("A attacks directly with x")
    assert (attack.target, attack.attacker.text) == (None, "x")
    assert statement("A attacks x").attacker is None
    assert statement("A moves to damage-start").place == "damage-start"


def test_chain_resolves() -> None:
    chain = statement(
        'chain resolves {\n link 7: special summon "Sangan", x\n\n link 1: nothing; link 2: draw 1 }'
    )
    assert [(line.link, _verbs(line.moments)) for line in chain.block] == [
        (7, [[("special-summon", 2)]]),
        (1, [[("nothing", 0)]]),
        (2, [[("draw", 0)]]),
    ]


# ---------------------------------------------------------------- definitions


@pytest.mark.parametrize(
    ("text", "kind", "subtype"),
    [
        ("monster", "monster", None),
        ("pendulum monster", "monster", "pendulum"),
        ("counter trap", "trap", "counter"),
    ]
    + [
        (f"{kind} spell", "spell", kind)
        for kind in ("normal", "quick-play", "continuous", "equip", "field", "ritual")
    ],
)
def test_card_kinds(text: str, kind: str, subtype: str | None) -> None:
    card = statement(f'card "C" {text}')
    assert (card.kind, card.subtype, card.effects) == (kind, subtype, ())


def test_tags_and_lines() -> None:
    card = statement('card "C" monster { tags "A", "B"; ignition -> draw 1; tags "C" }')
    assert card.tags == ("A", "B", "C")
    assert len(card.effects) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this is sent from field to gy", ("this", "sent", "field", "gy")),
        ("target leaves the field", ("target", "leaves", "field", None)),
        ("this leaves gy", ("this", "leaves", "gy", None)),
        ('"Sangan" is returned to deck', ("name", "returned", None, "deck")),
        ("a card is added from deck to hand", ("card", "added-to-hand", "deck", None)),
        ("you take battle damage", ("player", "takes-damage", None, None)),
        ("your opponent draws", ("player", "draws", None, None)),
        ("card or effect is activated", ("effect", "activated", None, None)),
        ('"Tag" effect is activated', ("effect", "activated", None, None)),
    ],
)
def test_events(text: str, expected: tuple[str, str, str | None, str | None]) -> None:
    (event,) = card_line(f"optional trigger when {text}").events
    assert (event.subject.kind, event.verb, event.from_zone, event.to_zone) == expected


def test_event_details() -> None:
    line = card_line(
        'optional trigger if opponent\'s "D" spell or trap card is destroyed by battle as cost '
        'by your opponent or a monster would be flip summoned or "a coin falls" '
        "or your opponent's monster effect is activated"
    )
    first, second, third, fourth = line.events
    assert (first.subject.determiner, first.subject.tag, first.subject.noun) == (
        "opponent's",
        "D",
        "spell or trap",
    )
    assert (first.by, first.as_cost, first.agent) == ("battle", True, "opponent")
    assert (second.verb, second.summon) == ("would-be-summoned", "flip")
    assert (third.subject, third.verb, third.text) == (None, "text", "a coin falls")
    assert (fourth.subject.determiner, fourth.subject.text) == ("opponent's", "monster effect")


def test_conditions() -> None:
    line = card_line(
        "quick, only if this is not in field and you control no monsters, "
        'while you control 2 or more "D" cards and "X" is in gy and you control another monster -> draw 1'
    )
    only_if, during = line.modifiers
    in_zone, none = only_if.condition
    assert (in_zone.negated, in_zone.zone, none.least, none.most) == (True, "field", 0, 0)
    two, _, another = during.condition
    assert (two.least, two.most, two.selector.tag) == (2, None, "D")
    assert (another.least, another.selector.count) == (1, "another")


def test_modifiers() -> None:
    line = card_line(
        "mandatory phase damage-calculation, from field or gy, once per turn by name, "
        "once per chain by name, once per battle, once per damage calculation, once per phase, each time, "
        "only as chain link 2 or higher, "
        "unless its name is on the chain, cannot be responded to, opponent cannot respond, "
        "opponent cannot activate this chain, in response only, in damage step, only in damage-end, speed 2, "
        'summons itself, tagged "T" -> draw 1'
    )
    assert line.phase == "damage-calculation"
    assert [modifier.kind for modifier in line.modifiers] == [
        "from",
        "once-per-turn",
        "once-per-chain",
        "once-per-battle",
        "once-per-damage-calculation",
        "once-per-phase",
        "each-time",
        "chain-link",
        "name-not-on-chain",
        "cannot-be-responded-to",
        "opponent-cannot-respond",
        "opponent-cannot-activate",
        "in-response-only",
        "in-damage-step",
        "only-in",
        "speed",
        "summons-itself",
        "tagged",
    ]


# ---------------------------------------------------------------- expectations


def test_orders() -> None:
    claim = statement('expect all orders {\n[s1, s2]\n\n[], ["Name", Yugi\'s "N", x.card] }')
    assert claim.all
    assert [len(order) for order in claim.orders] == [2, 0, 3]
    assert statement("expect orders { }").orders == ()
    assert statement("expect order [] legal").order == ()
    order = statement("expect order [s1] illegal segoc/group-order")
    assert (order.legal, order.law.text) == (False, "segoc/group-order")


def test_expectations() -> None:
    assert statement("expect in ocg legal").in_rules.text == "ocg"
    assert statement("expect illegal").law is None
    assert statement("expect illegal speed/too-low").law.text == "speed/too-low"
    assert statement("expect count 4").count == 4
    assert statement("expect missed p1.card").card.label.text == "card"
    assert statement("expect lost s1 because timing/lost-location").law.text == "timing/lost-location"
    may = statement('expect Kaiba may not activate "X" because timing/wrong-window')
    assert (may.player.text, may.negated, may.card.text) == ("Kaiba", True, "X")
    outcomes = ("resolves", "negated", "is negated", "has no effect")
    assert [statement(f"expect link 5 {outcome}").outcome for outcome in outcomes] == [
        "resolved",
        "negated",
        "negated",
        "no-effect",
    ]
    assert statement("expect Kaiba to act").player.text == "Kaiba"
    assert [card.text for card in statement('expect Yugi gy: "A", b').cards] == ["A", "b"]
