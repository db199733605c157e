"""A package config evaluated for every kind of consumer.

Everyone: only what holds whatever the consumer sets. Plain: a consumer who calls `find_package(X REQUIRED)`
and sets nothing. Component: the same with one component asked for. Routine: whoever calls a function or
macro that the config defines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from wheelcheck.sdk.cmake import Evaluator, found_by
from wheelcheck.sdk.cmake_results import Evaluation, check_outcome, collected
from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_values import is_known, is_off
from wheelcheck.sdk.faults import Doubt, Fault, FaultKind, Reach, Undecided
from wheelcheck.sdk.installed import Installed

_MOST_COMPONENTS = 24


def evaluate_config(
    installed: Installed, path: str, package: str, preset: Mapping[str, str] | None = None
) -> Evaluation:
    """Evaluate a config or version file for everyone; `preset` holds what `find_package` sets."""
    evaluator = Evaluator(installed, package, preset)
    evaluator.run(path)
    check_outcome(evaluator.state, path)
    return collected(evaluator.state)


def evaluate_package(installed: Installed, path: str, package: str) -> Evaluation:
    """Evaluate a package config for all kinds of consumers."""
    # One in lower case is found under every spelling: what find_package sets has unknown names.
    preset = found_by(package, path, None) if path.endswith("Config.cmake") else None
    everyone = evaluate_config(installed, path, package, preset)
    evaluator = _run(installed, path, package, ())
    is_refused = _refuses(evaluator.state)
    evaluator.run_routines()
    plain = collected(evaluator.state)
    if is_refused and not evaluator.state.lacks_files:
        where = Undecided(path, 0, "set", f"{package}_FOUND FALSE")
        effect = "the config reports that the package is not found"
        plain = msgspec.structs.replace(plain, doubts=(*plain.doubts, Doubt(where, 0, effect)))
    return _merged(everyone, plain, *_components(installed, path, package))


def _run(
    installed: Installed, path: str, package: str, components: Sequence[str] | None, *, guesses: bool = False
) -> Evaluator:
    preset = found_by(package, path, components)
    reach = Reach.COMPONENT if components is None or components else Reach.PLAIN
    evaluator = Evaluator(installed, package, preset, reach)
    state = evaluator.state
    state.reach_of = ";".join(components or ())
    state.guesses = {} if guesses else None
    if not path.endswith("Config.cmake"):
        state.spellings = {key.lower(): value for key, value in preset.items()}
    evaluator.run(path)
    check_outcome(state, path)
    return evaluator


def _refuses(state: State) -> bool:
    """Whether the config reports that the package is not found."""
    found = state.scopes[0].get(f"{state.spelling}_FOUND", "1")
    return state.is_certain and is_known(found) and is_off(found)


def _components(installed: Installed, path: str, package: str) -> tuple[list[Evaluation], str]:
    """Evaluate once for each component that the config seems to have; and say why not for all of them."""
    guesser = _run(installed, path, package, None, guesses=True).state
    names = _likely(guesser.guesses or {}, package)
    runs = []
    for name in names[:_MOST_COMPONENTS]:
        state = _run(installed, path, package, (name,)).state
        if not _refuses(state):
            runs.append(collected(state))
    if len(names) > _MOST_COMPONENTS:
        return runs, f"it has more than {_MOST_COMPONENTS} components"
    return runs, ""


def _likely(guesses: Iterable[str], package: str) -> list[str]:
    """Leave out what continues another name, such as the files of a build type: `shared-release`."""
    kept: list[str] = []
    for name in sorted(guesses):
        if name.lower() != package.lower() and not (kept and name.startswith(f"{kept[-1]}-")):
            kept.append(name)
    return kept


def _merged(
    everyone: Evaluation, plain: Evaluation, components: Sequence[Evaluation], limit: str
) -> Evaluation:
    every = (everyone, plain, *components)
    stops = [each.stopped for each in every if each.stopped] + [limit]
    needed = {each.package: each for run in reversed(every) for each in run.dependencies if not each.is_asked}
    refused = {(each.path, each.line) for each in everyone.faults if each.kind is FaultKind.REFUSAL}
    doubts = {
        (each.where.path, each.line, each.effect): each
        for run in reversed(every[1:])
        for each in run.doubts
        if (each.where.path, each.where.line) not in refused
    }
    return msgspec.structs.replace(
        everyone,
        targets={name: target for each in reversed(every) for name, target in each.targets.items()},
        reached=_union(each.reached for each in every),
        hinted=_union(each.hinted for each in every),
        faults=_first_faults(fault for each in every for fault in each.faults),
        dependencies=tuple(needed.values()),
        undecided=plain.undecided,
        doubts=tuple(doubts.values()),
        stopped=stops[0],
    )


def _union(groups: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for group in groups for each in group))


def _first_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Each fault once, for the widest circle of consumers."""
    found: dict[tuple[object, str, str], Fault] = {}
    for fault in faults:
        found.setdefault((fault.kind, fault.path, fault.subject), fault)
    return tuple(found.values())
