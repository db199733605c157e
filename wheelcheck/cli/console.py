"""Standard output and standard error of one run: encoding, colour, closed pipes, error lines."""

from __future__ import annotations

import os
import sys
from typing import IO

import click

from wheelcheck.errors import WheelcheckError, reason_of
from wheelcheck.reporters.escape import printable

REPORT_ADDRESS = "report this message with the name of the wheel; -v -v adds the traceback"


class Console:
    """Where a command writes.

    Text that the stream cannot encode is escaped, and a closed pipe is not a failure:
    the exit code still reports the result.
    """

    def __init__(self) -> None:
        self.verbosity = 0
        self.color_mode = "auto"
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")

    def has_color(self, stream: IO[str] | None = None) -> bool:
        """Whether to colour what goes to `stream` (standard output when not given).

        The option wins, then NO_COLOR, then FORCE_COLOR, then whether the stream is a terminal.
        """
        if self.color_mode != "auto":
            return self.color_mode == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        target = stream or sys.stdout
        return target is not None and target.isatty() and os.environ.get("TERM") != "dumb"

    def out(self, text: str) -> None:
        """Write to standard output."""
        if sys.stdout is None and text:
            raise WheelcheckError("cannot write to standard output: it is closed")
        try:
            _write(sys.stdout, text)
        except OSError as error:
            raise WheelcheckError(f"cannot write to standard output: {reason_of(error)}") from error

    def note(self, text: str) -> None:
        """Write a line to standard error."""
        try:
            _write(sys.stderr, f"{text}\n")
        except OSError:
            # Standard error itself is broken, so only the exit code is left.
            return

    def error(self, message: str, hint: str | None = None) -> None:
        """Write an error and its hint to standard error."""
        color = self.has_color(sys.stderr)
        label = click.style("error:", fg="red", bold=True) if color else "error:"
        self.note(f"{label} {printable(message)}")
        if hint:
            label = click.style("hint:", fg="cyan") if color else "hint:"
            self.note(f"{label} {printable(hint)}")

    def internal_error(self, error: BaseException) -> None:
        """Print an internal error of wheelcheck, and how to report it."""
        if self.verbosity > 1:
            import traceback

            self.note("".join(traceback.format_exception(error)).rstrip())
        self.error(describe_internal(error), REPORT_ADDRESS)

    def flush(self) -> None:
        """Flush both streams, so that a closed pipe raises nothing while the interpreter shuts down."""
        for stream in (sys.stdout, sys.stderr):
            try:
                _write(stream, "")
            except OSError:
                _discard(stream)


def describe_internal(error: BaseException) -> str:
    """One line about an unexpected exception."""
    return f"internal error in wheelcheck: {type(error).__name__}: {error}"


def _write(stream: IO[str] | None, text: str) -> None:
    if stream is None:  # started with the descriptor closed
        return
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _discard(stream)


def _discard(stream: IO[str] | None) -> None:
    if stream is not None:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
