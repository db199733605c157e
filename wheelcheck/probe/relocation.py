"""The built consumer without the SDK in its place: with copied libraries, in a moved tree, or alone."""

from __future__ import annotations

import os
import posixpath
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

from wheelcheck.linking.layout import Layout
from wheelcheck.probe.facts import ENVIRONMENT, WORK, Consumer, Deployment, Relocation
from wheelcheck.probe.plan import Plan
from wheelcheck.probe.running import NoAnswerError, Runner
from wheelcheck.probe.workplace import Workplace


def relocate(plan: Plan, link: Consumer, layout: Layout, runner: Runner) -> tuple[Relocation, ...]:
    """Run the consumer in every deployment that the contract declares, and once without the SDK."""
    workplace = runner.workplace
    built = workplace.applications / plan.link.name
    installed = workplace.applications / f"{plan.link.name}_deploy"
    # When the targets promise $ORIGIN in every application, the application is tried as built.
    deployed = built if plan.probe.consumer.origin else installed
    own = [path for path in link.loaded if path.startswith(f"{ENVIRONMENT}/")]
    alone, flat = workplace.root / "deploy-gone", workplace.root / "deploy-flat"
    for folder, application in ((alone, built), (flat, deployed)):
        folder.mkdir(exist_ok=True)
        shutil.copy2(application, folder)
    if "flat" in plan.probe.deploy:
        _copy_beside(own, plan, layout, workplace, flat)
    with _sdk_moved(workplace):
        results = [_without_sdk(plan, own, alone / built.name, runner)]
        if "flat" in plan.probe.deploy:
            results.append(_same_as(link, own, plan, flat / deployed.name, Deployment.FLAT, runner))
        if "tree" in plan.probe.deploy:
            moved = workplace.moved / "build" / "applications" / installed.name
            moved.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(installed, moved)
            results.append(_same_as(link, own, plan, moved, Deployment.TREE, runner))
    return tuple(results)


def _copy_beside(own: Sequence[str], plan: Plan, layout: Layout, workplace: Workplace, folder: Path) -> None:
    for path in own:
        source = workplace.prefix / path.removeprefix(f"{ENVIRONMENT}/")
        shutil.copy2(os.path.realpath(source), folder / posixpath.basename(path))
    for member, path in layout.installed[0].items():
        if any(fnmatchcase(member, glob) for glob in plan.probe.deploy_extra):
            shutil.copy2(workplace.installed(path), folder / posixpath.basename(path))


@contextmanager
def _sdk_moved(workplace: Workplace) -> Iterator[None]:
    workplace.moved.mkdir(exist_ok=True)
    away = workplace.moved / "env"
    workplace.prefix.rename(away)
    try:
        yield
    finally:
        away.rename(workplace.prefix)


def _without_sdk(plan: Plan, own: Sequence[str], application: Path, runner: Runner) -> Relocation:
    """Run the consumer alone: it must not start; if it does, it uses other libraries."""
    step = f"run-{plan.link.name}-gone"
    command = runner.command(plan.link, application)
    done = runner.run(command, step, application.parent)
    if done.code or done.overrun:
        return Relocation(kind=Deployment.GONE)
    try:
        loaded: tuple[str, ...] = runner.parsed(plan.link, done).get("loaded", ())
    except NoAnswerError:
        loaded = ()
    names = {posixpath.basename(path) for path in own}
    strangers = tuple(path for path in loaded if posixpath.basename(path) in names)
    if not strangers:
        return Relocation(kind=Deployment.GONE)
    return Relocation(
        kind=Deployment.GONE,
        fault="it still runs, with libraries from elsewhere",
        words=strangers,
    )


def _same_as(
    link: Consumer, own: Sequence[str], plan: Plan, application: Path, kind: Deployment, runner: Runner
) -> Relocation:
    """Run the deployed consumer: its output must be as before, and its libraries from the new place."""
    step = f"run-{plan.link.name}-{kind.value}"
    command = runner.command(plan.link, application)
    done = runner.run(command, step, application.parent)
    if done.code or done.overrun:
        failure = runner.failure(done, step, command)
        return Relocation(kind=kind, fault=failure.status, words=failure.words)
    try:
        seen = runner.parsed(plan.link, done)
    except NoAnswerError as exc:
        return Relocation(kind=kind, fault=f"it {exc}")
    loaded: dict[str, str] = {posixpath.basename(path): path for path in seen.get("loaded", ())}
    home = f"{WORK}/deploy-flat/" if kind is Deployment.FLAT else f"{ENVIRONMENT}/"
    strangers = tuple(
        loaded[name]
        for name in map(posixpath.basename, own)
        if name in loaded and not loaded[name].startswith(home)
    )
    if strangers:
        return Relocation(kind=kind, fault="it runs with libraries from elsewhere", words=strangers)
    if (seen.get("at_startup"), seen.get("output")) != (link.at_startup, link.output):
        return Relocation(kind=kind, fault="it runs, but its report differs from before")
    return Relocation(kind=kind)
