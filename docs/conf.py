"""How Sphinx builds the site: `python -m sphinx -W --keep-going -n docs docs/_build/html`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS / "_ext")]

from checker.highlight import ChainLexer  # noqa: E402
from checker.version import version as version_of  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "segoc"
copyright = "the authors of segoc; card names belong to their owners"  # noqa: A001 -- Sphinx's name for it
version = release = version_of()

extensions = ["myst_parser", "sphinx.ext.autodoc", "segoc_site"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
exclude_patterns = ["_build", "_generated", "_ext"]
nitpicky = True
nitpick_ignore_regex = [
    # The standard library has no inventory here: a build needs no network.
    ("py:.*", r"(pathlib|collections|typing|types)\..*"),
    ("py:.*", r"(Path|Sequence|Mapping|Iterator|Iterable|Executor|Any)"),
    ("py:.*", r"File"),  # the syntax tree: its classes are the grammar's, see grammar/README.md
]

html_theme = "furo"
html_title = "segoc"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
templates_path: list[str] = []

default_role = "code"  # as in the docstrings: backticks are code
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 80


def setup(app: Sphinx) -> None:
    """Colour `chain` blocks also where this checkout is not installed, and its entry point unknown."""
    app.add_lexer("chain", ChainLexer)
