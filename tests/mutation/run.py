"""Runs stories under mutants, each mutant in a process of its own, until a story is no longer as it expects."""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import select
import signal
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from checker import resources, rulesets
from checker.solver import rulebook
from tests.mutation.mutants import Mutant
from tests.mutation.stories import Case
from tests.said import EDGES, THOROUGH

_PATIENCE = 20.0  # seconds of CPU for a story, at least; a mutant may ground without end
_TIMES = 50  # … or that many times what it takes under the rules as they are
_SETTING_OUT = 0.1  # seconds for the rules before a story is run
_MEMORY = 3 << 30


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant. `by` is the story that killed it; `how` is what that story says, or `time`."""

    mutant: Mutant
    killed: bool
    by: str = ""
    how: str = ""
    ran: int = 0  # stories


def run(
    tasks: Sequence[tuple[Mutant, Sequence[int]]],
    cases: Sequence[Case],
    seconds: Sequence[float],
    jobs: int,
    killed_by: dict[str, str],
    most: int | None = None,
) -> Iterator[Outcome]:
    """The outcomes of mutants as they come. Each task is a mutant and the numbers of the cases that it may
    change; `most` of them are run at most.

    `seconds` is what each case takes. `killed_by` names for a mutant (by its key) the case that killed it the last
    time: that one is run first, and says which cases are likely for others of the same rule or file.
    """
    rulebook.build()  # what is worked out of the other rules need not be worked out again under each mutant
    gc.freeze()
    numbers = {case.name: number for number, case in enumerate(cases)}
    killers: dict[str, Counter[int]] = defaultdict(Counter)  # rule or file → cases that killed mutants of it
    for key, story in killed_by.items():
        if story in numbers:
            file, _, rest = key.partition(" | ")
            killers[file][numbers[story]] += 1
            killers[rest.rpartition(" | ")[0]][numbers[story]] += 1
    open_: dict[int, tuple[int, Mutant, bytes]] = {}
    waiting = list(reversed(tasks))
    while waiting or open_:
        while waiting and len(open_) < jobs:
            mutant, candidates = waiting.pop()
            first = numbers.get(killed_by.get(mutant.key, ""))
            order = _order(mutant, candidates, cases, seconds, first, killers)[:most]
            reader, process = _start(mutant, order, cases, seconds)
            open_[reader] = process, mutant, b""
        ready, _, _ = select.select(list(open_), [], [])
        for reader in ready:
            process, mutant, sofar = open_[reader]
            chunk = os.read(reader, 65536)
            if chunk:
                open_[reader] = process, mutant, sofar + chunk
                continue
            os.close(reader)
            del open_[reader]
            _, status = os.waitpid(process, 0)
            outcome = _outcome(mutant, sofar, status)
            if outcome.by in numbers:
                killers[mutant.rule][numbers[outcome.by]] += 1
                killers[mutant.file][numbers[outcome.by]] += 1
            yield outcome


def _order(
    mutant: Mutant,
    candidates: Sequence[int],
    cases: Sequence[Case],
    seconds: Sequence[float],
    first: int | None,
    killers: dict[str, Counter[int]],
) -> list[int]:
    """The candidates, likely killers first.

    That is the case named `first`, those that killed a mutant of the same rule, those that speak of the law or toggle
    or are named after it, those of which much is recorded, those that killed many of the same file in little time; of
    the rest, what people wrote before what was generated.
    """
    of_rule, of_file = killers[mutant.rule], killers[mutant.file]
    topic = mutant.topic
    named = topic.removeprefix("model/").replace("/", "-")

    def rank(number: int) -> tuple[bool, int, bool, bool, float, bool]:
        case = cases[number]
        about = topic in case.text or named in case.name
        little = not case.name.startswith((EDGES, THOROUGH))
        worth = (1 + of_file[number]) / (_SETTING_OUT + seconds[number])
        return number != first, -of_rule[number], not about, little, -worth, "/engine/" in case.name

    mixed = list(candidates)
    random.Random(mutant.rule).shuffle(mixed)
    return sorted(mixed, key=rank)


def _outcome(mutant: Mutant, said: bytes, status: int) -> Outcome:
    lines = [json.loads(line) for line in said.decode().splitlines()]
    if status == 0:
        return Outcome(mutant, **lines[-1])
    number = os.waitstatus_to_exitcode(status)
    if -number not in (signal.SIGPROF, signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL):
        raise RuntimeError(f"the process of {mutant.key} ended with {number}")
    how = "time" if -number == signal.SIGPROF else f"signal {-number}"
    return Outcome(mutant, True, lines[-1]["at"], how, len(lines))


def _start(
    mutant: Mutant, order: Sequence[int], cases: Sequence[Case], seconds: Sequence[float]
) -> tuple[int, int]:
    """Starts a process for the mutant; the end of a pipe to read from, and the process."""
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        return reader, process
    os.close(reader)
    with in_child(), os.fdopen(writer, "w", encoding="utf-8") as out:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        put(mutant)
        result: dict[str, object] = {"killed": False, "ran": len(order)}
        for ran, number in enumerate(order, 1):
            out.write(json.dumps({"at": cases[number].name}) + "\n")
            out.flush()
            signal.setitimer(signal.ITIMER_PROF, max(_PATIENCE, _TIMES * seconds[number]))
            wrong = _wrong(cases[number])
            if wrong is not None:
                result = {"killed": True, "by": cases[number].name, "how": wrong[:300], "ran": ran}
                break
        out.write(json.dumps(result) + "\n")
    raise AssertionError  # not reached: the child has ended


@contextmanager
def in_child() -> Iterator[None]:
    """What a forked process does is done in here: it ends with it, well or with a traceback."""
    status = 1
    try:
        yield
        status = 0
    finally:
        if status:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(status)


def _wrong(case: Case) -> str | None:
    """What is wrong with a story; also that there is no answer at all."""
    try:
        return case.wrong()
    except Exception as error:  # noqa: BLE001  # whatever a changed rule brings about, the story noticed it
        return f"{type(error).__name__}: {error}"


def put(mutant: Mutant) -> None:
    """From now on this process answers by the mutant."""
    resources.instead[mutant.file] = mutant.text(resources.rules_text(mutant.file))
    rulebook.rulebook.cache_clear()
    rulebook.question.cache_clear()
    rulebook._text.cache_clear()
    rulesets.rule_set.cache_clear()
