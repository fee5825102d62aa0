"""The stories under the rulebook as it is: how long each takes, by which rules, and which mutants it reaches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from checker.domain.fact import Term
from checker.solver import ask, rulebook
from tests.mutation.mutants import Mutant
from tests.mutation.reach import Reach
from tests.mutation.run import in_child
from tests.mutation.stories import Case
from tests.said import THOROUGH

Entry = dict[str, Any]


class BrokenStoryError(Exception):
    """A story does not hold under the rules as they are, so no mutant can be blamed."""


def rule_sets_of(case: Case) -> set[str]:
    """The rule sets under which a story asks something."""
    texts = [str(case.story.rules), *(e.rules for e in case.story.expectations if e.rules is not None)]
    return {text.split(" with ")[0] for text in texts}


def programs(cases: Sequence[Case], folder: Path, jobs: int) -> tuple[list[float], list[frozenset[str]]]:
    """Of each case the seconds (of CPU) that it takes, and the rules that it is answered by.

    Kept in `folder` until the rules or the story change. Raises `BrokenStoryError`.
    """
    found = _all(cases, _answered, rulebook.digest(rulebook.sources()), folder, jobs)
    for name, entry in found.items():
        if entry["wrong"]:
            raise BrokenStoryError(f"{name} fails under the rules as they are: {entry['wrong']}")
    rules = rulebook.rulebook().rules
    entries = [found[case.name] for case in cases]
    return [e["seconds"] for e in entries], [frozenset(rules[n] for n in e["rules"]) for e in entries]


def reaching(
    cases: Sequence[Case], mutants: Sequence[Mutant], folder: Path, jobs: int
) -> dict[str, set[str]]:
    """For each case, by name: the keys of those mutants that could change anything in it.

    Kept in `folder` until the rules, the mutants or the story change.
    """
    reach = Reach(mutants)
    mark = rulebook.digest({**rulebook.sources(), "": reach.text()})
    found = _all(cases, lambda case: _reached(case, reach), mark, folder, jobs)
    return {name: {mutants[number].key for number in entry["reached"]} for name, entry in found.items()}


def hash_of(case: Case) -> str:
    """A short name for the text of a story."""
    return rulebook.digest({"": case.text})


def _all(
    cases: Sequence[Case], measure: Callable[[Case], Entry], mark: str, folder: Path, jobs: int
) -> dict[str, Entry]:
    """What is measured of each case; what is kept in `folder` under this mark is not measured again."""
    found = _kept(folder, mark)
    todo = [case for case in cases if found.get(case.name, {}).get("text") != hash_of(case)]
    children = []
    for part in range(jobs if todo else 0):
        child = os.fork()
        if child == 0:
            with in_child(), (folder / f"reach-{part}.jsonl").open("a", encoding="utf-8") as out:
                for case in todo[part::jobs]:
                    entry = {"case": case.name, "mark": mark, "text": hash_of(case), **measure(case)}
                    out.write(json.dumps(entry) + "\n")
                    out.flush()
        children.append(child)
    for child in children:
        _, status = os.waitpid(child, 0)
        if status != 0:
            raise RuntimeError("a worker ended before it had run its stories")
    found = _kept(folder, mark) if todo else found
    return {case.name: found[case.name] for case in cases}


def _kept(folder: Path, mark: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for file in sorted(folder.glob("reach-*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            if f'"mark": "{mark}"' in line:
                entry = json.loads(line)
                found[entry["case"]] = entry
    return found


def _answered(case: Case) -> Entry:
    used: set[str] = set()

    def watched(facts: Iterable[Term], questions: Iterable[str] = ("check",)) -> str:
        text = rulebook.text_for(facts, questions)
        used.update(text.split("\n"))
        return text

    begin = process_time()
    with patch.object(ask, "text_for", watched):
        wrong = case.wrong()
    seconds = process_time() - begin
    numbers = [number for number, rule in enumerate(rulebook.rulebook().rules) if rule in used]
    return {"seconds": round(seconds, 4), "rules": numbers, "wrong": wrong}


def _reached(case: Case, reach: Reach) -> Entry:
    whole = "\n".join(rulebook.rulebook().rules)  # those that say when a toggle could matter, too
    # A rule that is not in a story's program may matter once it asks for less: nothing is cut here.
    with (
        patch.object(ask, "text_for", lambda *_: whole),
        reach.watching(programs=100 if case.name.startswith(THOROUGH) else 3),
    ):
        case.wrong()
    return {"reached": sorted(reach.found)}
