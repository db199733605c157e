"""Which regular expressions a contract may have: no name of a wheel keeps them busy."""

from __future__ import annotations

import re

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.contract.expressions import fault_of
from wheelcheck.promises.sonames import soname_faults

AMBIGUOUS = "can take quadratic time"
NESTED = "repeats a part that can stop at many places"


@pytest.mark.parametrize(
    "pattern",
    [
        r"libx\.so\.\d{4}",
        r"lib[\w-]+\.so(\.\d+)*",
        r"[A-Za-z_]\w*::[A-Za-z_]\w*(\.\w+)?",
        r"[A-Za-z]+Backend",
        r".*\.so",
        r"(?:foo|far)*",
        r"(ab|ac)*",
        r"^- func: ([\w:.]+)\(",
        r"(?i)[a-z]+\.so",
        r"[^/]+/\S+",
        r"\W+\w+",
        r"\w+\s+\w+",
        r"[^\W\d]+\d+",
        r"a{3}b{1,4}b",
        r"(?P<name>x)|y|",
        r"x*?y+?",
        r"(?s).\n*",
    ],
)
def test_next_character_decides(pattern: str) -> None:
    """At each place there is one way to go on, but for a few."""
    assert fault_of(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("(a+)+", NESTED),
        ("(a*b?)*", "repeats what can be empty"),
        (r"(?:\.\d+)*\d", NESTED),
        ("([ab]*a){3}c", NESTED),
        ("(a|aa)*", "repeats branches that begin alike"),
        ("(?:x|y|)*", "repeats what can be empty"),
        ("x*x*y", AMBIGUOUS),
        (".*.*", AMBIGUOUS),
        (r"[\w.]+\.so(\.\d+)*", AMBIGUOUS),
        (".*a{5000}", AMBIGUOUS),
        (".*(a{16}){16}b", AMBIGUOUS),
        (r"(?i)k+\u212a+", AMBIGUOUS),
        (r"(?a)\W*\xe9+", AMBIGUOUS),
        (r"(?a)[^\w]*\xe9+", AMBIGUOUS),
        (r"\u20ac*[^a]+", AMBIGUOUS),
        (r"[\u20ac-\u20af]*[^\d]+", AMBIGUOUS),
        ("a?" * 8 + "b", "can go many ways"),
        ("(?:ab|a.|c)" * 4, "can go many ways"),
        ("a{1,9}" * 3 + "b", "can go many ways"),
        ("(?=a)b", "looks ahead"),
        ("(?<!a)b", "looks ahead"),
        (r"(a)\1", "looks ahead"),
        ("(a)?(?(1)b|c)", "looks ahead"),
        ("(?i:a)b", "changes flags half-way"),
        ("(", "does not parse"),
        ("x" * 501, "has 501 characters, 500 are the limit"),
        ("a{99999999999}", "does not parse"),
    ],
)
def test_refused(pattern: str, fault: str) -> None:
    """Each with its reason; what is refused for one that repeats is refused for all of them."""
    found = fault_of(pattern)

    assert found is not None
    assert fault in found


def test_quadratic_time_is_for_short_names() -> None:
    """A file name has 255 characters; nothing is long enough for cubic time."""
    assert fault_of(r"lib[\w.-]+\.so(\.\d+)*", power=2) is None
    assert fault_of(".*.*", power=2) is None
    assert fault_of(".*.*.*", power=2) is not None
    assert fault_of("(a+)+", power=2) is not None


def test_expressions_over_bytes_are_judged_as_bytes() -> None:
    """Two letters beyond ASCII have a byte in common."""
    assert fault_of("[é]+[è]+") is None
    assert fault_of("[é]+[è]+".encode()) is not None
    assert fault_of(rb"\u20ac") is not None


def test_names_that_no_file_can_have_match_nothing() -> None:
    """The expression is not even tried."""
    long = f"libx.so.{'1' * 300}"
    subject = make_subject(
        make_wheel(binaries=[make_binary("pair/lib/libx.so", soname=long)]),
        {"libraries": {"libx": {"soname": r"regex:libx\.so.*"}}},
    )
    (fault,) = soname_faults(subject.declared)

    assert fault.found == long
    assert re.fullmatch(fault.expected, long)
