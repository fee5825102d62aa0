"""`segoc completion`: what a shell evaluates to complete `segoc`."""

from __future__ import annotations

import click

from checker.cli.language import Spoken


@click.command("completion", cls=Spoken)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print what a shell needs to complete `segoc`: eval "$(segoc completion bash)"."""
    from checker.cli import completing

    click.echo(completing.script(context.find_root().command, shell))
    return 0
