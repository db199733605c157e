"""Errors that reach the user: a fact, one action, an exit code."""

from __future__ import annotations

INTERRUPTED = 130
"""Exit code of a run that SIGINT ended, as in shells."""


class WheelcheckError(Exception):
    """Base of every error that wheelcheck raises deliberately.

    The message states a fact about a named thing; `hint` is one action.
    Only `cli` prints them.
    """

    exit_code = 3

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def reason_of(error: Exception) -> str:
    """Say why the system refused a path, in its own words: `str` adds a number and repeats the path."""
    if isinstance(error, OSError):
        return error.strerror or f"{type(error).__name__}: {error}"
    return str(error)


class UsageError(WheelcheckError):
    """The command line or a configuration file is wrong."""

    exit_code = 2


class ContractError(UsageError):
    """A contract file does not follow the schema."""


class NoInputError(WheelcheckError):
    """No wheel matches the arguments."""

    exit_code = 4


class UnreadableWheelError(WheelcheckError):
    """The archive as a whole cannot be read."""


class UnreadableBinaryError(WheelcheckError):
    """A native file is truncated, inconsistent, or of a kind that the reader does not support."""
