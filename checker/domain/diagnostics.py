"""What the checker says about a file: data only, no wording of laws and no rendering."""

from __future__ import annotations

from typing import Literal

from checker.domain.data import dataclass
from checker.domain.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a diagnostic speaks of, with a few words on why."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that would do what a help line proposes: `text` in place of what stands at `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `law` is a law's name (`speed/too-low`) or `syntax/…`, `name/…`, `story/…`.
    `message` stands alone: lower case, no full stop, the user's words in backticks.
    `mark` is the short text under the caret. `cites` are ledger IDs such as `CH-1`.
    `fixes` are changes of the file, each of which an editor may offer on its own.
    `expected` is true for a finding that the file itself announced with `expect illegal`, or allows with a comment;
    `allowed` is then the reason that the comment gives.
    """

    law: str
    severity: Severity
    message: str
    span: Span
    mark: str = ""
    labels: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    expected: bool = False
    fixes: tuple[Fix, ...] = ()
    allowed: str = ""
