"""The JSON interface."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from tests.reporters.sample import broken_wheel, finding, healthy_wheel, report, unreadable_wheel
from wheelcheck.model import Evidence, Severity, SkippedCheck
from wheelcheck.report import Report, SetReport
from wheelcheck.reporters.check_json import render
from wheelcheck.reporters.formats import Detail

EVERYTHING = report(broken_wheel(), healthy_wheel(), unreadable_wheel())


def schema(command: str) -> dict[str, Any]:
    """Load a published schema."""
    text = files("wheelcheck.reporters").joinpath(f"{command}.schema.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def document_of(checked: Report) -> dict[str, Any]:
    """Render a report and read it back."""
    document: dict[str, Any] = json.loads(render(checked, Detail()))
    return document


@pytest.mark.parametrize("command", ["check", "show"])
def test_published_schema_is_one(command: str) -> None:
    """The schema files are valid JSON Schema."""
    jsonschema.Draft202012Validator.check_schema(schema(command))


def test_report_follows_the_published_schema() -> None:
    """A report with everything in it validates, no field unknown."""
    jsonschema.validate(document_of(EVERYTHING), schema("check"), jsonschema.Draft202012Validator)


def test_summary_counts_what_the_wheels_hold() -> None:
    """The summary agrees with the lists."""
    summary = document_of(EVERYTHING)["summary"]

    assert summary == {
        "wheels": 3,
        "errors": 11,
        "warnings": 1,
        "notes": 1,
        "not_checked": 2,
        "ignored": 1,
        "exit_code": 3,
    }


def test_verdicts() -> None:
    """A wheel passes, fails or is incomplete."""
    verdicts = [wheel["verdict"] for wheel in document_of(EVERYTHING)["wheels"]]

    assert verdicts == ["fail", "pass", "incomplete"]


def test_unreadable_wheel_is_an_entry_with_the_reason() -> None:
    """What could not be read stands under not_checked, for every rule."""
    wheel = document_of(report(unreadable_wheel()))["wheels"][0]

    assert wheel["not_checked"] == [
        {
            "rule": "*",
            "member": None,
            "reason": "'cut-1.0-py3-none-any.whl' ends before its central directory",
        }
    ]
    assert wheel["checked"]["unreadable"] == 1


def test_not_checked_alone_leaves_the_verdict() -> None:
    """Without --require-complete a skipped check is no failure."""
    skipped = (SkippedCheck(rule="undefined-symbol", member=None, reason="no siblings"),)
    document = document_of(report(broken_wheel(findings=(), not_checked=skipped)))

    assert document["wheels"][0]["verdict"] == "pass"
    assert document["summary"]["exit_code"] == 0


def test_findings_about_the_set_count() -> None:
    """Release findings make the run fail and count in the summary."""
    about_the_set = finding("colliding-path", Severity.ERROR, None)
    document = document_of(report(healthy_wheel(), release=SetReport(findings=(about_the_set,))))

    assert document["release_findings"][0]["rule"] == "colliding-path"
    assert document["summary"]["errors"] == 1
    assert document["summary"]["exit_code"] == 1


def test_evidence_keeps_its_order() -> None:
    """A search path is read from its first folder to its last: nothing is sorted, nothing is merged."""
    pairs = [("searched", "sdk/z"), ("searched", "sdk/a"), ("found", "sdk/m"), ("searched", "sdk/z")]
    evidence = tuple(Evidence(label=label, value=value) for label, value in pairs)
    searched = finding("unresolved-dependency", Severity.ERROR, "sdk/x.so", evidence=evidence)
    (said,) = document_of(report(broken_wheel(findings=(searched,))))["wheels"][0]["findings"]

    assert pairs == [(each["label"], each["value"]) for each in said["evidence"]]


def test_report_is_ascii_and_strict() -> None:
    """Names outside ASCII are escaped; a lone surrogate is written out, strict readers refuse it."""
    hostile = finding("bytecode-shipped", Severity.ERROR, "sdk/é\udc80\U0001f600.so")
    text = render(report(broken_wheel(findings=(hostile,))), Detail())

    assert text.isascii()
    assert json.loads(text)["wheels"][0]["findings"][0]["member"] == "sdk/é\\udc80\U0001f600.so"


def test_two_renderings_are_identical() -> None:
    """The same report gives the same bytes."""
    assert render(EVERYTHING, Detail()) == render(EVERYTHING, Detail())
