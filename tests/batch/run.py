"""One batch over such a folder, and whether every file is accounted for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Batch:
    """What a run did: its exit code, its seconds, and what does not add up."""

    code: int
    seconds: float
    summary: str
    wrong: tuple[str, ...]


def check(standings: Mapping[str, str], *options: str) -> Batch:
    """Run `segoc check` over the files, once as text and once as JSON, and compare with what each file is."""
    wrong: list[str] = []
    started = time.monotonic()
    code, out, err = _segoc(standings, options)
    seconds = time.monotonic() - started
    summary = out.rstrip().rsplit("\n", 1)[-1]
    counted = {
        name: int(number.replace(",", "")) for number, name in re.findall(r"([\d,]+) ([a-z ]+)", summary)
    }
    files = counted.pop("files", 0)
    expected = dict(Counter(standings.values()))
    if files != len(standings) or counted != expected:
        wrong.append(f"the summary says {summary!r}, but there are {expected}")
    if code != 2 and "unreadable" in expected:
        wrong.append(f"the exit code is {code}")
    unreadable = {name for name, standing in standings.items() if standing == "unreadable"}
    named = {line.removeprefix("error: ").partition(": ")[0] for line in err.splitlines()}
    if named != unreadable:
        wrong.append(f"standard error names {len(named)} files; {sorted(named ^ unreadable)[:5]}")
    code, out, err = _segoc(standings, (*options, "--output-format", "json"))
    documents = json.loads(out)
    if [document["file"] for document in documents] != list(standings):
        wrong.append("the documents do not come in the order of the files")
    for document, (name, standing) in zip(documents, standings.items(), strict=False):
        if _standing(document) != standing:
            wrong.append(f"{name} is {standing}, not {_standing(document)}")
    return Batch(code, seconds, summary, tuple(wrong))


def _standing(document: Mapping[str, object]) -> str:
    diagnostics, expectations = document["diagnostics"], document["expectations"]
    assert isinstance(diagnostics, list)
    assert isinstance(expectations, list)
    if any(found["law"] == "input/unreadable" for found in diagnostics):
        return "unreadable"
    if document["verdict"] == "legal" and not all(one["passed"] for one in expectations):
        return "with a failed expectation"
    return str(document["verdict"])


def _segoc(names: Mapping[str, str], options: tuple[str, ...]) -> tuple[int, str, str]:
    command = [sys.executable, "-P", "-m", "checker", "check", *options, *names]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout, done.stderr
