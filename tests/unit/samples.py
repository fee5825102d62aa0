"""Reports made by hand, for tests of rendering and of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, permutations

from checker.domain.diagnostics import Diagnostic, Label
from checker.domain.report import (
    Broken,
    CheckReport,
    Column,
    CompareReport,
    ContestedReading,
    Difference,
    EffectInfo,
    ExpectationReport,
    ExploreReport,
    LinkReport,
    Lost,
    MayReport,
    NextReport,
    NotJudged,
    Order,
    RuleSetReport,
    RulesUsed,
    StoryTest,
    SuiteReport,
    ToggleValue,
    TraceReport,
    TraceStep,
    WhyReport,
)
from checker.domain.source import SourceFile, Span

RULING = SourceFile(
    "ruling.chain",
    """rules tcg
players Yugi, Kaiba

Yugi hand: "Dark Hole", "Mystical Space Typhoon" as mst
Kaiba set: "Solemn Judgment"
Yugi field: "Sangan" as s1
Kaiba field: "Sangan" as s2
Kaiba field: "Peten the Dark Clown" as p2

Yugi activates "Dark Hole"

Kaiba activates "Solemn Judgment"

Yugi activates "Mystical Space Typhoon"
expect link 1 is negated
expect count 4
""",
)


def too_slow(*, expected: bool = False) -> Diagnostic:
    return Diagnostic(
        law="speed/too-low",
        severity="error",
        message="`Mystical Space Typhoon` is Spell Speed 2 and cannot answer a Spell Speed 3 link",
        span=Span.of(14, 16, 14, 40),
        mark="Spell Speed 2",
        labels=(Label(Span.of(12, 17, 12, 34), "chain link 2, Spell Speed 3"),),
        help=("Yugi may add `Seven Tools of the Bandit`, or pass",),
        cites=("CH-1",),
        expected=expected,
    )


def unknown_rules() -> Diagnostic:
    return Diagnostic("name/unknown-rules", "error", "no rule set is called `nonsense`", Span.of(1, 1, 1, 9))


def contested() -> ContestedReading:
    return ContestedReading(
        "self-ss-hand-limit", "1", "none", "`g` could be placed after another of its kind"
    )


def checked(source: SourceFile, rules: str = "tcg") -> CheckReport:
    """Illegal, invalid, or with a failed expectation, if the story says that word; otherwise legal."""
    if "invalid" in source.text:
        found = Diagnostic(
            "syntax/unknown-word", "error", "`invalid` begins no statement", Span.of(1, 1, 1, 8)
        )
        return CheckReport(source, RulesUsed(rules), "invalid", (found,))
    span = Span.of(1, 1, 1, 7)
    held = ExpectationReport(
        1, "expect legal", passed="failed" not in source.text, found="2 orders", span=span
    )
    if "illegal" in source.text:
        found = Diagnostic("timing/not-open", "error", "not now", span, cites=("TW-1",))
        return CheckReport(source, RulesUsed(rules), "illegal", (found,), (held,))
    return CheckReport(source, RulesUsed(rules), "legal", (), (held,))


def illegal_as_expected() -> CheckReport:
    """One illegal play, which the story announces."""
    source = SourceFile("b.chain", RULING.text)
    span = Span.of(15, 1, 15, 15)
    held = ExpectationReport(15, "expect illegal", passed=True, found="speed/too-low", span=span)
    return CheckReport(source, RulesUsed("tcg"), "legal", (too_slow(expected=True),), (held,))


def silent() -> CheckReport:
    """A legal story that expects nothing."""
    return CheckReport(SourceFile("silent.chain", "rules tcg\n"), RulesUsed("tcg"), "legal")


def suite(reports: Sequence[CheckReport | NotJudged]) -> SuiteReport:
    """Stories as tests; each takes a tenth of a second longer than the one before."""
    tests = (StoryTest(report, number / 10) for number, report in enumerate(reports, start=1))
    return SuiteReport(tests, durations=2, most=2, seconds=1.25)


def ruling(*, expected: bool = False) -> CheckReport:
    return CheckReport(
        RULING,
        RulesUsed("tcg", {"trigger-order": "within-group"}),
        "legal" if expected else "illegal",
        (too_slow(expected=expected),),
        (
            ExpectationReport(
                15, "expect link 1 is negated", passed=True, found="negated", span=Span.of(15, 1, 15, 25)
            ),
            ExpectationReport(
                16, "expect count 4", passed=False, found="6 orders", span=Span.of(16, 1, 16, 15)
            ),
        ),
        (
            LinkReport(1, 1, "Yugi", "Dark Hole", 1, "negated", None),
            LinkReport(1, 2, "Kaiba", "Solemn Judgment", 3, "resolved", None),
        ),
        (contested(),),
    )


def effect(name: str, group: str = "turn-optional", *, met: int = 0, card: str | None = None) -> EffectInfo:
    return EffectInfo(
        id=name,
        card=card or f"Card {name}",
        player="Kaiba" if group.startswith("opponent") else "Yugi",
        group=group,  # type: ignore[arg-type]
        speed=1,
        public=group != "nonpublic",
        met=met,
        mandatory="mandatory" in group,
    )


type_of_two_each = {
    "s1": effect("s1", "turn-mandatory", card="Sangan"),
    "s2": effect("s2", "opponent-mandatory", card="Sangan"),
    "p1": effect("p1", "turn-optional", card="Peten the Dark Clown"),
    "p2": effect("p2", "opponent-optional", card="Peten the Dark Clown"),
}

Orders = tuple[dict[str, EffectInfo], list[Order]]


def two_each() -> Orders:
    """The four orders of two Sangans and two Petens."""
    orders = [
        Order(("s1", "s2"), ("p1", "p2")),
        Order(("s1", "s2", "p1"), ("p2",)),
        Order(("s1", "s2", "p1", "p2")),
        Order(("s1", "s2", "p2"), ("p1",)),
    ]
    return type_of_two_each, orders


def free_optional(number: int) -> Orders:
    """Any of `number` optional effects of one player, in any order."""
    names = "abcdefgh"[:number]
    effects = {name: effect(name) for name in names}
    words = sorted(word for size in range(number + 1) for word in permutations(names, size))
    return effects, [Order(word, tuple(n for n in names if n not in word)) for word in words]


def free_groups() -> Orders:
    """Two mandatory effects each, and two optional ones of the opponent."""
    effects = {name: effect(name, "turn-mandatory") for name in ("a", "b")}
    effects |= {name: effect(name, "opponent-mandatory") for name in ("c", "d")}
    effects |= {name: effect(name, "opponent-optional") for name in ("e", "f")}
    tails: list[tuple[str, ...]] = [(), ("e",), ("e", "f"), ("f",), ("f", "e")]
    orders = [
        Order(x + y + z, tuple(n for n in "ef" if n not in z))
        for x in permutations("ab")
        for y in permutations("cd")
        for z in tails
    ]
    return effects, sorted(orders, key=lambda order: order.links)


def copies(number: int) -> Orders:
    """Identical copies of one card and another card: one order for each place of the other."""
    names = ["Sangan", *(f"Sangan-{i}" for i in range(2, number + 1))]
    effects = {name: effect(name, "turn-mandatory", card="Sangan") for name in names}
    effects["x"] = effect("x", "turn-mandatory")
    orders = [Order((*names[:i], "x", *names[i:])) for i in range(number + 1)]
    return effects, sorted(orders, key=lambda order: order.links)


def with_ban() -> Orders:
    """Four mandatory effects; whatever is not placed before `a` is lost, so these are no simple choices."""
    effects = {name: effect(name, "turn-mandatory") for name in "abcd"}
    orders = set()
    for word in permutations("abcd"):
        kept = word[: word.index("a") + 1]
        lost = tuple(Lost(name, "response/barred") for name in "abcd" if name not in kept)
        orders.add(Order(kept, (), lost))
    return effects, sorted(orders, key=lambda order: order.links)


def explored(
    given: Orders,
    *,
    source: SourceFile = RULING,
    limit: int | None = 1000,
    copies: dict[str, int] | None = None,
    alike: dict[str, str] | None = None,
    readings: Sequence[ContestedReading] = (),
) -> ExploreReport:
    effects, orders = given
    listed: Iterable[Order] = islice(orders, limit)
    return ExploreReport(
        source=source,
        rules=RulesUsed("ocg"),
        count=len(orders),
        effects=effects,
        orders=iter(listed),
        limit=limit,
        complete=limit is None or len(orders) <= limit,
        window="triggers wait",
        to_act="Yugi",
        copies=copies or {},
        alike=alike or {},
        contested=tuple(readings),
        players=("Yugi", "Kaiba"),
    )


def not_over(source: SourceFile = RULING) -> ExploreReport:
    """What `explore` finds where a chain is still being built."""
    report = explored(({}, [Order(())]), source=source)
    report.window, report.to_act = "chain of 1 link being built", "Kaiba"
    report.diagnostics = (
        Diagnostic("story/not-over", "note", "the chain has not resolved yet", Span.of(1, 1, 1, 10)),
    )
    return report


def broken_order(source: SourceFile = RULING) -> WhyReport:
    return WhyReport(
        source,
        RulesUsed("ocg"),
        ("p1", "s1"),
        (
            Broken(1, "p1", "segoc/group-order", "`s1` of an earlier group is not placed yet", ("SEGOC-1",)),
            Broken(
                None, "s2", "segoc/mandatory-skipped", "`s2` is mandatory and possible", ("SEGOC-1", "TR-2")
            ),
        ),
        (Order(("s1", "s2", "p1")), Order(("s1", "s2"), ("p1",))),
        1,
        type_of_two_each,
    )


def legal_order(source: SourceFile = RULING) -> WhyReport:
    return WhyReport(source, RulesUsed("ocg"), ("s1", "s2"), (), (Order(("s1", "s2")),), 0, type_of_two_each)


def next_steps(source: SourceFile = RULING) -> NextReport:
    return NextReport(
        source,
        RulesUsed("ocg"),
        "response window after chain link 2",
        "Kaiba",
        (MayReport("Kaiba", "Seven Tools of the Bandit", "Seven Tools of the Bandit"),),
        (
            MayReport(
                "Kaiba",
                "mf",
                "Mirror Force",
                ("timing/wrong-window", "timing/set-this-turn"),
                ("no attack was declared", "it was Set this turn"),
            ),
        ),
    )


def told() -> TraceReport:
    """A chain of two links that has resolved, and one that waits; names need escaping in every format."""
    return TraceReport(
        RULING,
        RulesUsed("tcg"),
        (
            TraceStep(
                10,
                'Yugi activates "Dark Hole"',
                ("chain link 1, Spell Speed 1",),
                "chain of 1 link being built",
                "Kaiba",
                ("Kaiba's `Solemn Judgment`",),
            ),
            TraceStep(12, 'Kaiba activates "Solemn Judgment"', ("chain link 2, Spell Speed 3",)),
        ),
        (("Yugi", "GY", ("Dark Hole",)),),
        ("`クリッター` (`s1`)",),
        links=(
            LinkReport(1, 1, "Yugi", "Dark Hole", 1, "negated", None, "Dark Hole"),
            LinkReport(
                1, 2, "海馬", "Solemn Judgment", 3, "resolved", None, "sj", None, ("Yugi's Spell is negated",)
            ),
            LinkReport(2, 1, "Yugi", "クリッター", 1, "waiting", None, "s1", "turn-mandatory"),
            LinkReport(2, 2, "海馬", '#1 "<b>\\n & Co.]', 1, "waiting", None, "odd", "opponent-optional"),
        ),
        players=("Yugi", "海馬"),
    )


def comparison() -> CompareReport:
    orders = (Order(("s1", "s2")),)
    return CompareReport(
        RULING,
        (
            Column(RulesUsed("tcg"), "legal", 2, orders, complete=True),
            Column(RulesUsed("ocg"), "legal", 1, orders, complete=True),
        ),
        (
            Difference(
                "the order s1 → g → p1",
                ("tcg",),
                ("ocg",),
                ("segoc/nonpublic-too-early",),
                ("nonpublic-last: no in tcg, yes in ocg",),
            ),
        ),
    )


def rule_set(name: str) -> RuleSetReport:
    toggle = ToggleValue(
        "trigger-order",
        "free",
        "what the time of a trigger decides",
        ("SEGOC-3",),
        "within-group",
        "the rulebook",
    )
    return RuleSetReport(name, f"the rules of {name}", (toggle,), ("Rulebook 10, page 50",))
