"""What an HTML page shows, as data: plain lists and texts, with everything worded and nothing left to decide."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from checker.domain.language import say
from checker.domain.report import LinkReport, Reason, TraceReport, TraceStep
from checker.domain.walkthrough import Fork, Option, Tour, Walkthrough
from checker.render.layout.chains import chains, from_link, reached, told_in_order
from checker.render.layout.decisions import beginning, disputed, how_many, tree_of
from checker.render.layout.orders import GROUPS
from checker.render.layout.webwords import words
from checker.render.layout.width import clean

_MARKUP = re.compile("[<>&\u2028\u2029]")


def data(command: str, name: str, tour: Tour, players: tuple[str, ...]) -> str:
    """The data of a page as JSON that may stand inside a `script` element."""
    reasons = _Reasons()
    found = {
        "command": command,
        "file": name,
        "players": list(players),
        "words": words(),
        "walks": [
            _walk(walk, column.verdict, reasons)
            for walk, column in zip(tour.walks, tour.compared.columns, strict=True)
        ],
        "differences": [
            {
                "what": d.what,
                "legal": list(d.legal_in),
                "illegal": list(d.illegal_in),
                "laws": list(d.laws),
                "toggles": list(d.toggles),
            }
            for d in tour.compared.differences
        ],
    }
    found["reasons"] = reasons.found
    text = json.dumps(_cleaned(found), ensure_ascii=False, separators=(",", ":"))
    return _MARKUP.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


class _Reasons:
    """The reasons of a page, each once: many places have the same."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []
        self._numbers: dict[Reason, int] = {}

    def numbers(self, reasons: Sequence[Reason]) -> list[int]:
        """Where the reasons stand in the list."""
        for reason in reasons:
            if reason not in self._numbers:
                self._numbers[reason] = len(self.found)
                self.found.append({"law": reason.law, "text": reason.text, "cites": list(reason.cites)})
        return [self._numbers[reason] for reason in reasons]


def _cleaned(value: Any) -> Any:
    """The same with what could hide or reorder text made visible."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    if isinstance(value, dict):
        return {clean(name): _cleaned(one) for name, one in value.items()}
    return value


def _walk(walk: Walkthrough, verdict: str, reasons: _Reasons) -> dict[str, Any]:
    report = walk.explore
    drawn = tree_of(walk.orders, report)
    stacks = [[_link(link, reasons) for link in found] for _, found in chains(walk.trace.links)]
    return {
        "rules": str(walk.rules),
        "verdict": say(verdict),
        "beginning": beginning(report),
        "count": how_many(drawn) if report.effects else say("nothing to order here"),
        "note": drawn.note,
        "orders": [told_in_order(order) for order in drawn.orders] if report.effects else [],
        "effects": {
            effect.id: {
                "card": effect.card,
                "player": effect.player,
                "speed": effect.speed,
                "group": say(GROUPS[effect.group]),
            }
            for effect in report.effects.values()
        },
        "contested": [disputed(reading) for reading in report.contested if not reading.allowed],
        "forks": [_fork(fork, reasons) for fork in walk.forks],
        "whole": walk.whole,
        "resolutions": {
            json.dumps([clean(link) for link in links], ensure_ascii=False, separators=(",", ":")): [
                _link(link, reasons) for link in chain
            ]
            for links, chain in walk.resolutions.items()
        },
        "resolved": walk.resolved,
        "steps": [_step(step) for step in walk.trace.steps],
        "chains": stacks,
        "base": stacks[-1] if stacks and _waits(walk.trace) else [],
    }


def _waits(trace: TraceReport) -> bool:
    """Whether the newest chain has not resolved, so that what is placed comes on top of it."""
    return trace.links[-1].outcome == "waiting"


def _fork(fork: Fork, reasons: _Reasons) -> dict[str, Any]:
    stop = fork.stop
    return {
        "options": [_option(option, reasons) for option in fork.options],
        "stop": None
        if stop is None
        else {
            "declined": list(stop.declined),
            "lost": [{"effect": lost.effect, "law": lost.law} for lost in stop.lost],
        },
        "against": reasons.numbers(fork.against),
    }


def _option(option: Option, reasons: _Reasons) -> dict[str, Any]:
    return {
        "effect": option.effect,
        "to": option.to,
        "grounds": reasons.numbers(option.grounds),
        "against": reasons.numbers(option.against),
    }


def _link(link: LinkReport, reasons: _Reasons) -> dict[str, Any]:
    box = from_link(link)
    return {
        "name": box.name,
        "player": link.player,
        "speed": link.speed,
        "group": say(GROUPS[link.group]) if link.group else "",
        "outcome": box.outcome,
        "over": link.outcome != "waiting",
        "done": list(link.done),
        "grounds": reasons.numbers(link.grounds),
    }


def _step(step: TraceStep) -> dict[str, Any]:
    return {"line": step.line, "what": step.what, "details": list(step.details), "reached": reached(step)}
