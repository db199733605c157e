"""The throw-away environment: a virtual environment with the wheel and its siblings installed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wheelcheck.errors import WheelcheckError
from wheelcheck.wheel.model import Wheel

if TYPE_CHECKING:
    from wheelcheck.probe.workplace import Workplace

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


class NotInstallableError(Exception):
    """The wheel, or something that it needs alongside, cannot be installed."""


def child_environment(caller: Mapping[str, str], workplace: Workplace) -> dict[str, str]:
    """Give the environment of every child: the throw-away `bin` first on PATH, no loader variables."""
    passed = {
        name: value
        for name, value in caller.items()
        if name in PASSED_ON or name.startswith(PASSED_ON_PREFIXES)
    }
    prefix = workplace.prefix
    return {
        **passed,
        "PATH": os.pathsep.join([str(prefix / "bin"), passed.get("PATH", os.defpath)]),
        "VIRTUAL_ENV": str(prefix),
        "HOME": str(workplace.home),
        "TMPDIR": str(workplace.temporary),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def make_environment(workplace: Workplace, python: str) -> Path:
    """Create the virtual environment, without pip, and give its site-packages folder."""
    done = workplace.run(
        [python, "-I", "-m", "venv", "--without-pip", str(workplace.prefix)],
        step="environment",
        environment=dict(os.environ),
    )
    if done.code or done.overrun:
        raise WheelcheckError(
            f"cannot create a virtual environment with {python!r}: {done.status}: {done.output[-400:]}"
        )
    sites = sorted(workplace.prefix.glob("lib/python*/site-packages"))
    if not sites:
        raise WheelcheckError(f"the virtual environment that {python!r} created has no site-packages")
    return sites[0]


def choose_python(wheel: Wheel, wanted: str | None) -> str:
    """Give the environment's interpreter: one of the wheel's own version if available, else this one."""
    if wanted is not None:
        return wanted
    versions = dict.fromkeys(tag.partition("-")[0] for tag in wheel.tags)
    if f"cp3{sys.version_info.minor}" in versions or any(tag.split("-")[1] == "abi3" for tag in wheel.tags):
        return sys.executable
    for version in versions:
        if version.startswith("cp3"):
            found = shutil.which(f"python3.{version[3:]}")
            if found is not None and _answers(found):
                return found
    return sys.executable


def _answers(python: str) -> bool:
    import subprocess

    # Version managers put a stub on PATH that only reports which version is not selected.
    done = subprocess.run([python, "-I", "-c", "import venv"], capture_output=True, check=False)  # noqa: S603  # an interpreter on PATH
    return done.returncode == 0


def install_wheel(wheel: Wheel, prefix: Path, site: Path) -> None:
    """Install one wheel with all its schemes.

    Raises:
        NotInstallableError: no installer accepts the archive.
    """
    faulty = next(((each.name, each.fault.value) for each in wheel.members if each.fault), None)
    if faulty is not None:
        name, fault = faulty
        raise NotInstallableError(f"{wheel.file}: member {name!r} was not read to its end ({fault})")
    try:
        from installer import install
        from installer.destinations import SchemeDictionaryDestination
        from installer.sources import WheelFile
    except ImportError as exc:
        raise NotInstallableError("the package 'installer' is missing: install 'wheelcheck[probe]'") from exc
    destination = SchemeDictionaryDestination(
        _schemes(wheel, prefix, site),
        interpreter=str(prefix / "bin" / "python"),
        script_kind="posix",
        # Two wheels of one project may ship the same file (namespace packages without __init__).
        overwrite_existing=True,
    )
    try:
        import warnings

        with warnings.catch_warnings(), WheelFile.open(wheel.path) as source:
            warnings.simplefilter("ignore")
            install(source, destination, {"INSTALLER": b"wheelcheck\n"})
    except Exception as exc:  # the library may raise anything on a broken archive
        raise NotInstallableError(f"{wheel.file} cannot be installed: {exc}") from exc


def _schemes(wheel: Wheel, prefix: Path, site: Path) -> dict[str, str]:
    return {
        "purelib": str(site),
        "platlib": str(site),
        "headers": str(prefix / "include" / "site" / site.parent.name / wheel.name),
        "scripts": str(prefix / "bin"),
        "data": str(prefix),
    }


def install_requirements(workplace: Workplace, requirements: Sequence[str], wheels: Sequence[Wheel]) -> None:
    """Install with pip what the contract requires alongside; the folders of the given wheels are searched.

    Raises:
        NotInstallableError: pip is missing or fails.
    """
    folders = sorted({str(wheel.path.parent) for wheel in wheels})
    options = [option for folder in folders for option in ("--find-links", folder)]
    command = [sys.executable, "-m", "pip", "--python", str(workplace.prefix / "bin" / "python"), "install"]
    command += ["--disable-pip-version-check", "--no-input", "--quiet", *options, *requirements]
    done = workplace.run(command, step="install", environment=dict(os.environ), seconds=600)
    if done.code or done.overrun:
        said = " ".join(done.output.split())[-300:]
        raise NotInstallableError(f"pip cannot install {', '.join(requirements)}: {done.status}: {said}")
