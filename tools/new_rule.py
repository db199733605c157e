"""Stub a rule, its pair and its test: `make new-rule SLUG=bad-thing FAMILY=linkage [SCOPE=wheel]`."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Rules about the probe's observations and about ignores have another shape.
HAND_WRITTEN = frozenset({"contracts", "probe"})

MODULE = '''"""TODO: name the bad thing in one line.

## What it checks

## Why it matters

## How to fix

## When to ignore

## References
"""

from __future__ import annotations

from collections.abc import Iterator

{imports}


{decorator}
def {name}({parameters}) -> Iterator[Problem | NotChecked]:
    """TODO: state what it reports."""
    del {arguments}
    yield from ()
'''

BINARY = {
    "imports": """\
from wheelcheck.binary.model import Binary
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, binary_rule
from wheelcheck.subject import Subject""",
    "decorator": """\
@binary_rule(family="{family}", severity=Severity.ERROR, concerns=NATIVE)""",
    "parameters": "binary: Binary, subject: Subject",
    "arguments": "binary, subject",
    "factories": "make_binary",
    "subject": "make_binary()",
}
WHEEL = {
    "imports": """\
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject""",
    "decorator": '@wheel_rule(family="{family}", severity=Severity.ERROR)',
    "parameters": "subject: Subject",
    "arguments": "subject",
    "factories": "make_wheel",
    "subject": "make_wheel()",
}
SET = {
    "imports": """\
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import set_rule
from wheelcheck.subject import Release""",
    "decorator": '@set_rule(family="{family}", severity=Severity.ERROR)',
    "parameters": "release: Release",
    "arguments": "release",
    "factories": "make_subject, make_wheel",
    "subject": '[make_subject(make_wheel(name=name)) for name in ("one", "two")]',
}
SCOPES = {"binary": BINARY, "wheel": WHEEL, "set": SET}

TEST = '''"""{slug}: TODO what it reports and what it does not."""

from __future__ import annotations

from tests.support.facts import {factories}, run
from wheelcheck.rules.{family}.{name} import {name}


def test_healthy_{scope}_is_silent() -> None:
    """A healthy {scope} is not reported."""
    healthy = {subject}

    assert [] == run({name}, healthy)
'''

PAIR = """\
# TODO: make bad.toml differ from good.toml in exactly one thing, the one that the rule reports.
[[member]]
path = "pair/lib/libx.so"
elf = { soname = "libx.so", needed = ["libc.so.6"] }
"""

SIBLING = """
[[sibling]]
distribution = "other"

[[sibling.member]]
path = "other/__init__.py"
text = ""
"""

NEXT = """\
next:
  fill them in
  make docs
  WHEELCHECK_UPDATE_GOLDEN=1 .venv/bin/pytest tests/meta/test_matrix.py
  review the diff of tests/golden/matrix.txt
  make test
  make lint types"""


def stubs(slug: str, family: str, scope: str) -> dict[Path, str]:
    """Return the files of a new rule."""
    name = slug.replace("-", "_")
    words = {"slug": slug, "family": family, "name": name, "scope": scope, **SCOPES[scope]}
    words["decorator"] = words["decorator"].format(**words)
    pair = PAIR + (SIBLING if scope == "set" else "")
    folder = ROOT / "fixtures" / "defects" / slug
    return {
        ROOT / "wheelcheck" / "rules" / family / f"{name}.py": MODULE.format(**words),
        ROOT / "tests" / "rules" / family / f"test_{name}.py": TEST.format(**words),
        folder / "good.toml": pair,
        folder / "bad.toml": pair,
    }


def families() -> list[str]:
    """Names of the families: folders of rules."""
    folders = {path.parent.name for path in (ROOT / "wheelcheck" / "rules").glob("*/__init__.py")}
    return sorted(folders - HAND_WRITTEN)


def main() -> int:
    """Write the stubs; never overwrite a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("family", choices=families())
    parser.add_argument(
        "scope", choices=list(SCOPES), nargs="?", default="binary", help="what the rule checks"
    )
    arguments = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", arguments.slug):
        parser.error(f"slug {arguments.slug!r} is not two or more lower case words joined by hyphens")
    files = stubs(arguments.slug, arguments.family, arguments.scope)
    existing = [path for path in files if path.exists()]
    if existing:
        parser.error(f"already exists: {', '.join(str(path.relative_to(ROOT)) for path in existing)}")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")
    print(NEXT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
