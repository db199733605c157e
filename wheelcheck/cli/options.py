"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from wheelcheck.reporters.formats import formats_of

Command = TypeVar("Command", bound=Callable[..., Any])


def format_option(document: str) -> Callable[[Command], Command]:
    """`--format`, with the formats in which the document can be rendered."""
    first, *others = formats_of(document)
    text = " or ".join([f"{first} (default)", *others])
    return click.option(
        "--format", "format_name", metavar="FORMAT", default=first, help=f"Output format: {text}."
    )


def siblings_option(command: Command) -> Command:
    """`--with`, as `siblings`."""
    return click.option(
        "--with",
        "siblings",
        metavar="WHEEL",
        multiple=True,
        help="Wheel that will be installed alongside; repeatable.",
    )(command)


class Number(click.IntRange):
    """click's own type is called `integer range` in what it says about `1e3`."""

    name = "whole number"


def jobs_option(text: str) -> Callable[[Command], Command]:
    """`-j`."""
    return click.option("-j", "jobs", metavar="N", type=Number(min=1), help=text)


def quiet_option(command: Command) -> Command:
    """`-q`."""
    return click.option("-q", "--quiet", is_flag=True, help="Print only what fails the run.")(command)


def verbose_option(text: str) -> Callable[[Command], Command]:
    """`-v`, counted."""
    return click.option("-v", "--verbose", count=True, help=text)


def color_option(command: Command) -> Command:
    """`--color`."""
    return click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="When to use colour."
    )(command)
