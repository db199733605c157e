"""Resolves command-line arguments to wheel files, rules and output files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from wheelcheck.errors import NoInputError, UsageError, WheelcheckError, reason_of
from wheelcheck.reporters.formats import Reporter, reporter_for
from wheelcheck.spelling import did_you_mean

_INPUT_SUFFIXES = (".whl", ".toml")
"""Suffixes of wheels and contracts, never of reports: a contract may extend files that are not arguments."""
UNSET = "check the command line for an unset shell variable"
"""Hint for an empty argument."""


def find_wheels(arguments: Sequence[str]) -> tuple[Path, ...]:
    """Return the wheel files that the arguments name, in the order given, each once.

    An argument is a file, a folder (its `*.whl`) or a glob. A path that exists is taken literally,
    whatever characters it contains.

    Raises:
        UsageError: an argument is empty, as from an unset shell variable.
        NoInputError: an argument matches nothing. Continuing with the others would let CI pass without
            checking that wheel.
    """
    found: dict[Path, Path] = {}
    for argument in arguments:
        for path in _expand(argument):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def find_wheel(argument: str, command: str) -> Path:
    """Return the one wheel file that an argument names.

    Raises:
        UsageError: it matches several; `command` takes one.
        NoInputError: it matches nothing.
    """
    paths = find_wheels([argument])
    if len(paths) > 1:
        raise UsageError(f"{argument!r} matches {len(paths)} wheels, but {command} takes one")
    return paths[0]


def _expand(argument: str) -> list[Path]:
    if not argument:
        raise UsageError("a WHEEL argument is empty", hint=UNSET)
    path = Path(argument)
    try:
        if path.is_dir():
            return _wheels_or_nothing(path.iterdir(), f"folder {argument!r} contains no wheels")
        if path.exists():
            return [path]
    except (OSError, ValueError) as error:
        raise WheelcheckError(f"cannot access {argument!r}: {reason_of(error)}") from error
    if not glob.has_magic(argument):
        raise NoInputError(f"no such file or folder: {argument!r}", hint=_command_hint(argument))
    # Path.glob does not accept absolute patterns.
    matches = (Path(match) for match in glob.iglob(argument, recursive=True))  # noqa: PTH207  # reason above
    return _wheels_or_nothing(matches, f"no wheel matches {argument!r}")


def _wheels_or_nothing(paths: Iterable[Path], complaint: str) -> list[Path]:
    wheels = sorted(path for path in paths if path.suffix == ".whl" and path.is_file())
    if not wheels:
        raise NoInputError(complaint, hint="pass a wheel file, a folder of wheels, or a glob")
    return wheels


def _command_hint(argument: str) -> str | None:
    from wheelcheck.cli.main import built_commands

    return did_you_mean(argument, built_commands())


def check_slugs(slugs: Iterable[str], option: str) -> tuple[str, ...]:
    """Return the rule slugs, each checked against the catalogue; commas separate them too."""
    from wheelcheck.rules.catalogue import rule_slugs

    slugs = tuple(slugs)
    if any(not each.strip() for each in slugs):
        raise UsageError(f"{option} is empty", hint=UNSET)
    names = tuple(name.strip() for each in slugs for name in each.split(",") if name.strip())
    known = rule_slugs()
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or "run 'wheelcheck rules' to list all rules"
            raise UsageError(f"unknown rule {name!r} in {option}", hint=hint)
    return names


def parse_outputs(
    values: Iterable[str], document: str, inputs: Iterable[Path]
) -> tuple[tuple[Reporter, Path], ...]:
    """Parse every `-o FORMAT=FILE`; the file must be writable and must not be an input of the run."""
    read = [found for path in inputs if (found := _stat(path)) is not None]
    outputs: dict[Path, tuple[Reporter, Path]] = {}
    for value in values:
        name, separator, file = value.partition("=")
        if not separator or not file:
            raise UsageError(f"-o {value!r} is not FORMAT=FILE", hint="write it like -o json=report.json")
        reporter = reporter_for(document, name, "-o")
        if file == "-":
            raise UsageError(
                f"-o {value!r} would mix with the report on standard output",
                hint=f"use --format {name} instead",
            )
        path = Path(file)
        try:
            target = _writable(path, file, read)
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot write {file!r}: {reason_of(error)}") from error
        if target in outputs:
            raise UsageError(f"two -o options write {file!r}", hint="give each report its own file")
        outputs[target] = (reporter, path)
    return tuple(outputs.values())


def _writable(path: Path, file: str, read: list[os.stat_result]) -> Path:
    """Return the resolved path of the output file; it must not be one that the run reads."""
    target = path.resolve()
    found = _stat(target)
    if found is not None and any(os.path.samestat(found, each) for each in read):
        raise UsageError(f"-o would overwrite {file!r}, which this run reads")
    if target.name.lower().endswith(_INPUT_SUFFIXES):
        raise UsageError(f"-o {file!r} is named like a wheel or a contract, not like a report")
    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"cannot write {file!r}: its folder does not exist, or it is a folder itself")
    if not os.access(target.parent if found is None else target, os.W_OK):
        raise UsageError(f"cannot write {file!r}: Permission denied")
    return target


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None
