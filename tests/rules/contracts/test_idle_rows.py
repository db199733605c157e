"""vacuous-promise: rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.facts import make_subject, make_wheel
from wheelcheck.contract.model import Condition, Row
from wheelcheck.model import Problem
from wheelcheck.rules.contracts._idle_rows import idle_rows
from wheelcheck.subject import Release, Subject

LINUX = Row(when=Condition(systems=("linux",), versions=">=2"), then={})


def subject(*idle: int, row: Row = LINUX, contract: Any = None) -> Subject:
    return replace(make_subject(make_wheel(), contract), idle_rows=tuple((index, row) for index in idle))


def test_row_that_no_wheel_uses_is_reported() -> None:
    """With its condition."""
    (problem,) = list(idle_rows(Release(subjects=(subject(0, 1), subject(1, 2)))))

    assert isinstance(problem, Problem)
    assert "rows[1]" == problem.subject
    assert "none of its 2 wheels: when { systems = ['linux'], versions = '>=2' }" in problem.message


@pytest.mark.parametrize(
    "subjects",
    [
        [subject(1)],
        [subject(0), subject(1)],
        [subject(1, row=Row(when=LINUX.when, then={}, optional=True))] * 2,
        [subject(1), subject(1, contract="executorch")],
    ],
)
def test_other_rows_are_silent(subjects: list[Subject]) -> None:
    """A single wheel, a row that some wheel uses, an optional one, two contracts."""
    assert [] == list(idle_rows(Release(subjects=tuple(subjects))))
