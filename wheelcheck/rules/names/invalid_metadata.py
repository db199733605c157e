"""METADATA that an index would reject, or that has a requirement that does not parse.

## What it checks
METADATA exists, is UTF-8, and each of its fields has a valid value: version, name, requirements, markers,
`Requires-Python`, licence expression, content type, one-line summary. Fields newer than the stated
Metadata-Version are allowed: many healthy wheels have them.

## Why it matters
The index rejects the upload. From a private index the wheel does install, but a requirement that does not
parse makes installers skip the wheel or stop.

## How to fix
Each finding names the field. Typical causes: `>=1.0.*` (write `>=1.0`), a space in place of a comma
between bounds, a marker without quotes, a summary of several lines, a licence text in place of the
expression.

## When to ignore
A direct reference (`pkg @ https://…`, a warning) in a wheel that never goes to a public index.

## References
- Core metadata specifications
- Dependency specifiers (PEP 508), version specifiers (PEP 440)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import metadata_headers, metadata_values, parse_requirement

_REQUIRED = ("metadata_version", "name", "version")
_SINGLE = ("Metadata-Version", "Name", "Version", "Requires-Python", "Summary", "License-Expression")
_SERIES = re.compile(r"[12]\.\d+")
_HINT = "correct the field where the build backend reads it, such as in pyproject.toml"


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def invalid_metadata(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem for each field."""
    member = f"{subject.wheel.dist_info}/METADATA"
    data = subject.wheel.texts.get(member)
    if data is None:
        if member in subject.wheel.unread:
            yield NotChecked(reason=f"{member!r} could not be read")
            return
        said = f"the wheel has no {member!r}"
        yield Problem(subject="METADATA", message=said, hint="build the wheel with a PEP 517 backend")
        return
    yield from _text_problems(subject, data, member)
    yield from _requirement_problems(subject, member)
    yield from _field_problems(data, member)


def _text_problems(subject: Subject, data: bytes, member: str) -> Iterator[Problem]:
    try:
        data.decode()
    except UnicodeDecodeError as exc:
        said = f"METADATA is not UTF-8 at byte {exc.start}"
        yield Problem(subject="METADATA", message=said, hint="write METADATA in UTF-8", member=member)
    broken = next((header.value for header in metadata_headers(subject.wheel) if not header.key), None)
    if broken is not None:
        yield Problem(
            subject=broken[:60],
            message=f"METADATA has a line that is not 'Key: value'; parsers stop there: {broken[:60]!r}",
            hint="indent the continuation lines of a multi-line value",
            member=member,
        )
    for field in _SINGLE:
        values = metadata_values(subject.wheel, field)
        if len(values) > 1:
            said = f"METADATA has {len(values):,} {field} fields, expected 1: {', '.join(map(repr, values))}"
            yield Problem(subject=field, message=said, hint="write the field once", member=member)


def _requirement_problems(subject: Subject, member: str) -> Iterator[Problem]:
    for value in dict.fromkeys(metadata_values(subject.wheel, "Requires-Dist")):
        requirement = parse_requirement(value)
        if isinstance(requirement, str):
            said = f"Requires-Dist {value!r} does not parse: {requirement}"
            hint = "write it as PEP 508 specifies, such as 'numpy>=1.0,<2'"
            yield Problem(subject=value, message=said, hint=hint, member=member)
        elif requirement.url:
            yield Problem(
                subject=value,
                message=f"Requires-Dist {value!r} is a direct reference, which PyPI rejects",
                hint="require a version from an index instead",
                member=member,
                severity=Severity.WARNING,
            )


def _field_problems(data: bytes, member: str) -> Iterator[Problem | NotChecked]:
    from packaging.metadata import InvalidMetadata, Metadata, parse_email

    raw, unparsed = parse_email(data)
    metadata = Metadata.from_raw(raw, validate=False)
    stated = raw.get("metadata_version", "")
    # Checked above: requirements and repeated fields. License-File has rules only from 2.4 on.
    skipped = {"requires_dist", *(key.replace("-", "_") for key in unparsed)}
    if [int(number) for number in re.findall(r"\d+", stated)] < [2, 4]:
        skipped.add("license_files")
    for field in dict.fromkeys((*_REQUIRED, *raw)):
        if field in skipped:
            continue
        try:
            getattr(metadata, field)
        except InvalidMetadata as exc:
            if field == "metadata_version" and _SERIES.fullmatch(stated):
                if stated != "2.0":
                    yield NotChecked(reason=f"Metadata-Version {stated!r} is unknown", member=member)
                continue
            said = f"{exc.field}: {exc}".partition("\n")[0]
            yield Problem(subject=exc.field, message=f"METADATA field {said}", hint=_HINT, member=member)
