"""In which language the command speaks, and its help in that language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from copy import copy
from inspect import cleandoc

import click

from checker.domain.language import ENGLISH, languages, say, speak, speaking

VARIABLE = "SEGOC_LANGUAGE"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def from_environment(environ: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for: $SEGOC_LANGUAGE, else the locale's if there are messages in it."""
    wish = environ.get(VARIABLE, "")
    if wish:
        return wish
    locale = next(filter(None, (environ.get(name) for name in _LOCALE)), "")
    code = locale.split(".")[0].split("@")[0].split("_")[0]
    return code if code not in {"", "C", "POSIX", ENGLISH} and code in languages() else ENGLISH


def use(language: str) -> None:
    """Speak a language from now on. Raises a `UsageError` that lists the languages if there are no messages in it."""
    try:
        speak(language)
    except ValueError as error:
        raise click.UsageError(
            say("{error}; there are messages in {languages}", error=error, languages=", ".join(languages()))
        ) from error


def chosen(_: click.Context, __: click.Parameter, language: str | None) -> None:
    """What `--language` does as soon as it is read, so that all later messages are in that language."""
    if language is not None:
        use(language)


class Spoken(click.Command):
    """A command whose help is in the language in use."""

    def get_help(self, ctx: click.Context) -> str:
        """The page of `--help`."""
        return click.Command.get_help(_translated(self), ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The line of the command in the help of the group: its first sentence."""
        known = _translated(self)
        if known is self:
            return super().get_short_help_str(limit)
        return (known.help or "").split("。")[0]


class SpokenGroup(Spoken, click.Group):
    """A group of such commands."""

    command_class = Spoken


def _translated(command: click.Command) -> click.Command:
    if speaking() == ENGLISH:
        return command
    known = copy(command)
    known.help = say(cleandoc(command.help)) if command.help else command.help
    known.params = [_explained(param) for param in command.params]
    return known


def _explained(param: click.Parameter) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    known = copy(param)
    known.help = say(param.help)
    return known
