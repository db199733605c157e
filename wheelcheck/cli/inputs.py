"""What the command line names, turned into what exists: wheel files, rules, output files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from wheelcheck.errors import NoInputError, UsageError, WheelcheckError
from wheelcheck.reporters.formats import Reporter, reporter_for
from wheelcheck.spelling import did_you_mean

_INPUT_SUFFIXES = (".whl", ".toml")
"""Names of wheels and contracts: no report is called so; a contract may extend files that nobody named."""


def find_wheels(arguments: Sequence[str]) -> tuple[Path, ...]:
    """Give the wheel files that arguments name, in the order given, each once.

    An argument is a file, a directory (its `*.whl`) or a glob. A path that exists is taken
    literally, whatever characters it holds.

    Raises:
        UsageError: an argument is empty, as an unset variable of a shell is.
        NoInputError: an argument names nothing. Going on with the others would turn a gate green
            that never saw the wheel.
    """
    found: dict[Path, Path] = {}
    for argument in arguments:
        for path in _expand(argument):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def find_wheel(argument: str, command: str) -> Path:
    """Give the one wheel file that an argument names.

    Raises:
        UsageError: it names several; `command` takes one.
        NoInputError: it names nothing.
    """
    paths = find_wheels([argument])
    if len(paths) > 1:
        raise UsageError(f"{argument!r} names {len(paths)} wheels, {command} takes one")
    return paths[0]


def _expand(argument: str) -> list[Path]:
    if not argument:
        raise UsageError(
            "an empty argument names no wheel", hint="look whether a variable of the command line is unset"
        )
    path = Path(argument)
    try:
        if path.is_dir():
            return _wheels_or_nothing(path.iterdir(), f"folder {argument!r} holds no wheel")
        if path.exists():
            return [path]
    except (OSError, ValueError) as error:
        raise WheelcheckError(f"cannot look at {argument!r}: {error}") from error
    if not glob.has_magic(argument):
        raise NoInputError(f"no such file or folder: {argument!r}", hint=_command_hint(argument))
    # Path.glob takes no absolute pattern.
    matches = (Path(match) for match in glob.iglob(argument, recursive=True))  # noqa: PTH207  # reason above
    return _wheels_or_nothing(matches, f"no wheel matches {argument!r}")


def _wheels_or_nothing(paths: Iterable[Path], complaint: str) -> list[Path]:
    wheels = sorted(path for path in paths if path.suffix == ".whl" and path.is_file())
    if not wheels:
        raise NoInputError(complaint, hint="give a wheel file, a folder that holds wheels, or a glob")
    return wheels


def _command_hint(argument: str) -> str | None:
    from wheelcheck.cli.main import built_commands

    return did_you_mean(argument, built_commands())


def check_slugs(slugs: Iterable[str], option: str) -> tuple[str, ...]:
    """Give the rule slugs back, each known to the catalogue; commas separate them too."""
    from wheelcheck.rules.catalogue import rule_slugs

    names = tuple(name.strip() for each in slugs for name in each.split(",") if name.strip())
    known = rule_slugs()
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or "run 'wheelcheck rules' for the catalogue"
            raise UsageError(f"unknown rule {name!r} in {option}", hint=hint)
    return names


def parse_outputs(
    values: Iterable[str], document: str, inputs: Iterable[Path]
) -> tuple[tuple[Reporter, Path], ...]:
    """Parse every `-o FORMAT=FILE`; the file must be writable and nothing that the run reads."""
    read = [found for path in inputs if (found := _stat(path)) is not None]
    outputs: dict[Path, tuple[Reporter, Path]] = {}
    for value in values:
        name, separator, file = value.partition("=")
        if not separator or not file:
            raise UsageError(f"-o {value!r} is not FORMAT=FILE", hint="write for example -o json=report.json")
        reporter = reporter_for(document, name, "-o")
        if file == "-":
            raise UsageError(
                f"-o {value!r} would mix with the report on standard output",
                hint=f"choose what goes there with --format {name}",
            )
        path = Path(file)
        try:
            target = _writable(path, file, read)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"cannot write {file!r}: {reason}") from error
        if target in outputs:
            raise UsageError(f"two -o write {file!r}", hint="give each report a file of its own")
        outputs[target] = (reporter, path)
    return tuple(outputs.values())


def _writable(path: Path, file: str, read: list[os.stat_result]) -> Path:
    """Give the file that would be written, resolved; it must not be one of those that are read."""
    target = path.resolve()
    found = _stat(target)
    if found is not None and any(os.path.samestat(found, each) for each in read):
        raise UsageError(f"-o would overwrite {file!r}, which this run reads")
    if target.name.lower().endswith(_INPUT_SUFFIXES):
        raise UsageError(f"-o {file!r} has the name of a wheel or a contract, not of a report")
    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"cannot write {file!r}: its folder is missing, or it is a folder itself")
    if not os.access(target.parent if found is None else target, os.W_OK):
        raise UsageError(f"cannot write {file!r}: permission denied")
    return target


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None
