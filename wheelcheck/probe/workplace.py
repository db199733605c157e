"""The work folder of one probe: its layout, how steps run in it, and what is kept of it."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from wheelcheck.errors import UsageError, reason_of
from wheelcheck.probe.facts import ENVIRONMENT, WORK
from wheelcheck.probe.processes import Completed, Processes
from wheelcheck.probe.variables import activated, child_environment

Result = TypeVar("Result")

_IN_OPTIONS = frozenset(',;:$"\\`\r\n')
"""Characters that mean something in options of the link editor, or to CMake."""

STEP_SECONDS = 300.0
RUN_SECONDS = 60.0
_TELLING = re.compile(
    r"error|undefined|cannot|not found|no such|needed by|failed|fatal|missing|required|terminate|abort",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"FAILED: |ninja: build stopped|g?make(\[\d+\])?: \*\*\* |-- Configuring incomplete|collect2: |\d+ \| "
    r"|\d+ errors? generated"
)
_CMAKE_ERROR = re.compile(r"^(CMake Error (?:at|in) .*?:)\n((?:\n|  .*\n)+)", re.MULTILINE)
_SHOWN = 12
_LONGEST_NAME = 100


class Workplace:
    """Folders and steps of one probe."""

    def __init__(self, root: Path, processes: Processes, caller: Mapping[str, str]) -> None:
        self.root = root
        self.processes = processes
        self.prefix = root / "env"
        self.moved = root / "moved"
        self.home = root / "home"
        self.temporary = root / "tmp"
        self.source = root / "source"
        self.build = root / "build"
        self.logs = root / "logs"
        for folder in (self.home, self.temporary, self.logs):
            folder.mkdir()
        # A later build would depend on whatever an earlier one writes below HOME.
        self.home.chmod(0o555)
        self.environment = child_environment(
            caller, root, prefix=self.prefix, home=self.home, temporary=self.temporary
        )
        """Of the tools that build."""
        self.is_kept = False
        self.host_python = ""
        """The interpreter that the environment was made with; the environment's own starts `.pth` files."""
        self.site: tuple[str, str] = ("", "")
        """Site-packages below the prefix: as planned for the wheel's own Python, and as it is here."""

    @property
    def activated(self) -> dict[str, str]:
        """Environment of what the contract asks to run."""
        return activated(self.environment, self.prefix)

    @property
    def applications(self) -> Path:
        """Folder of the built consumers."""
        return self.build / "applications"

    def installed(self, path: str) -> Path:
        """Give the actual path for a path of the layout, which is relative to the prefix."""
        planned, real = self.site
        if planned and path.startswith(f"{planned}/"):
            path = f"{real}{path[len(planned) :]}"
        return self.prefix / path

    def run(
        self,
        command: Sequence[str],
        *,
        step: str,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        seconds: float = STEP_SECONDS,
        errors_apart: bool = False,
    ) -> Completed:
        """Run one step; its output goes to its own log."""
        return self.processes.run(
            command,
            folder=folder or self.root,
            environment=self.environment if environment is None else environment,
            log=self.logs / f"{file_name(step)}.log",
            seconds=seconds,
            errors_apart=errors_apart,
        )

    def in_parallel(self, work: Callable[[int], Result], count: int, jobs: int) -> list[Result]:
        """Give the results of `work(0)`, `work(1)`, … in order; when stopped, nothing continues."""
        with ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(work, number) for number in range(count)]
            try:
                return [future.result() for future in futures]
            except BaseException:
                self.processes.stop()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def keep(
        self,
        step: str,
        command: Sequence[str],
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> str:
        """Keep the work folder, with a script that repeats a failed step; give the script's command."""
        self.is_kept = True
        name = file_name(step)
        script = self.root / f"repeat-{name}.sh"
        values = self.environment if environment is None else environment
        variables = [f"{key}={shlex.quote(value)} \\" for key, value in sorted(values.items())]
        lines = [
            "#!/bin/sh",
            f"# Repeats the step {name!r} as the probe ran it; its output is in logs/{name}.log.",
            f"cd {shlex.quote(str(folder or self.root))} || exit",
            "exec env -i \\",
            *variables,
            shlex.join(command),
        ]
        script.write_text("\n".join([*lines, ""]), encoding="utf-8")
        script.chmod(0o755)
        return f"sh {WORK}/{script.name}"

    def neutral(self, text: str) -> str:
        """Replace the throw-away folders in a text with their placeholders."""
        for folder, name in (
            (self.moved / "env", ENVIRONMENT),
            (self.prefix, ENVIRONMENT),
            (self.root, WORK),
        ):
            for path in dict.fromkeys((os.path.realpath(folder), str(folder))):
                text = text.replace(path, name)
        return text

    def telling_lines(self, output: str) -> tuple[str, ...]:
        """Give the lines of a step's output that tell why it failed; the last ones when none does."""
        return telling_lines(self.neutral(output))


def is_odd_folder(folder: str) -> bool:
    """Whether a folder would end an option of the linker, and begin another one."""
    return not _IN_OPTIONS.isdisjoint(folder)


def file_name(step: str) -> str:
    """Give the name of a step as the name of a file: a contract's names can hold anything."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", step)[:_LONGEST_NAME]
    return name if name == step else f"{name}-{hashlib.sha256(step.encode()).hexdigest()[:8]}"


def telling_lines(output: str) -> tuple[str, ...]:
    """Give the lines that tell why a step failed, without what build tools add about themselves."""
    text = _CMAKE_ERROR.sub(lambda match: f"{match[1]} {' '.join(match[2].split())}\n", output)
    lines = [line.strip() for line in text.splitlines() if line.strip() and not _FRAME.match(line.strip())]
    lines = lines or [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if _TELLING.search(line)]
    return tuple(dict.fromkeys(telling))[:_SHOWN] or tuple(lines[-_SHOWN:])


@contextmanager
def work_folder(keep: Path | None, caller: Mapping[str, str], processes: Processes) -> Iterator[Workplace]:
    """Create the work folder, and remove it unless the user keeps it or a step failed."""
    if keep is None:
        root = Path(tempfile.mkdtemp(prefix="wheelcheck-probe-"))
    else:
        root = keep.resolve()
        if root.exists() and (not root.is_dir() or any(root.iterdir())):
            raise UsageError(
                f"--keep folder {str(keep)!r} already exists and is not empty", hint="give a new folder"
            )
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError as exc:
            raise UsageError(f"cannot create --keep folder {str(keep)!r}: {reason_of(exc)}") from exc
    # The resolved path, so that it is recognised in the output of a child.
    workplace = Workplace(root.resolve(), processes, caller)
    is_finished = False
    try:
        yield workplace
        is_finished = True
    finally:
        processes.stop()
        if not (keep or (is_finished and workplace.is_kept)):
            _remove(root)


def _remove(root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    if root.exists():
        # A child may have removed the write permission of one of its folders.
        for folder, _, _ in os.walk(root):
            os.chmod(folder, 0o700)  # noqa: PTH101  # os.walk gives text
        shutil.rmtree(root, ignore_errors=True)
