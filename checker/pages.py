"""Pages for people: laws, rule sets, toggles and terms, found by name in `rules/`."""

from __future__ import annotations

import re
from functools import cache

from checker.domain.report import Page, RuleSetReport, ToggleValue
from checker.laws import law_names
from checker.resources import rules_dir
from checker.rulesets import REFUSED, names, rule_set, toggles


def find(name: str) -> Page | None:
    """The page of that name, however it is capitalised; a law also by its last part if that is enough.

    The name of a state may be given as `next` and `trace` print it, with the length of the chain and the step.
    """
    word = name.strip().lower()
    pages = {page.name.lower(): page for page in all_pages()}
    state = re.sub(r"^chain of \d+ links? ", "chain ", word.partition(", ")[0]).replace("-", " ")
    for form in (word, state):
        if form in pages:
            return pages[form]
    special = _ledger_entry(name.strip().upper()) or _card(name.strip())
    if special is not None:
        return special
    ends = [page for key, page in pages.items() if key.rpartition("/")[2] == word.replace(" ", "-")]
    return ends[0] if len(ends) == 1 else None


def _ledger_entry(code: str) -> Page | None:
    """What the ledger's entry of that ID says, and where it is kept: the IDs stand in the `rule:` line of a finding."""
    import tomllib

    entry = tomllib.loads((rules_dir() / "coverage.toml").read_text("utf-8")).get(code)
    if entry is None:
        return None
    kept = ", ".join(f"`{name}`" for name in entry.get("laws", ()))
    text = f"# {code}\n\n> {entry.get('title', '')}\n\n"
    return Page(
        code, "term", text + (f"Kept by: {kept}\n" if kept else f"No law: {entry.get('reason', '')}\n")
    )


def _card(name: str) -> Page | None:
    """The bundled definition of a card, or the list of a bundled library's cards."""
    from checker.semantics.library import bundled, card_names, card_text

    for library in bundled():
        name = {known.lower(): known for known in card_names(library)}.get(name.lower(), name)
        if name == library:
            cards = "\n".join(f"- {card}" for card in card_names(library))
            return Page(name, "term", f"# {name}\n\n> The cards that `use {name}` defines.\n\n{cards}\n")
        text = card_text(library, name)
        if text is not None:
            return Page(
                name, "term", f"# {name}\n\n> As `use {library}` defines it.\n\n```chain\n{text}```\n"
            )
    return None


def suggestions(name: str) -> tuple[str, ...]:
    """Names of pages near to a word that has none."""
    from difflib import get_close_matches

    from checker.semantics.library import bundled, card_names

    known = {page.name.lower(): page.name for page in all_pages()}
    known |= {card.lower(): card for library in bundled() for card in card_names(library)}
    short = {key.rpartition("/")[2]: value for key, value in known.items()}
    word = name.strip().lower()[:200]
    begun = [key for key in known if word and key.startswith(word)]
    found = [*begun, *get_close_matches(word, list(known), 3), *get_close_matches(word, list(short), 3)]
    return tuple(dict.fromkeys((known | short)[match] for match in found))[:3]


@cache
def all_pages() -> tuple[Page, ...]:
    """Every page, sorted by kind and name."""
    root = rules_dir()
    pages = [
        Page(law, "law", (root / "law" / f"{law}.md").read_text("utf-8"))
        for law in law_names()
        if (root / "law" / f"{law}.md").exists()
    ]
    for name in (*names(), *REFUSED):
        path = root / "ruleset" / f"{name}.md"
        if path.exists():
            pages.append(Page(name, "rule set", path.read_text("utf-8")))
    pages.extend(Page(name, "toggle", _toggle_text(name)) for name in toggles())
    terms = [path.read_text("utf-8") for path in (root / "term").glob("*.md")]
    pages.extend(Page(text.partition("\n")[0].removeprefix("# "), "term", text) for text in terms)
    return tuple(sorted(pages, key=lambda page: (page.kind, page.name)))


def _toggle_text(name: str) -> str:
    entry = toggles()[name]
    lines = [
        f"# {name}",
        "",
        f"Toggle: {entry['description']}.",
        "",
        f"Ledger: {', '.join(entry['ledger'])}",
        "",
        "## Values",
        "",
    ]
    lines.extend(f"- `{value.replace('_', '-')}`: {text}" for value, text in entry["values"].items())
    lines.extend(["", "## In the rule sets", ""])
    for rules in names():
        known = rule_set(rules)
        other = known.contested.get(name)
        doubt = f" (contested; the other reading is `{other}`)" if other else ""
        lines.append(f"- {rules}: `{known.values[name]}`{doubt}")
    return "\n".join(lines) + "\n"


def rule_set_report(name: str) -> RuleSetReport:
    """A rule set with its toggles and sources, from its two files."""
    known = rule_set(name)
    path = rules_dir() / "ruleset" / f"{name}.md"
    text = path.read_text("utf-8") if path.exists() else ""
    paragraphs = [part.strip() for part in text.split("\n\n") if part.strip() and not part.startswith("#")]
    sources = re.search(r"^## Sources\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    listed = toggles()
    return RuleSetReport(
        name,
        " ".join(paragraphs[0].split()) if paragraphs else "",
        tuple(
            ToggleValue(
                toggle,
                value,
                listed[toggle]["description"],
                tuple(listed[toggle]["ledger"]),
                known.contested.get(toggle),
                known.why.get(toggle, ""),
            )
            for toggle, value in known.values.items()
        ),
        tuple(
            line[2:].strip() for line in (sources[1].splitlines() if sources else ()) if line.startswith("- ")
        ),
    )
