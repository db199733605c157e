"""Stub a rule, its pair and its test: `make new-rule SLUG=bad-thing FAMILY=linkage`."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

MODULE = '''"""TODO: name the bad thing in one line.

## What it checks

## Why it matters

## How to fix

## When to ignore

## References
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.rules.scene import Scene


@binary_rule(family="{family}", severity=Severity.ERROR, formats=frozenset({{Format.ELF}}))
def {name}(binary: Binary, scene: Scene) -> Iterator[Problem | NotChecked]:
    """TODO: say what it reports."""
    yield from ()
'''

TEST = '''"""{slug}: TODO what it reports and what not."""

from __future__ import annotations

from tests.support.facts import make_binary, run
from wheelcheck.rules.{family}.{name} import {name}


def test_healthy_library_is_silent() -> None:
    """A healthy library is not reported."""
    binary = make_binary()

    assert [] == run({name}, binary)
'''

PAIR = """# TODO: bad.toml differs from good.toml in one thing, the one that the rule reports.
[[member]]
path = "pair/lib/libx.so"
elf = {{ soname = "libx.so", needed = ["libc.so.6"] }}
"""


def stubs(slug: str, family: str) -> dict[Path, str]:
    """Give the files of a new rule."""
    name = slug.replace("-", "_")
    pair = ROOT / "fixtures" / "defects" / slug
    words = {"slug": slug, "family": family, "name": name}
    return {
        ROOT / "wheelcheck" / "rules" / family / f"{name}.py": MODULE.format(**words),
        ROOT / "tests" / "rules" / family / f"test_{name}.py": TEST.format(**words),
        pair / "good.toml": PAIR.format(**words),
        pair / "bad.toml": PAIR.format(**words),
    }


def families() -> list[str]:
    """Name the families: folders of rules."""
    return sorted(path.parent.name for path in (ROOT / "wheelcheck" / "rules").glob("*/__init__.py"))


def main() -> int:
    """Write the stubs, never over an existing file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("family", choices=families())
    arguments = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", arguments.slug):
        parser.error(f"slug {arguments.slug!r}: lower case words joined by hyphens that name the bad thing")
    files = stubs(arguments.slug, arguments.family)
    existing = [path for path in files if path.exists()]
    if existing:
        parser.error(f"exists already: {', '.join(str(path.relative_to(ROOT)) for path in existing)}")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")
    print("next: fill them in, run `make test`, then `make docs`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
