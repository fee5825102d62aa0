"""The words of the HTML page besides those of the checker, in the language in use. Braces are filled by the page."""

from __future__ import annotations

from checker.domain.language import mark, say

_WORDS = {
    "again": mark("Show it unresolved again"),
    "agree": mark("They agree."),
    "allResolved": mark("Every link has resolved, the newest first."),
    "backwards": mark("A chain resolves backwards: the newest link first, link 1 last."),
    "because": mark("because of {toggle}"),
    "chain": mark("The chain"),
    "chainNumber": mark("Chain {number}"),
    "chooses": mark("{player} chooses."),
    "close": mark("Add nothing more"),
    "closedNow": mark("The chain is closed and resolves."),
    "compareTitle": mark("What the rule sets say"),
    "copied": mark("Copied"),
    "copy": mark("Copy as text"),
    "copyByHand": mark("Select the text and copy it"),
    "cutOff": mark(
        "There are more ways to go on than this page holds; it shows those nearest to the beginning."
    ),
    "dark": mark("Dark"),
    "declined": mark("not used: {names}"),
    "illegalIn": mark("illegal in"),
    "lead": mark("Under {rules}: {state}."),
    "legalIn": mark("legal in"),
    "line": mark("line {number}"),
    "linkLabel": mark("Chain link {number}: {name}"),
    "lost": mark("lost: {name} ({law})"),
    "mayNot": mark("May not be next"),
    "mayNotClose": mark("The chain cannot be closed yet:"),
    "newestOnTop": mark("The newest link is on top."),
    "nextLink": mark("What is chain link {number}?"),
    "noLinks": mark("Nothing has been activated yet. Choose the first link."),
    "nobody": mark("Nobody activates anything"),
    "notHere": mark("link {number}, {name}, may not stand there"),
    "nothingLeft": mark("Nothing more can be placed"),
    "oneBack": mark("One back"),
    "oneWay": mark("There is one way to go on."),
    "or": mark("or"),
    "orders": mark("Orders"),
    "over": mark("The chain is over"),
    "place": mark("Place as {number}"),
    "placedNow": mark("{name} is chain link {number}"),
    "postFoot": mark("Checked with segoc."),
    "postHead": mark("{file} under {rules}"),
    "postMay": mark("May be next: {names}"),
    "postShow": mark("Show the text"),
    "postTitle": mark("As text, for a forum"),
    "reopen": mark("Open the chain again"),
    "resolveLink": mark("Resolve link {number}"),
    "resolved": mark("resolved"),
    "resolvedNow": mark("Link {number} has resolved."),
    "resolves": mark("The chain resolves"),
    "restart": mark("Start again"),
    "restarted": mark("The chain is empty."),
    "rules": mark("Rule set"),
    "rulesNow": mark("The rules are now {rules}"),
    "speed": mark("Spell Speed {number}"),
    "steps": mark("Step by step"),
    "story": mark("The story"),
    "storyIs": mark("The story is"),
    "undo": mark("Take back the newest link"),
    "undone": mark("Taken back."),
    "untold": mark("What resolving does is told for the first {number} orders only."),
    "untoldAny": mark("Chains of so many links are not shown resolving in detail."),
    "waiting": mark("This chain has not resolved yet."),
    "whyMay": mark("Why it may stand here"),
}


def words() -> dict[str, str]:
    """Key of the page's script → text."""
    return {key: say(text) for key, text in _WORDS.items()}
