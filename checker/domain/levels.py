"""What the checker remarks without anything being wrong with a play: the names, and how much each matters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from checker.domain.diagnostics import Severity

# Name → how it is reported unless asked otherwise, and when. `docs/configuration.md` shows this table.
REMARKS: Final[Mapping[str, tuple[Severity, str]]] = {
    "name/unknown-allow": (
        "warning",
        "a comment begins with `segoc:` and is no `# segoc: allow LAW reason`",
    ),
    "story/allow-without-reason": ("warning", "a `# segoc: allow LAW` gives no reason, so it allows nothing"),
    "story/contradiction": ("warning", "two lines of the header cannot both be true"),
    "story/implied-passes": ("note", "passes were added that the story leaves out"),
    "story/late-header": ("warning", "a line of the header stands after the first play"),
    "story/no-statement": ("note", "the file says nothing"),
    "story/not-compared": ("note", "there was no time to look whether sources disagree on the answer"),
    "story/not-over": ("note", "nothing can be ordered because a chain or a Summon is not over"),
    "story/rules-overridden": ("note", "the file was judged under another rule set than its own, as asked"),
    "story/then": ("warning", "no `triggers` line follows a `then`"),
    "story/undefined-card": ("warning", "nothing is known of a card that the story uses"),
    "story/unsettled": ("note", "the story does not say which card an effect concerns, so none was moved"),
    "story/unused-allow": ("warning", "a `# segoc: allow` allows nothing that was found"),
}
CONTESTED: Final = "contested/"  # and a toggle: sources disagree on it, and the answer depends on that
