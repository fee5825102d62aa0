"""Pages on laws, from `rules/law/`, and on the entries of the ledger, from `rules/coverage.toml`."""

from __future__ import annotations

import re
import tomllib
from itertools import groupby
from typing import Any

from checker.laws import law, law_names
from checker.resources import rules_dir
from checker.rulesets import toggles
from docs.make_coverage import LEDGER
from segoc_site.writing import leaf, linked, summary, table

FAMILIES = {
    "speed": "which Spell Speed may answer which",
    "response": "who may answer what, and when the chain is closed",
    "timing": "when something may be activated at all",
    "segoc": "the order of simultaneous effects",
    "limit": "what an effect needs, and how often it may be used",
}


def pages() -> dict[str, str]:
    """The pages of all laws, their index and the ledger."""
    made = {f"laws/{name}.md": _page(name) for name in law_names()}
    return {**made, "laws/index.md": _index(), "laws/ledger.md": _ledger()}


def _text(name: str) -> str:
    return (rules_dir() / "law" / f"{name}.md").read_text("utf-8")


def _page(name: str) -> str:
    where = f"laws/{name}.md"
    program = (rules_dir() / "law" / f"{name}.lp").read_text("utf-8")
    read = [word for word in toggles() if f"toggle({word.replace('-', '_')}" in program]
    lines = [
        "## As a program",
        "",
        f"`rules/law/{name}.lp`: the whole law as the solver reads it. Its header holds the sentence that people read.",
        "",
        "```text",
        program.rstrip(),
        "```",
        "",
    ]
    if read:
        lines += ["Toggles that it reads: " + ", ".join(f"`{word}`" for word in read), ""]
    return leaf(linked(_text(name), where) + "\n" + "\n".join(lines), where, "The laws")


def _index() -> str:
    lines = [
        "# The laws",
        "",
        "A law is a reason why something may not be activated, or why a chain may not close. Each is one",
        "answer-set program and one page: what it says, a play that it allows, one that it blocks, and its sources.",
        "The examples are run as tests. `segoc explain NAME` shows the same page in the terminal.",
        "",
        "What a law is called never changes with the rule set; what differs between rule sets is a",
        "[toggle](../toggles/index.md) that the law reads. [The ledger](ledger.md) lists the rulings that they carry.",
        "",
    ]
    for family, names in groupby(law_names(), key=lambda name: name.partition("/")[0]):
        lines += [f"({family})=", f"## {family}: {FAMILIES.get(family, '')}".rstrip(": "), ""]
        rows = [
            (f"[`{name}`]({name}.md)", summary(_text(name)), ", ".join(map(_entry, law(name).cites)))
            for name in names
        ]
        lines += table(("law", "what it says", "ledger"), rows)
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", "ledger", "```", ""])


def _entry(code: str) -> str:
    return f"[{code}](ledger.md#{code.lower()})" if re.fullmatch(r"[A-Z]+-\d+", code) else code


def _ledger() -> str:
    entries: dict[str, dict[str, Any]] = tomllib.loads((rules_dir() / "coverage.toml").read_text("utf-8"))
    lines = [
        "# The ledger",
        "",
        "The rulings that the rulebook was written from, by the number that a finding cites after `rule:`. Each is",
        "carried by laws, by the model of the game, by a toggle, or has a reason why it needs none of them.",
        "[Coverage](../coverage.md) lists the stories that tell each.",
        "",
    ]
    for family, heading in LEDGER.items():
        rows = []
        for code, known in entries.items():
            if code.partition("-")[0] != family:
                continue
            carried = ", ".join(map(_carrier, known.get("laws", ())))
            rows.append(
                (f"[{code}]{{#{code.lower()}}}", known["title"], carried or f"none: {known['reason']}")
            )
        lines += [f"## {family}: {heading}", "", *table(("entry", "about", "carried by"), rows)]
    return "\n".join(lines)


def _carrier(name: str) -> str:
    if name.startswith("toggle/"):
        word = name.removeprefix("toggle/")
        return f"[`{word}`](../toggles/{word}.md)"
    return f"`{name}`"
