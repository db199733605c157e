"""Tests of weak-record-hash."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.archive.weak_record_hash import weak_record_hash
from wheelcheck.wheel.model import Record, RecordRow

INFO = "pair-1.0.dist-info"


def record(algorithm: str, path: str = "pair/x.py", digest: str = "") -> Record:
    return Record((RecordRow(1, path, algorithm, digest, ""),), ())


@pytest.mark.parametrize("algorithm", ["", "md5", "sha1", "crc32"])
def test_weak_hash_is_reported(algorithm: str) -> None:
    """No hash, a broken one and an unknown one are reported."""
    (problem,) = problems(run(weak_record_hash, make_wheel(record=record(algorithm))))

    assert "pair/x.py" == problem.member


@pytest.mark.parametrize("algorithm", ["sha256", "sha384", "sha512", "blake2b"])
def test_strong_hash_is_not_reported(algorithm: str) -> None:
    """sha256 or better is what the format asks for."""
    assert [] == run(weak_record_hash, make_wheel(record=record(algorithm)))


@pytest.mark.parametrize("name", ["RECORD", "RECORD.jws", "RECORD.p7s"])
def test_record_and_its_signatures_have_no_hash(name: str) -> None:
    """RECORD cannot hold its own digest."""
    assert [] == run(weak_record_hash, make_wheel(record=record("", f"{INFO}/{name}")))


def test_digest_without_algorithm_is_left_to_malformed_record() -> None:
    """The digest is there; its name was forgotten."""
    assert [] == run(weak_record_hash, make_wheel(record=record("", digest="A" * 43)))
