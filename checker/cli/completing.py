"""Completion in shells: the script that `segoc completion` prints, and the names that it completes.

These are called while somebody presses Tab, so they never raise: what cannot be found is not offered.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

VARIABLE = "_SEGOC_COMPLETE"


def script(command: click.Command, shell: str) -> str:
    """What a shell evaluates to complete the command."""
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(command, {}, "segoc", VARIABLE).source()


def rule_sets(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rule sets and, after `with`, toggles and their values."""
    from checker import rulesets

    before, _sign, rest = incomplete.rpartition(" with ")
    if not before:
        return _fitting(rulesets.names(), incomplete)
    head, comma, last = rest.rpartition(",")
    done = f"{before} with {head}{comma}"
    words = last.split(" ")
    known = rulesets.toggles()
    start = " " if comma else ""
    if len([word for word in words if word]) + (last.endswith(" ")) < 2:
        return _fitting((f"{done}{start}{toggle}" for toggle in known), incomplete.rstrip())
    toggle = last.split()[0]
    values = known.get(toggle, {}).get("values", ())
    return _fitting((f"{done}{start}{toggle} {str(value).replace('_', '-')}" for value in values), incomplete)


def paths(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files and folders, which the shell finds itself."""
    return [CompletionItem(incomplete, type="file")]


def pages(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of laws, rule sets, toggles and terms."""
    from checker.pages import all_pages

    return _fitting((page.name for page in all_pages()), incomplete)


def findings(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of findings, and their families."""
    from checker.verdict.allowances import allowable

    known = allowable()
    families = sorted({f"{name.partition('/')[0]}/*" for name in known})
    return _fitting((*families, *known), incomplete)


def _fitting(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
