"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from checker.cli.commands import segoc
from segoc_site.writing import table


def pages() -> dict[str, str]:
    """The page to include, with a section for each command; options that all share are told once."""
    context = click.Context(segoc, info_name="segoc")
    found = list(_all(segoc, context))
    shared = _shared([command for command, _ in found])
    lines: list[str] = []
    for command, inside in found:
        lines += _section(command, inside, shared)
    lines += ["## Options that commands share", ""]
    lines += [
        "Those on rules, time and completeness belong to the commands that read a story.",
        "",
        *table(("option", "what it does"), shared.values()),
    ]
    return {"_generated/commands.md": "\n".join(lines)}


def _all(group: click.Group, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if command.hidden:
            continue
        inside = click.Context(command, info_name=name, parent=context)
        yield command, inside
        if isinstance(command, click.Group):
            yield from _all(command, inside)


def _section(command: click.Command, context: click.Context, shared: dict[str, tuple[str, str]]) -> list[str]:
    path = context.command_path
    lines = [f"({path.replace(' ', '-')})=", f"## {path}", ""]
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    lines += ["```text", usage, "```", "", *_help(command), ""]
    own = [
        record
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option)
        and (record := _record(parameter, context)) is not None
        and shared.get(parameter.opts[0]) != record
    ]
    if own:
        lines += table(("option", "what it does"), own)
    return lines


def _help(command: click.Command) -> list[str]:
    r"""The help of a command; `\b` marks a paragraph whose lines are kept."""
    lines: list[str] = []
    for paragraph in (command.help or "").split("\n\n"):
        text = paragraph.strip("\n")
        if text.lstrip().startswith("\b"):
            lines += ["```text", text.replace("\b", "").strip("\n"), "```", ""]
        else:
            lines += [" ".join(text.split()).replace("<", "\\<").replace("*", "\\*"), ""]
    return lines


def _record(option: click.Option, context: click.Context) -> tuple[str, str] | None:
    record = option.get_help_record(context)
    if record is None:
        return None
    names, text = record
    return f"`{names}`", text.replace("<", "\\<")


def _shared(commands: list[click.Command]) -> dict[str, tuple[str, str]]:
    """The options that at least five commands have with the same words, by their first name; `--help` among them."""
    seen: dict[tuple[str, tuple[str, str]], int] = {}
    for command in commands:
        context = click.Context(command)
        for parameter in command.get_params(context):
            record = _record(parameter, context) if isinstance(parameter, click.Option) else None
            if record is not None:
                key = (parameter.opts[0], record)
                seen[key] = seen.get(key, 0) + 1
    return {name: record for (name, record), times in seen.items() if times >= 5}
