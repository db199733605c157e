"""Entry point: the command group, and how each exception is handled."""

from __future__ import annotations

import errno
import pkgutil
from collections.abc import Sequence
from functools import cache
from importlib import import_module

import click

from wheelcheck._version import __version__
from wheelcheck.cli import commands
from wheelcheck.cli.console import Console
from wheelcheck.errors import INTERRUPTED, UsageError, WheelcheckError, reason_of

DEFAULT_COMMAND = "check"
SPOKEN_FOR = ("why", "who", "tree", "init", "diff", "sweep", "verify")
"""Reserved for future commands: never taken for a wheel."""

INTERNAL_ERROR = 3
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What a help page meets that has no room."""


@cache
def built_commands() -> tuple[str, ...]:
    """Return the existing commands: the modules of `wheelcheck.cli.commands`, the default one first."""
    names = (info.name.replace("_", "-") for info in pkgutil.iter_modules(commands.__path__))
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_COMMAND, name)))


class CommandGroup(click.Group):
    """Commands imported on use; anything that is not the name of a command goes to `check`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Commands in the order of the help page."""
        return list(built_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """Import the module of one command."""
        if cmd_name not in built_commands():
            return None
        module = import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default command before arguments that do not name one."""
        built = built_commands()
        if args and args[0] in SPOKEN_FOR and args[0] not in built:
            raise UsageError(
                f"command {args[0]!r} is not available yet", hint=f"use one of: {', '.join(built)}"
            )
        if args and args[0] not in built and args[0] not in {"--help", "--version"}:
            args = [DEFAULT_COMMAND, *args]
        return super().parse_args(ctx, args)


@click.group(cls=CommandGroup, no_args_is_help=True)
@click.version_option(__version__, prog_name="wheelcheck", message="%(prog)s %(version)s")
def cli() -> None:
    """Audit wheels that ship native code, and check them against a contract.

    `wheelcheck WHEEL...` is short for `wheelcheck check WHEEL...`.

    \b
    Exit codes:
      0  no findings at or above --fail-on
      1  findings at or above --fail-on
      2  usage or configuration error
      3  could not complete: unreadable input or an internal error
      4  no input matched
    """  # noqa: D301  # \b is click's mark for a block that keeps its lines


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    console = Console()
    try:
        result = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="wheelcheck",
            standalone_mode=False,
            obj=console,
        )
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  # an internal error is exit 3, never an unexpected traceback
        return _fail(console, error)
    finally:
        console.flush()
    return int(result or 0)


def _fail(console: Console, error: BaseException) -> int:
    """Print what ended the command, and return its exit code."""
    if isinstance(error, click.UsageError):
        _print_usage(console, error)
        return error.exit_code
    if isinstance(error, click.Abort | KeyboardInterrupt):
        console.error("interrupted")
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        console.error(error.format_message())
        return UsageError.exit_code
    if isinstance(error, OSError) and error.errno in _FULL:
        error = WheelcheckError(f"cannot write to standard output: {reason_of(error)}")
    if isinstance(error, WheelcheckError):
        console.error(error.message, error.hint)
        return error.exit_code
    console.internal_error(error)
    return INTERNAL_ERROR


def _print_usage(console: Console, error: click.UsageError) -> None:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        console.note(error.format_message())
        return
    message = error.format_message().rstrip(".")
    path = error.ctx.command_path if error.ctx else "wheelcheck"
    console.error(message[:1].lower() + message[1:], f"run '{path} --help' for usage")
