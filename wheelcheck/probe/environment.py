"""The throw-away environment: a virtual environment with the wheel and its siblings installed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from wheelcheck.errors import WheelcheckError
from wheelcheck.probe.extra import INSTALL_EXTRA
from wheelcheck.probe.tree import Tree, path_parts
from wheelcheck.probe.workplace import Workplace
from wheelcheck.subject import Reading, read
from wheelcheck.wheel.model import Wheel


class NotInstallableError(Exception):
    """The wheel, or something that it needs alongside, cannot be installed."""


def make_environment(workplace: Workplace, python: str) -> Path:
    """Create the virtual environment, without pip, and give its site-packages folder."""
    done = workplace.run(
        [python, "-I", "-m", "venv", "--without-pip", str(workplace.prefix)],
        step="environment",
        environment=dict(os.environ),
    )
    if done.code or done.overrun:
        said = ": ".join(filter(None, (done.status, done.output[-400:].strip())))
        raise WheelcheckError(f"cannot create a virtual environment with {python!r}: {said}")
    link = workplace.prefix / "lib64"
    if link.is_symlink():
        # Outside of virtual environments it is a folder of its own, and so the layout has it.
        link.unlink()
    sites = sorted(workplace.prefix.glob("lib/python*/site-packages"))
    if not sites:
        raise WheelcheckError(f"the virtual environment that {python!r} created has no site-packages")
    own = workplace.prefix / "bin" / "python"
    real = Path(os.path.realpath(own))
    workplace.host_python = python if real.is_relative_to(workplace.root) else str(real)
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


def install_wheel(wheel: Wheel, tree: Tree, site: Path) -> None:
    """Install one wheel with all its schemes.

    Raises:
        NotInstallableError: no installer accepts the archive, or one of its files cannot be placed.
    """
    faulty = next(((each.name, each.fault.value) for each in wheel.members if each.fault), None)
    if faulty is not None:
        name, fault = faulty
        raise NotInstallableError(f"{wheel.file}: member {name!r} was not read to its end ({fault})")
    try:
        from wheelcheck.probe.installing import install_into
    except ModuleNotFoundError as exc:
        raise NotInstallableError(f"the package 'installer' is missing: {INSTALL_EXTRA}") from exc
    try:
        import warnings

        for member in wheel.members:
            path_parts(member.name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            install_into(tree, wheel, _schemes(wheel, tree.root, site), str(tree.root / "bin" / "python"))
    except Exception as exc:  # the library may raise anything on a broken archive
        raise NotInstallableError(f"{wheel.file} cannot be installed: {exc}") from exc


def _schemes(wheel: Wheel, prefix: Path, site: Path) -> dict[str, str]:
    """Folders of the schemes, below the prefix."""
    below = site.relative_to(prefix).as_posix()
    return {
        "purelib": below,
        "platlib": below,
        "headers": f"include/site/{site.parent.name}/{wheel.name}",
        "scripts": "bin",
        "data": "",
    }


def fetch_requirements(
    workplace: Workplace,
    requirements: Sequence[str],
    wheels: Sequence[Wheel],
) -> list[Wheel]:
    """Let pip collect what the contract requires alongside, with its dependencies, as wheels.

    This is done while the environment is still empty: pip runs its interpreter, which would start whatever
    a `.pth` file of a wheel says.

    Raises:
        NotInstallableError: pip is missing or fails.
    """
    fetched = workplace.root / "fetched"
    constraints = workplace.root / "constraints.txt"
    # Not the file itself: pip applies a constraint by URL to no requirement that has extras.
    constraints.write_text(
        "".join(f"{wheel.name}=={wheel.version}\n" for wheel in wheels if _is_version(wheel.version)),
        encoding="utf-8",
    )
    folders = sorted({str(wheel.path.parent.resolve()) for wheel in wheels})
    options = [option for folder in folders for option in ("--find-links", folder)]
    command = [sys.executable, "-m", "pip", "--python", str(workplace.prefix / "bin" / "python"), "wheel"]
    command += ["--disable-pip-version-check", "--no-input", "--quiet", "--wheel-dir", str(fetched)]
    command += ["--constraint", str(constraints), *options, "--", *requirements]
    done = workplace.run(command, step="install", environment=dict(os.environ), seconds=600)
    if done.code or done.overrun:
        said = " ".join(done.output.split())[-300:]
        raise NotInstallableError(f"pip cannot provide {', '.join(requirements)}: {done.status}: {said}")
    try:
        found = [read(path, Reading(jobs=1)) for path in sorted(fetched.glob("*.whl"))]
    except WheelcheckError as exc:
        raise NotInstallableError(f"pip cannot provide {', '.join(requirements)}: {exc.message}") from exc
    given = {wheel.distribution for wheel in wheels}
    return [each for each in found if each.distribution not in given]


def _is_version(text: str) -> bool:
    from packaging.version import InvalidVersion, Version

    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
