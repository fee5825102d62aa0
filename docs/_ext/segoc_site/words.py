"""Pages on words, rule sets, toggles and the cards of the library: what `segoc explain` shows of them."""

from __future__ import annotations

import re

from checker.domain.report import Page
from checker.pages import all_pages
from checker.rulesets import names, rule_set, toggles
from checker.semantics.library import bundled, card_names, card_text
from segoc_site.writing import leaf, linked, slug, summary, table

_FOLDERS = {"term": "terms", "rule set": "rule-sets", "toggle": "toggles", "law": "laws"}
_INDEXES = {"term": "The words", "rule set": "The rule sets", "toggle": "The toggles"}
_ALSO = re.compile(r"^See also: (?:.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def pages() -> dict[str, str]:
    """The pages of these kinds and an index for each."""
    found = [page for page in all_pages() if page.kind != "law"]
    made = {place(page): _page(page) for page in found}
    return {
        **made,
        "terms/index.md": _terms([page for page in found if page.kind == "term"]),
        "rule-sets/index.md": _rule_sets([page for page in found if page.kind == "rule set"]),
        "toggles/index.md": _toggles(),
        **{f"cards/{library}.md": _cards(library) for library in bundled()},
    }


def place(page: Page) -> str:
    """Where a page of `segoc explain` lies below `docs/`."""
    name = page.name if page.kind == "law" else slug(page.name)
    return f"{_FOLDERS[page.kind]}/{name}.md"


def _page(page: Page) -> str:
    where = {other.name.lower(): place(other) for other in all_pages()}

    def link(found: re.Match[str]) -> str:
        target = where.get(found[1].lower())
        return f"[`{found[1]}`](../{target})" if target else found[0]

    text = _ALSO.sub(lambda also: re.sub(r"`([^`]+)`", link, also[0]), page.text)
    return leaf(linked(text, place(page)), place(page), _INDEXES[page.kind])


def _terms(found: list[Page]) -> str:
    lines = [
        "# The words",
        "",
        "What the words of players, of messages and of the names of windows mean here. `segoc explain WORD` shows the",
        "same page.",
        "",
        *table(
            ("word", "what it is"),
            ((f"[{page.name}]({slug(page.name)}.md)", summary(page.text)) for page in found),
        ),
    ]
    return "\n".join(lines)


def _rule_sets(found: list[Page]) -> str:
    known = {page.name: page for page in found}
    order = [*names(), *(name for name in known if name not in names())]
    rows = [(f"[{name}]({name}.md)", _first(known[name].text)) for name in order]
    lines = [
        "# The rule sets",
        "",
        "A rule set is a value for every [toggle](../toggles/index.md). A story names its own (`rules ocg`), the",
        "command line may replace it (`-r ocg`), and both may change single toggles:",
        "`rules ocg with trigger-order within-group`.",
        "",
        *table(("rule set", "what it is"), rows),
        "## Every toggle in every rule set",
        "",
        "A value in brackets is the other reading, where the sources disagree.",
        "",
        *table(("toggle", *names()), ((f"`{toggle}`", *_row(toggle)) for toggle in toggles())),
    ]
    return "\n".join(lines)


def _first(text: str) -> str:
    """The first sentence below a page's title."""
    return next(part for part in text.split("\n\n")[1:] if part.strip()).split(". ")[0].rstrip(".") + "."


def _row(toggle: str) -> list[str]:
    values = []
    for name in names():
        other = rule_set(name).contested.get(toggle)
        values.append(rule_set(name).values[toggle] + (f" ({other})" if other else ""))
    return values


def _toggles() -> str:
    rows = [
        (
            f"[`{name}`]({name}.md)",
            entry["description"],
            ", ".join(f"`{value.replace('_', '-')}`" for value in entry["values"]),
        )
        for name, entry in toggles().items()
    ]
    lines = [
        "# The toggles",
        "",
        "A toggle is one setting on which rule sets may differ. Laws read toggles and never ask for the name of a",
        "rule set, so `segoc compare` can say which toggle makes a difference.",
        "",
        *table(("toggle", "what it decides", "values"), rows),
    ]
    return "\n".join(lines)


def _cards(library: str) -> str:
    known = card_names(library)
    lines = [
        f"# The cards of `{library}`",
        "",
        f"`use {library}` defines these {len(known)} cards. A definition says what decides a chain: kinds, triggers,",
        "costs, conditions and what an effect does, in [the words of the language](../reference/language.md). Numbers",
        "that no ruling depends on are left out. To change a card, define it in your own file.",
        "",
    ]
    letter = ""
    for name in sorted(known):
        if name[0].upper() != letter:
            letter = name[0].upper()
            lines += [f"## {letter}", ""]
        lines += ["```chain", (card_text(library, name) or "").rstrip(), "```", ""]
    return "\n".join(lines)
