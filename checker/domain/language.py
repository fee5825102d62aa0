"""The language of messages: English texts stand in the code, their translations in catalogues of gettext.

`say` marks a text and translates it where it is made; braces are filled after the translation, so that a translation
may order them as its language does. English needs no catalogue, and nothing is loaded for it.

    say("there is no player {name}", name=quote(word))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import GNUTranslations

ENGLISH = "en"

_catalogues: list[GNUTranslations] = []  # the one in use, or none for English


def say(text: str, /, **values: object) -> str:
    """A text in the language in use, with its braces filled from `values` if there are any."""
    if _catalogues and text:  # gettext keeps the head of the catalogue under the empty text
        text = _catalogues[0].gettext(text)
    return text.format(**values) if values else text


def plural(one: str, many: str, number: int, /, **values: object) -> str:
    """As `say`, in the form that goes with a number; `{number}` is that number, with its thousands marked."""
    here = _catalogues[0].ngettext if _catalogues else _english
    text = here(one, many, number)
    return text.format(number=f"{number:,}", **values)


def either(phrases: Sequence[str]) -> str:
    """Phrases as a choice: `a, b or c`."""
    if len(phrases) < 2:
        return "".join(phrases)
    return say("{rest} or {last}", rest=", ".join(phrases[:-1]), last=phrases[-1])


def together(phrases: Sequence[str]) -> str:
    """Phrases as one: `a, b and c`."""
    if len(phrases) < 2:
        return "".join(phrases)
    return say("{rest} and {last}", rest=", ".join(phrases[:-1]), last=phrases[-1])


def mark(text: str, /) -> str:
    """Marks a text for the catalogues that is translated later, with `say`, where it is used."""
    return text


def languages() -> tuple[str, ...]:
    """The codes of the languages that messages exist in, sorted, `en` among them."""
    from checker.resources import locale_dir

    found = (path.parent.parent.name for path in locale_dir().glob("*/LC_MESSAGES/segoc.mo"))
    return tuple(sorted({ENGLISH, *found}))


def speaking() -> str:
    """The code of the language in use."""
    return _catalogues[0].info().get("language", ENGLISH) if _catalogues else ENGLISH


def speak(language: str) -> None:
    """Word messages in a language from now on, in the whole process. Raises ValueError if there is no catalogue."""
    _catalogues.clear()
    if language == ENGLISH:
        return
    if language not in languages():
        raise ValueError(say("there are no messages in `{language}`", language=language))
    from gettext import GNUTranslations

    from checker.resources import locale_dir

    with (locale_dir() / language / "LC_MESSAGES" / "segoc.mo").open("rb") as file:
        _catalogues.append(GNUTranslations(file))


def _english(one: str, many: str, number: int) -> str:
    return one if number == 1 else many
