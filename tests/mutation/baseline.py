"""The stories under the rulebook as it is: how long each takes, which rules take part, which mutants it reaches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

import clingo

from checker.domain.fact import Term
from checker.solver import ask, rulebook, trial
from tests.mutation.mutants import Mutant
from tests.mutation.reach import question, reached
from tests.mutation.run import in_child
from tests.mutation.stories import Case

Entry = dict[str, Any]


class BrokenStoryError(Exception):
    """A story does not hold under the rules as they are, so no mutant can be blamed."""


def rule_sets_of(case: Case) -> set[str]:
    """The rule sets under which a story asks something."""
    texts = [str(case.story.rules), *(e.rules for e in case.story.expectations if e.rules is not None)]
    return {text.split(" with ")[0] for text in texts}


def taking_part(cases: Sequence[Case], folder: Path, jobs: int) -> dict[str, Entry]:
    """For each case, by name: its `seconds` (of CPU), and as `rules` the texts of those that its program holds.

    Kept in `folder` until the rules or the story change. Raises `BrokenStoryError`.
    """
    entries = _all(cases, _take_part, "rules", rulebook.digest(rulebook.sources()), folder, jobs)
    for name, entry in entries.items():
        if entry["wrong"]:
            raise BrokenStoryError(f"{name} fails under the rules as they are: {entry['wrong']}")
    return entries


def reaching(
    cases: Sequence[Case], mutants: Sequence[Mutant], folder: Path, jobs: int
) -> dict[str, set[str]]:
    """For each case, by name, the keys of those of the mutants that could change anything in it."""
    program = question(mutants)
    mark = rulebook.digest({**rulebook.sources(), "": program})

    def measure(case: Case) -> Entry:
        return {"reached": sorted(_reached(case, program))}

    found = _all(cases, measure, "reach", mark, folder, jobs)
    return {name: {mutants[number].key for number in entry["reached"]} for name, entry in found.items()}


def hash_of(case: Case) -> str:
    """A short name for the text of a story."""
    return rulebook.digest({"": case.text})


def _all(
    cases: Sequence[Case], measure: Callable[[Case], Entry], what: str, mark: str, folder: Path, jobs: int
) -> dict[str, Entry]:
    """What is measured of each case; what is kept in `folder` under this mark is not measured again."""
    found = _kept(folder, what, mark)
    todo = [case for case in cases if found.get(case.name, {}).get("text") != hash_of(case)]
    children = []
    for part in range(jobs if todo else 0):
        child = os.fork()
        if child == 0:
            with in_child(), (folder / f"{what}-{part}.jsonl").open("a", encoding="utf-8") as out:
                for case in todo[part::jobs]:
                    entry = {"case": case.name, "mark": mark, "text": hash_of(case), **measure(case)}
                    out.write(json.dumps(entry) + "\n")
                    out.flush()
        children.append(child)
    for child in children:
        _, status = os.waitpid(child, 0)
        if status != 0:
            raise RuntimeError("a worker ended before it had run its stories")
    found = _kept(folder, what, mark) if todo else found
    return {case.name: found[case.name] for case in cases}


def _kept(folder: Path, what: str, mark: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for file in sorted(folder.glob(f"{what}-*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            if f'"mark": "{mark}"' in line:
                entry = json.loads(line)
                found[entry["case"]] = entry
    return found


def _take_part(case: Case) -> Entry:
    texts: set[str] = set()

    def watched(facts: Iterable[Term], questions: Iterable[str] = ("check",)) -> str:
        text = rulebook.text_for(facts, questions)
        texts.update(text.split("\n"))
        return text

    with patch.object(ask, "text_for", watched):
        begin = process_time()
        wrong = case.wrong()
        seconds = process_time() - begin
    return {"seconds": round(seconds, 4), "rules": sorted(texts), "wrong": wrong}


def _reached(case: Case, program: str) -> set[int]:
    whole = "\n".join(
        text
        for name, text in rulebook.sources().items()
        if name not in rulebook._SEPARATE  # the files of `ask/` that belong to one question
    )
    found: set[int] = set()

    def watched(
        facts: Iterable[Term], questions: Sequence[str] = ("check",), options: Sequence[str] = ()
    ) -> clingo.Control:
        solver = ask.control(facts, questions, options)
        found.update(reached(solver, program))
        return solver

    # A rule that is not in a story's program may matter once it asks for less: nothing is cut here.
    with patch.object(ask, "text_for", lambda *_: whole), patch.object(trial, "control", watched):
        case.wrong()
    return found
