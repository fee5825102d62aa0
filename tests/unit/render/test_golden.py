"""What each format prints for each report, as files to be read in a review."""

from __future__ import annotations

import io
import json as stdlib_json
import re
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from checker import render
from checker.domain.report import NotJudged, Order, Page
from checker.domain.source import SourceFile
from checker.render import text
from checker.render.layout.sheet import Sheet
from checker.version import UNINSTALLED, version
from tests.conftest import Compare
from tests.unit import samples

UNREADABLE = NotJudged("gone.chain", "unreadable", "no such file or directory")
LATE = NotJudged("late.chain", "time-limit", "not judged within 5 s")
FINE = samples.checked(SourceFile("fine.chain", "rules tcg\n"))
SANGANS = dict.fromkeys(("Sangan", *(f"Sangan-{i}" for i in range(2, 16))), "Sangan")

# For each case: the command, and how to make its report anew (some can be read only once).
CASES: dict[str, tuple[str, Callable[[], object]]] = {
    "check": ("check", lambda: [samples.ruling(), FINE, UNREADABLE, LATE]),
    "check-expected": ("check", lambda: [samples.ruling(expected=True)]),
    "explore": (
        "explore",
        lambda: samples.explored(samples.two_each(), readings=[samples.contested()]),
    ),
    "explore-copies": (
        "explore",
        lambda: samples.explored(samples.copies(15), copies={"Sangan": 15}, alike=SANGANS),
    ),
    "explore-ban": ("explore", lambda: samples.explored(samples.with_ban())),
    "explore-groups": ("explore", lambda: samples.explored(samples.free_groups())),
    "explore-cut": ("explore", lambda: samples.explored(samples.with_ban(), limit=13)),
    "explore-nothing": ("explore", lambda: samples.explored(({}, [Order(())]))),
    "explore-not-over": ("explore", samples.not_over),
    "count": ("count", lambda: samples.explored(samples.free_optional(6))),
    "why": ("why", samples.broken_order),
    "why-legal": ("why", samples.legal_order),
    "next": ("next", samples.next_steps),
    "trace": ("trace", samples.told),
    "compare": ("compare", samples.comparison),
    "rules": ("rules", lambda: [samples.rule_set("tcg"), samples.rule_set("ocg")]),
    "rules-one": ("rules", lambda: [samples.rule_set("tcg")]),
    "test": ("test", lambda: samples.suite([FINE, samples.ruling(), UNREADABLE, samples.silent()])),
    "explain": (
        "explain",
        lambda: [Page("segoc/group-order", "law", "# Group order\n\nThe turn player's first.\n")],
    ),
}


def printed(name: str, case: str, **look: bool) -> str:
    command, report = CASES[case]
    out = io.StringIO()
    getattr(render.load(name), command)(report(), Sheet(out, **look))
    return out.getvalue()


SERVED = [
    (name, case)
    for name in render.formats()
    for case, (command, _) in CASES.items()
    if hasattr(render.load(name), command) and not hasattr(render.load(name), "TOURS")  # test_html.py
]


@pytest.mark.parametrize(("name", "case"), SERVED)
def test_output(name: str, case: str, golden: Compare) -> None:
    text = printed(name, case)
    if name == "sarif":  # it names the version, which a checkout that is not installed does not know
        text = text.replace(f'"version": "{version()}"', f'"version": "{UNINSTALLED}"')
    golden(f"{name}/{case}.txt", text)


def test_every_format_judges_files() -> None:
    assert {name for name, case in SERVED if case == "check"} >= {
        "concise",
        "github",
        "gitlab",
        "json",
        "jsonl",
        "junit",
        "sarif",
        "text",
    }


@pytest.mark.parametrize("case", CASES)
def test_json_can_be_read(case: str) -> None:
    stdlib_json.loads(printed("json", case))


@pytest.mark.parametrize("case", ["check", "check-expected", "explore-ban", "explain", "test"])
def test_verbose_text(case: str, golden: Compare) -> None:
    golden(f"text-verbose/{case}.txt", printed("text", case, verbose=True))


def test_color_only_adds() -> None:
    for case in CASES:
        if case == "explain":
            continue  # set by rich
        colored = printed("text", case, color=True)
        assert _plain(colored) == printed("text", case)


def test_a_page_in_color_is_set_by_rich() -> None:
    assert "\x1b[" in printed("text", "explain", color=True)


def test_quiet_check_prints_findings_only() -> None:
    assert printed("text", "check", quiet=True).count("error[") == 2
    assert "files" not in printed("text", "check", quiet=True)


def test_many_orders_are_said_as_choices() -> None:
    out = io.StringIO()
    assert text.explore(samples.explored(samples.free_optional(6)), Sheet(out)) is True
    assert "1,957 legal orders" in out.getvalue()
    assert "any of a, b, c, d, e, f in any order, or none" in out.getvalue()
    assert out.getvalue().count("\n") < 15


def test_heads_take_two_lines_where_there_is_no_room_for_one() -> None:
    def explored(cells: int) -> str:
        out = io.StringIO()
        text.explore(samples.explored(samples.two_each()), Sheet(out, width=cells))
        return out.getvalue()

    wide, narrow = explored(100), explored(78)
    assert "Spell Speed" in wide
    assert "Spell Speed" not in narrow
    head = narrow.splitlines()[3:5]
    assert head[0].rindex("Spell") == head[1].rindex("Speed")


def test_verbose_lists_every_order() -> None:
    out = io.StringIO()
    report = samples.explored(samples.free_optional(4), limit=None)
    assert text.explore(report, Sheet(out, verbose=True)) is True
    assert out.getvalue().count("\n") >= 65


@pytest.mark.parametrize(
    ("found", "verbose"), [(3, False), (3, True), (20, False), (20, True), (1950, False), (1950, True)]
)
def test_an_interruption_leaves_the_orders_found_so_far(found: int, verbose: bool) -> None:
    report = samples.explored(samples.free_optional(6 if found > 60 else 4), limit=None)
    report.orders = _interrupted(report.orders, found)
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        text.explore(report, Sheet(out, verbose=verbose))
    assert len(re.findall(r"^ +\d+\. ", out.getvalue(), re.MULTILINE)) == found


def _interrupted(orders: Iterator[Order], after: int) -> Iterator[Order]:
    yield from islice(orders, after)
    raise KeyboardInterrupt


def test_a_failed_expectation_is_not_as_expected() -> None:
    out = io.StringIO()
    text.check([samples.checked(SourceFile("a.chain", "failed"))], Sheet(out))
    assert "a.chain: not as expected under tcg, 0 of 1 expectation met" in out.getvalue()
    out = io.StringIO()
    text.check([samples.illegal_as_expected()], Sheet(out))
    assert "b.chain: illegal as expected under tcg, 1 of 1 expectation met" in out.getvalue()
    assert "1 file: 1 illegal as expected" in out.getvalue()


def _plain(colored: str) -> str:
    lines = re.sub(r"\x1b\[[\d;]*m", "", colored).split("\n")
    return "\n".join(line.rstrip() for line in lines)
