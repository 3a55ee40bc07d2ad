"""The command line as data: every command and group with its words, for the reference pages and tests."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass

import click

from memoir_git.cli.main import root
from memoir_git.cli.options import EXIT_STATUS, common_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """One command: `words` as typed after `git memoir`, none for `git memoir` itself."""

    words: tuple[str, ...]
    command: click.Command

    @property
    def name(self) -> str:
        return " ".join(("git memoir", *self.words))

    @property
    def synopsis(self) -> str:
        own = "[OPTIONS]" if own_options(self.command) else ""
        arguments = [_argument(p) for p in self.command.params if isinstance(p, click.Argument)]
        subcommand = "COMMAND [ARGUMENTS]" if isinstance(self.command, click.Group) else ""
        return " ".join(filter(None, (self.name, own, *arguments, subcommand)))

    @property
    def paragraphs(self) -> list[str]:
        """The help text; a paragraph that keeps its line ends begins with a backspace, as click has it."""
        return inspect.cleandoc(self.command.help or "").split("\n\n")

    @property
    def closing(self) -> list[str]:
        """What the epilogue says beyond the exit statuses all commands share."""
        epilog = inspect.cleandoc((self.command.epilog or "").replace(EXIT_STATUS, ""))
        return [paragraph for paragraph in epilog.strip().split("\n\n") if paragraph]


def walk() -> Iterator[Described]:
    """Yields every command, parents before children, in the order of their names."""
    yield from _below(Described(words=(), command=root))


def own_options(command: click.Command) -> list[click.Option]:
    """Returns the options that are not every command's, hidden ones left out."""
    shared = {option.name for option in shared_options()}
    options = [param for param in command.params if isinstance(param, click.Option)]
    return [option for option in options if not option.hidden and option.name not in shared]


def shared_options() -> list[click.Option]:
    """Returns the options that every command has, hidden ones left out."""

    @click.command()
    @common_options
    def plain() -> None:
        pass

    return [param for param in plain.params if isinstance(param, click.Option) and not param.hidden]


def option_words(option: click.Option) -> str:
    """Returns how the option is typed, such as `-L LABEL` or `--check, --no-check`."""
    words = ", ".join((*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return words
    kind = option.type
    value = "|".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else kind.name.upper()
    return f"{words} {option.metavar or value}"


def _argument(argument: click.Argument) -> str:
    name = argument.metavar or (argument.name or "").upper()
    name = f"{name}..." if argument.nargs == -1 and not name.endswith(("...", "…")) else name
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _below(described: Described) -> Iterator[Described]:
    yield described
    group = described.command
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in sorted(group.list_commands(context)):
            command = group.get_command(context, name)
            assert command is not None, name
            if not command.hidden:
                yield from _below(Described(words=(*described.words, name), command=command))
