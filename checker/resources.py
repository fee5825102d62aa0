"""Where the grammar and the rules lie: inside an installed package, or beside it in a checkout.

Never looks at the working directory, so that a folder called `rules` there changes nothing.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent

# Other texts for `.lp` files, by their paths: `tests/mutation` asks what the stories would say of changed rules. Who
# fills it must do so before the rules are read, or clear the caches of what has read them.
instead: dict[str, str] = {}


class MissingResourceError(RuntimeError):
    """The installation is broken: a folder that belongs to it is not there."""


def grammar_dir() -> Path:
    """The folder of the `.lark` files."""
    return _find("grammar", "chain.lark")


def rules_dir() -> Path:
    """The folder of the `.lp` files and their pages."""
    return _find("rules", "law")


def locale_dir() -> Path:
    """The folder of the catalogues: one folder for each language."""
    return _PACKAGE / "locale"


def rules_text(name: str) -> str:
    """The text of an `.lp` file, by its path from the folder of the rules; or what stands in `instead` for it."""
    return instead[name] if name in instead else (rules_dir() / name).read_text("utf-8")


def _find(name: str, landmark: str) -> Path:
    candidates = (_PACKAGE / "_bundle" / name, _CHECKOUT / name)
    for folder in candidates:
        if (folder / landmark).exists():
            return folder
    looked = " nor ".join(str(folder) for folder in candidates)
    raise MissingResourceError(
        f"the folder `{name}` of segoc was found neither in {looked}; install segoc again, or clone it anew"
    )
