"""The mutator itself: it makes the mutants that it should, and stories kill those that they can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.resources import rules_text
from tests.mutation.listed import equivalent
from tests.mutation.mutants import Mutant, mutants_of, unsafe
from tests.mutation.reach import Reach
from tests.mutation.run import run
from tests.mutation.stories import case

PROGRAM = """
% A rule with a comparison and a pool, a fact, and what is shown.
free(X, N) :- node(X, N), not blocked(X),
    N < 3, kind(X, (a; b)).
node(c(1; 2), 1).
#show free(X) : free(X, N), N > 1.
"""
GROUPS = """
rules mr1
players A, B
A triggers optional "One" as one
B triggers mandatory "Two" as two
expect all orders { [two] [two, one] }
"""


def test_the_mutants_of_a_program() -> None:
    found = {mutant.change: mutant.instead for mutant in mutants_of("model/x.lp", PROGRAM)}
    body = ["node(X, N)", "not blocked(X)", "N < 3", "kind(X, (a; b))"]
    for literal in body:
        rest = ", ".join(other for other in body if other != literal)
        assert found[f"without `{literal}`"] == f"free(X, N) :- {rest}."
    assert found["`<` becomes `<=` in `N < 3`"].endswith("N <= 3, kind(X, (a; b)).")
    assert found["without `a` in `kind(X, (a; b))`"].endswith("N < 3, kind(X, b).")
    assert found["without `1` in `node(c(1; 2), 1)`"] == "node(c(2), 1)."
    assert found["without `N > 1`"] == "#show free(X) : free(X, N)."
    assert found["left out"] == ""
    assert len(list(mutants_of("model/x.lp", PROGRAM))) == 8 + 3 + 4


def test_what_is_no_program_is_told_apart() -> None:
    mutants = list(mutants_of("model/x.lp", PROGRAM))
    changes = {mutant.change for mutant in unsafe(mutants)}
    assert changes == {"without `node(X, N)`", "without `free(X, N)`"}


def test_a_mutant_is_put_in_the_place_of_its_rule() -> None:
    lines = {mutant.text(PROGRAM).count("\n") for mutant in mutants_of("model/x.lp", PROGRAM)}
    assert lines == {PROGRAM.count("\n"), PROGRAM.count("\n") - 1}
    for mutant in mutants_of("model/x.lp", PROGRAM):
        assert mutant.text(PROGRAM).startswith("\n% A rule")
        assert (mutant.rule not in mutant.text(PROGRAM)) or mutant.line == 3


def _killed(mutant: Mutant) -> tuple[bool, str]:
    story = case("groups", GROUPS, Path())
    (outcome,) = run([(mutant, [0])], [story], [0.1], 1, {})
    return outcome.killed, outcome.how


def _of(file: str, words: str) -> Mutant:
    return next(mutant for mutant in mutants_of(file, rules_text(file)) if words in mutant.key)


def test_a_mutant_of_a_rule_is_killed_by_a_story_that_can_tell() -> None:
    killed, how = _killed(_of("model/trigger.lp", "first_rank(optional, 3). | left out"))
    assert killed
    assert "also legal: [one, two]" in how


def test_a_mutant_that_a_story_cannot_tell_survives() -> None:
    assert _killed(_of("law/timing/missed.lp", "left out")) == (False, "")


def test_a_mutant_of_a_toggle_is_killed() -> None:
    mutant = _of("ruleset/mr1.lp", "toggle(segoc_groups, yes). | `yes` becomes `no`")
    assert mutant.instead == "toggle(segoc_groups, no)."
    assert _killed(mutant)[0]


@pytest.mark.parametrize(
    ("rule", "change", "asked"),
    [
        ("a(X) :- b(X), c(X).", "without `c(X)`", "b(X), not sure_c(X), not sure_a(X)"),
        ("a(X) :- b(X), not c(X).", "without `not c(X)`", "b(X), c(X), not sure_a(X)"),
        ("a(X) :- b(X), not c(X).", "left out", "b(X), not sure_c(X)"),
        ("a(X) :- b(X, N), N < 3.", "`<` becomes `<=` in `N < 3`", "b(X,N), N <= 3"),
    ],
)
def test_when_a_mutant_can_matter(rule: str, change: str, asked: str) -> None:
    mutant = next(m for m in mutants_of("model/x.lp", rule) if m.change == change)
    assert Reach([mutant]).text() == f"reached(0) :- {asked}."


def test_the_list_of_equivalents_speaks_of_mutants_that_exist() -> None:
    reasons = equivalent()
    assert all(len(reason) > 20 for reason in reasons.values())
    files = {key.partition(" | ")[0] for key in reasons}
    keys = {mutant.key for file in files for mutant in mutants_of(file, rules_text(file))}
    assert set(reasons) <= keys
