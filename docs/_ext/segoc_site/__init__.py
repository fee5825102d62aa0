"""The parts of the site that are made from their sources of truth each time it is built.

Pages on laws, words, rule sets, toggles, the ledger and the cards are written into folders of `docs/` that git
ignores; the reference of the command line and of the JSON documents is written to
`docs/_generated/` for pages that include it. Names of laws and toggles in running text become links.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from segoc_site import commands, docstrings, documents, law, links, words, writing

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def pages() -> dict[str, str]:
    """Every page that is made, by its path below `docs/`."""
    return {**law.pages(), **words.pages(), **commands.pages(), **documents.pages()}


def _write(app: Sphinx) -> None:
    writing.write(Path(app.srcdir), pages())


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx what this extension does when."""
    app.connect("builder-inited", _write)
    app.connect("doctree-resolved", links.link_names)
    app.connect("autodoc-process-docstring", docstrings.show_code)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
