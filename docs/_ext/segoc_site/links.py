"""Names of laws and toggles in running text, as links to their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from checker.laws import law_names
from checker.rulesets import toggles

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def link_names(app: Sphinx, tree: nodes.document, page: str) -> None:
    """Make a link of every literal that is the name of a law or a toggle, unless it is one or stands on that page."""
    where = {name: f"laws/{name}" for name in law_names()} | {name: f"toggles/{name}" for name in toggles()}
    for literal in list(tree.findall(nodes.literal)):
        target = where.get(literal.astext())
        if target is None or target == page or _inside_link(literal):
            continue
        uri = app.builder.get_relative_uri(page, target)
        link = nodes.reference("", "", internal=True, refuri=uri)
        literal.replace_self(link)
        link += literal


def _inside_link(node: nodes.Node) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, nodes.reference | nodes.title):
            return True
        parent = parent.parent
    return False
