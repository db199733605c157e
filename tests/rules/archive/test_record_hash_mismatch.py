"""Tests of record-hash-mismatch."""

from __future__ import annotations

import hashlib

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.model import NotChecked, Problem
from wheelcheck.rules.archive.record_hash_mismatch import record_hash_mismatch
from wheelcheck.wheel.model import MemberFault, Record, RecordRow


def record(algorithm: str, digest: str, size: str = "") -> Record:
    return Record((RecordRow(1, "pair/x.py", algorithm, digest, size),), ())


def test_other_content_is_reported() -> None:
    """A digest that the content does not have is reported."""
    (problem,) = run(
        record_hash_mismatch, make_wheel(files={"pair/x.py": "x"}, record=record("sha256", "A" * 43))
    )

    assert isinstance(problem, Problem)
    assert "pair/x.py" == problem.member


def test_other_size_is_reported() -> None:
    """The size counts too, even without a hash."""
    assert 1 == len(
        run(record_hash_mismatch, make_wheel(files={"pair/x.py": "x"}, record=record("", "", "2")))
    )


def test_healthy_wheel_is_not_reported() -> None:
    """Digest and size of every file agree."""
    assert [] == run(record_hash_mismatch, make_wheel(files={"pair/x.py": "x"}))


def test_hexadecimal_digest_of_the_content_is_not_reported() -> None:
    """The content is right: how the digest is written is the fault of malformed-record."""
    digest = hashlib.sha256(b"x").hexdigest()

    assert [] == run(
        record_hash_mismatch, make_wheel(files={"pair/x.py": "x"}, record=record("sha256", digest))
    )


def test_member_that_was_not_read_is_not_checked() -> None:
    """Without the content nothing can be said."""
    member = make_member("pair/x.py", digest=b"", size=-1, fault=MemberFault.SIZE)

    (said,) = run(record_hash_mismatch, make_wheel(members=[member]))

    assert isinstance(said, NotChecked)


def test_other_strong_algorithm_is_not_checked() -> None:
    """What the reader does not compute is said."""
    (said,) = run(record_hash_mismatch, make_wheel(files={"pair/x.py": "x"}, record=record("sha3_256", "A")))

    assert isinstance(said, NotChecked)


def test_sha512_row_is_held_to_its_digest() -> None:
    """RECORD may name any strong hash."""
    wheel = make_wheel(
        files={"pair/x.py": "x"},
        record=record("sha512", "A"),
        digests={("pair/x.py", "sha512"): hashlib.sha512(b"x").digest()},
    )

    assert ["pair/x.py"] == [problem.subject for problem in problems(run(record_hash_mismatch, wheel))]


def test_endless_size_breaks_nothing() -> None:
    """Python refuses to read such a number; `malformed-record` reports it."""
    wheel = make_wheel(files={"pair-1.0.dist-info/RECORD": "pair/x.py,," + "1" * 5000, "pair/x.py": ""})

    assert [] == problems(run(record_hash_mismatch, wheel))
