"""Bring the catalogues up to date with the messages in the code, the laws and the help of the commands.

    python -m checker.locale.build

New messages enter `<language>/LC_MESSAGES/segoc.po` without a translation, those that are gone leave it; then each
catalogue is compiled. Needs Babel, which is among the development tools.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from inspect import cleandoc
from io import BytesIO
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from checker.cli.commands import segoc
from checker.laws import law, law_names
from checker.resources import locale_dir

_PACKAGE = Path(__file__).resolve().parent.parent
_KEYWORDS = {"say": None, "mark": None, "plural": (1, 2)}

_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # a catalogue changes only where a message does

Texts = str | tuple[str, str]  # a message, or its forms for one and for many


def messages() -> Iterator[tuple[Texts, str]]:
    """Every message that people may see, with where it comes from."""
    found = extract_from_dir(_PACKAGE, method_map=[("**.py", "python")], keywords=_KEYWORDS)
    for name, _, texts, _, _ in found:
        yield texts if isinstance(texts, str) else (texts[0], texts[1]), f"checker/{Path(name).as_posix()}"
    for name in law_names():
        known = law(name)
        for text in (known.message, known.mark, *known.labels.values(), *known.help):
            if text:
                yield text, f"rules/law/{name}.lp"
    for command in _commands(segoc):
        helps = [command.help, *(param.help for param in command.params if isinstance(param, click.Option))]
        for text in filter(None, helps):
            yield cleandoc(text), "segoc --help"


def _commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            known = command.get_command(context, name)
            assert known is not None
            yield from _commands(known)


def wanted() -> Catalog:
    """A catalogue of all messages without translations."""
    catalog = Catalog(project="segoc", charset="utf-8")
    for text, place in sorted(messages(), key=lambda entry: (entry[1], str(entry[0]))):
        catalog.add(text, locations=[(place, None)])  # type: ignore[list-item]
    return catalog


def catalogue(language: str) -> Catalog:
    """The translations of a language as they are, with what is new and without what is gone."""
    with _path(language).open("rb") as file:
        held = read_po(file, locale=language)
    held.update(wanted(), no_fuzzy_matching=True, update_creation_date=False)
    held.obsolete.clear()
    held.project, held.version = "segoc", "1"
    held.creation_date = held.revision_date = _NO_DATE
    return held


def written(catalog: Catalog) -> bytes:
    """A catalogue as the text of a `.po` file."""
    out = BytesIO()
    write_po(out, catalog, width=110, include_lineno=False, sort_by_file=True)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the bytes of a `.mo` file."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def _path(language: str) -> Path:
    return locale_dir() / language / "LC_MESSAGES" / "segoc.po"


def main() -> None:
    """Write every catalogue anew, and say what lacks a translation."""
    for path in sorted(locale_dir().glob("*/LC_MESSAGES/segoc.po")):
        language = path.parent.parent.name
        catalog = catalogue(language)
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        open_ones = sum(1 for message in catalog if message.id and not message.string)
        sys.stdout.write(f"{language}: {len(catalog)} messages, {open_ones} without a translation\n")


if __name__ == "__main__":
    main()
