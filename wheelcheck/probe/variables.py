"""Environment variables of the probe's child processes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

PASSED_ON = frozenset(
    (
        "AR",
        "CC",
        "CFLAGS",
        "CXX",
        "CXXFLAGS",
        "CUDA_HOME",
        "CUDA_PATH",
        "DEVELOPER_DIR",
        "LANG",
        "LD",
        "LDFLAGS",
        "MACOSX_DEPLOYMENT_TARGET",
        "NM",
        "PATH",
        "RANLIB",
        "ROCM_PATH",
        "SDKROOT",
        "SOURCE_DATE_EPOCH",
        "TZ",
    )
)
"""Variables of the caller that a child inherits. Loader variables, search paths of compilers and of CMake,
and whatever a CI keeps in its environment are not among them."""
PASSED_ON_PREFIXES = ("LC_", "CCACHE_", "SCCACHE_")


def child_environment(
    caller: Mapping[str, str], root: Path, *, prefix: Path, home: Path, temporary: Path
) -> dict[str, str]:
    """Give the environment of the tools that build: no loader variables, and no program of the wheel.

    Args:
        caller: variables of the process that asked for the probe.
        root: the work folder, from which no tool is taken.
        prefix: the throw-away environment.
        home: HOME of the children.
        temporary: TMPDIR of the children.
    """
    passed = {
        name: value
        for name, value in caller.items()
        if name in PASSED_ON or name.startswith(PASSED_ON_PREFIXES)
    }
    # An entry that is not absolute means another folder for each child.
    folders = [
        each
        for each in passed.get("PATH", "").split(os.pathsep)
        if os.path.isabs(each) and not Path(each).is_relative_to(root)  # noqa: PTH117  # text
    ]
    return {
        **passed,
        "PATH": os.pathsep.join(folders) or os.defpath,
        "VIRTUAL_ENV": str(prefix),
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def activated(environment: Mapping[str, str], prefix: Path) -> dict[str, str]:
    """Put the throw-away `bin` first, as in an activated environment: for what the contract asks to run."""
    return {**environment, "PATH": os.pathsep.join([str(prefix / "bin"), environment["PATH"]])}
