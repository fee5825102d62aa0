"""The rulebook as a whole: its border, its style, and that clingo finds nothing odd in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import clingo
import pytest

from checker.domain.fact import Term
from checker.domain.source import SourceFile
from checker.resources import rules_dir
from checker.rulesets import names, rule_set, toggles
from checker.semantics import read
from checker.solver.ask import branch, rule_set_facts, story_facts
from checker.solver.rulebook import INDEX, build, sources, text_for
from checker.solver.terms import symbol
from checker.syntax import parse

ROOT = Path(__file__).resolve().parents[2]
STORIES = sorted((ROOT / "tests" / "stories").rglob("*.chain"))
# Fluents that nothing reads are left out on purpose.
_READ = (
    r"(blocked|detail|place|outcome|state)\(|now\(\d+,(act|at|control|pending|size|step|phase|turn|window)\("
)
FILES = sorted(rules_dir().rglob("*.lp"))


def _story(path: Path):  # type: ignore[no-untyped-def]
    file, found = parse(SourceFile(path.name, path.read_text("utf-8")))
    return read(file, found, base=path.parent)


def _documented() -> set[str]:
    text = (rules_dir() / "vocabulary" / "input.lp").read_text("utf-8")
    return set(re.findall(r"^#defined (\w+/\d+)\.", text, re.MULTILINE))


def test_every_fact_that_python_supplies_is_documented_once() -> None:
    text = (rules_dir() / "vocabulary" / "input.lp").read_text("utf-8")
    listed = re.findall(r"^#defined (\w+/\d+)\.", text, re.MULTILINE)
    assert len(listed) == len(set(listed))
    for path in STORIES[::2]:
        story = _story(path)
        facts = [*story_facts(story, story.rules), Term("skip", (0,)), *branch(story.end, 1000, 1, ["x"])]
        used = {f"{fact.name}/{len(fact.args)}" for fact in facts}
        assert used <= _documented(), path


@pytest.mark.parametrize("rules", names())
def test_clingo_has_nothing_to_say_about_the_rulebook(rules: str) -> None:
    """No message, such as an atom that no rule and no documented fact provides, for any rule set and question."""
    said: list[str] = []
    solver = clingo.Control(logger=lambda code, text: said.append(f"{code}: {text}"), message_limit=50)
    for name, text in sources().items():
        if not name.startswith("ask/nearest"):
            solver.add("base", [], text)
    from checker.domain.report import RulesUsed

    with solver.backend() as backend:
        for fact in rule_set_facts(RulesUsed(rules)):
            backend.add_rule([backend.add_atom(symbol(fact))])
    solver.ground([("base", [])])
    assert not said, "\n".join(said)


def test_the_shipped_index_fits_the_rules() -> None:
    assert json.loads(INDEX.read_text("utf-8")) == build(), "run `python -m checker.solver.build`"


@pytest.mark.parametrize("path", STORIES[::60], ids=lambda path: path.stem)
def test_leaving_out_rules_that_cannot_fire_changes_nothing(path: Path) -> None:
    story = _story(path)
    facts = story_facts(story, story.rules)
    whole = "\n".join(text for name, text in sources().items() if not name.startswith("ask/n"))
    cut = text_for(facts) + "\n" + (rules_dir() / "ask" / "check.lp").read_text("utf-8")
    answers = []
    for text in (whole, cut):
        solver = clingo.Control(["--warn=none"])
        solver.add("base", [], text)
        with solver.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(symbol(fact))])
        solver.ground([("base", [])])
        with solver.solve(yield_=True) as handle:
            model = handle.model()
            assert model is not None
            shown = {str(found) for found in model.symbols(shown=True)}
        answers.append({atom for atom in shown if re.match(_READ, atom)})
    assert answers[0] == answers[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(rules_dir()).as_posix())
def test_the_style_of_a_file(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "#include" not in text
    assert "#script" not in text
    for line in text.splitlines():
        assert len(line) <= 180, line
        code = line.split("%")[0]
        assert not re.search(r"not \w+\([^)]*;", code), f"a pool under `not` is a disjunction: {line}"
    if path.parent.name != "ask":
        code = re.sub(r"%.*", "", re.sub(r"%\*.*?\*%", "", text, flags=re.DOTALL))
        assert "#show" not in code
        assert not re.search(r"^:-", code, re.MULTILINE), "constraints belong to ask/"
        assert not re.search(r"^\s*\{", code, re.MULTILINE), "choices belong to ask/"


@pytest.mark.parametrize("path", sorted((rules_dir() / "law").rglob("*.lp")), ids=lambda path: path.stem)
def test_no_law_names_a_rule_set(path: Path) -> None:
    code = re.sub(r"%.*", "", re.sub(r"%\*.*?\*%", "", path.read_text("utf-8"), flags=re.DOTALL))
    words = set(re.findall(r"\w+", code))
    assert not words & {name.replace("-", "_") for name in names()}


@pytest.mark.parametrize("name", names())
def test_a_rule_set_gives_every_toggle_a_value_that_exists(name: str) -> None:
    known = rule_set(name)
    assert set(known.values) == set(toggles())
    for toggle, value in [*known.values.items(), *known.contested.items()]:
        allowed = {word.replace("_", "-") for word in toggles()[toggle]["values"]}
        assert value in allowed or (toggles()[toggle].get("integer") and value.isdigit()), (toggle, value)
