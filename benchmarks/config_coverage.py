"""How far the evaluator of package configs decides those of published wheels, and what stops it.

    python benchmarks/config_coverage.py WHEEL...

A config is decided when every condition that it meets is true or false, every command is known, and every
included file and imported library has a known path. It is covered when nothing is left to report as not
checked: what is open decides about nothing that is looked at.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from wheelcheck.contract.loading import Contracts
from wheelcheck.rules.catalogue import rule_slugs
from wheelcheck.sdk.faults import Undecided
from wheelcheck.sdk.package_config import CMakePackage
from wheelcheck.subject import open_subject

_REFERENCE = re.compile(r"[A-Za-z_]\w*")
_WORDS = frozenset(
    {"AND", "OR", "NOT", "TARGET", "EXISTS", "DEFINED", "STREQUAL", "EQUAL", "MATCHES", "IN_LIST", "COMMAND"}
)
SHOWN = 40


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("wheels", nargs="+", type=Path)
    wheels = decided_wheels = configs = decided = covered = 0
    causes: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for path in parser.parse_args().wheels:
        found = configs_of(path)
        opened = [open_places(each) for each in found]
        wheels += bool(found)
        configs += len(found)
        decided += sum(not each for each in opened)
        covered += sum(not each.evaluation.doubts and not each.evaluation.stopped for each in found)
        decided_wheels += bool(found) and not any(opened)
        # A cause counts once per config.
        for each in opened:
            causes.update({place.cause for place in each})
            names.update({name for place in each if place.cause == "if" for name in names_in(place.text)})
    print(
        f"{wheels} wheels, {decided_wheels} of them decided; {configs} configs, {decided} decided, "
        f"{covered} covered"
    )
    for title, counter in (("stopped by", causes), ("names in open conditions", names)):
        print(f"\n{title}, in how many configs:")
        for name, count in counter.most_common(SHOWN):
            print(f"{count:6} {name}")


def configs_of(path: Path) -> tuple[CMakePackage, ...]:
    """Package configs of a wheel."""
    subject = open_subject(path, contracts=Contracts(rules=rule_slugs()))
    return subject.package_configs.cmake


def open_places(config: CMakePackage) -> tuple[Undecided, ...]:
    """Places that are not decided."""
    evaluation = config.evaluation
    stopped = (Undecided(config.path, 0, "stopped", evaluation.stopped),) if evaluation.stopped else ()
    return (*evaluation.undecided, *stopped)


def names_in(condition: str) -> Iterator[str]:
    """Variables, targets and packages that a condition names."""
    yield from (name for name in _REFERENCE.findall(condition) if name not in _WORDS)


if __name__ == "__main__":
    main()
