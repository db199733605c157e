"""Command lines of the pages: each program exists, and knows the options that it is given."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import click
from packaging.requirements import InvalidRequirement, Requirement

from tests.support.pages import ROOT, Block, WrongExampleError
from tests.support.shell_lines import shown_commands, words_of
from wheelcheck import toml
from wheelcheck.cli.console import Console
from wheelcheck.cli.inputs import check_slugs
from wheelcheck.cli.main import DEFAULT_COMMAND, built_commands, cli
from wheelcheck.contract.documents import builtin_names
from wheelcheck.errors import WheelcheckError
from wheelcheck.rules.catalogue import rule_slugs

NOT_INSTALLED_HERE = frozenset({"abi3audit"})
"""Programs of other projects that nothing here depends on: their options are not checked."""

_ASSIGNMENT = re.compile(r"([A-Z][A-Z0-9_]*)=")
_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
_PLACEHOLDER = re.compile(r"[A-Z][A-Z_]*(?:\.\.\.)?")


def check_console(block: Block) -> None:
    """Check every command of a block."""
    for shown in shown_commands(block.text):
        check_line(shown.line)


def check_line(line: str) -> None:
    """Check one command line.

    Raises:
        WrongExampleError: a program, an option or a name on it does not exist.
    """
    for words in words_of(line):
        while words and _ASSIGNMENT.match(words[0]):
            _check_variable(words.pop(0))
        if not words:
            continue
        program = Path(words[0]).name
        if program.endswith(".py"):
            _check_script(words)
        elif program in CHECKS:
            CHECKS[program](words[1:])
        elif program not in NOT_INSTALLED_HERE:
            raise WrongExampleError(f"no check for the program {program!r}: {line!r}")


def check_wheelcheck(arguments: Sequence[str]) -> None:
    """Parse the command line with the real commands, and look up the names on it."""
    try:
        context = cli.make_context("wheelcheck", list(arguments), obj=Console())
        is_named = arguments[0] in built_commands()
        name, rest = (arguments[0], arguments[1:]) if is_named else (DEFAULT_COMMAND, arguments)
        command = cli.get_command(context, name)
        assert command is not None
        parameters = command.make_context(name, list(rest), parent=context).params
        check_slugs(parameters.get("select") or (), "--select")
        check_slugs(parameters.get("ignore") or (), "--ignore")
    except (click.UsageError, WheelcheckError) as exc:
        text = exc.format_message() if isinstance(exc, click.UsageError) else exc.message
        raise WrongExampleError(f"wheelcheck {shlex.join(arguments)}: {text}") from exc
    except click.exceptions.Exit:
        return
    given = (parameters.get(key) or () for key in ("wheel", "wheels", "siblings"))
    for word in (word for words in given for word in ([words] if isinstance(words, str) else words)):
        if not word.endswith((".whl", "/")) and not _PLACEHOLDER.fullmatch(word):
            raise WrongExampleError(f"{word!r} is neither a wheel nor a command")
    _check_name("rule", parameters.get("slug"), rule_slugs())
    contract = parameters.get("contract")
    if contract is None or not (ROOT / "docs" / "examples" / contract).is_file():
        _check_name("contract", contract, builtin_names())


def _check_name(kind: str, name: Any, known: Sequence[str] | frozenset[str]) -> None:
    if name is not None and name not in known and not _PLACEHOLDER.fullmatch(name):
        raise WrongExampleError(f"there is no {kind} {name!r}")


def check_make(arguments: Sequence[str]) -> None:
    """Look targets and variables up in the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for word in arguments:
        match = _ASSIGNMENT.match(word)
        pattern = rf"\$\({match[1]}\)" if match else rf"(?m)^{re.escape(word)}:"
        if not re.search(pattern, makefile):
            raise WrongExampleError(f"make: there is no {word!r} in the Makefile")


def check_pip(arguments: Sequence[str]) -> None:
    """Check the options, and that what is installed are requirements, extras of our own included."""
    check_options("pip", arguments)
    takes_value = {"--platform", "--python-version", "--dest", "--wheel-dir"}
    previous = ""
    for word in arguments[1:]:
        if not word.startswith("-") and previous not in takes_value and word != ".":
            check_requirement(word)
        previous = word


def check_requirement(text: str) -> None:
    """Refuse what pip cannot read, and an extra that wheelcheck lacks."""
    try:
        requirement = Requirement(text)
    except InvalidRequirement as exc:
        raise WrongExampleError(f"{text!r} is not a requirement: {exc}") from exc
    missing = requirement.extras - extras().keys()
    if requirement.name in {"SOURCE", "wheelcheck"} and missing:
        raise WrongExampleError(f"{text!r}: wheelcheck has no extra {sorted(missing)}")


@cache
def extras() -> dict[str, list[str]]:
    """Give the extras of wheelcheck, with their requirements."""
    project = toml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, list[str]] = project["optional-dependencies"]
    return found


def check_python(arguments: Sequence[str]) -> None:
    """Find the module or the script."""
    if arguments[:1] == ["-m"] and len(arguments) > 1:
        if importlib.util.find_spec(arguments[1]) is None:
            raise WrongExampleError(f"there is no module {arguments[1]!r}")
    else:
        _check_script(arguments)


def _check_script(words: Sequence[str]) -> None:
    path = ROOT / words[0] if words else ROOT
    if not path.is_file():
        raise WrongExampleError(f"there is no script {' '.join(words[:1])!r}")
    text = path.read_text(encoding="utf-8")
    unknown = [word for word in words[1:] if word.startswith("--") and f'"{word}"' not in text]
    if unknown:
        raise WrongExampleError(f"{words[0]} does not know {unknown}")


def _check_variable(word: str) -> None:
    name = word.partition("=")[0]
    modules = [*(ROOT / "wheelcheck").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    if not any(f'"{name}"' in path.read_text(encoding="utf-8") for path in modules):
        raise WrongExampleError(f"nothing reads the variable {name}")


def _check_pytest(arguments: Sequence[str]) -> None:
    missing = [word for word in arguments if not word.startswith("-") and not (ROOT / word).exists()]
    if missing:
        raise WrongExampleError(f"pytest: no such file: {missing}")


def _check_mutmut(_: Sequence[str]) -> None:
    if not any(each.startswith("mutmut") for each in extras()["mutation"]):
        raise WrongExampleError("the extra 'mutation' does not install mutmut")


def _check_cmake(arguments: Sequence[str]) -> None:
    if arguments[:1] != ["--build"]:
        raise WrongExampleError(f"no check for cmake {' '.join(arguments[:1])}")
    check_options("cmake", arguments[1:])


def check_options(program: str, arguments: Sequence[str]) -> None:
    """Compare options with what the program's own help lists."""
    subcommand = arguments[0] if arguments and not arguments[0].startswith("-") else ""
    known = _options_of(program, subcommand if program in SUBCOMMANDS else "")
    given = [word.partition("=")[0] for word in arguments if _OPTION.match(word)]
    unknown = [word for word in given if word not in known]
    if unknown:
        raise WrongExampleError(f"{program} {subcommand}: unknown option {unknown}")


@cache
def _options_of(program: str, subcommand: str) -> frozenset[str]:
    beside = Path(sys.executable).parent / program
    path = str(beside) if beside.is_file() else shutil.which(program)
    if path is None:
        raise WrongExampleError(f"{program} is not installed")
    asked = ASKED.get(program, ("--help",))
    command = [path, *([subcommand] if subcommand else []), *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if subcommand and done.returncode != 0:
        raise WrongExampleError(f"{program} has no {subcommand!r}")
    return frozenset(_OPTION.findall(done.stdout + done.stderr))


SUBCOMMANDS = frozenset({"auditwheel", "pip", "wheel"})
ASKED = {"cmake": ("--build",)}
"""How a program lists its options, where `--help` does not; `--build` without a folder does, and fails."""
CHECKS: Mapping[str, Callable[[Sequence[str]], None]] = {
    "auditwheel": lambda arguments: check_options("auditwheel", arguments),
    "cd": lambda _: None,
    "cmake": _check_cmake,
    "export": lambda arguments: _check_variable(arguments[0]),
    "make": check_make,
    "mutmut": _check_mutmut,
    "patchelf": lambda arguments: check_options("patchelf", arguments),
    "pip": check_pip,
    "pytest": _check_pytest,
    "python": check_python,
    "wheel": lambda arguments: check_options("wheel", arguments),
    "wheelcheck": check_wheelcheck,
}
"""How each program's arguments are checked."""
