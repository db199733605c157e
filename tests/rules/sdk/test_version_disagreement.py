"""version-disagreement."""

from __future__ import annotations

import pytest

from tests.support.facts import make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.sdk.version_disagreement import version_disagreement
from wheelcheck.wheel.model import Wheel


def wheel_of(path: str, text: str, version: str = "1.5.1") -> Wheel:
    return make_wheel(version=version, files={path: text})


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pair/version.py", '__version__ = "1.5.0"\n'),
        ("pair/_version.py", "__version__ = version = '1.4'\n"),
        ("pair/__init__.py", 'import x\n\n__version__: str = "2.0"  # release\n'),
        ("pair/__init__.py", 'API_VERSION = "1.5"\nBUILD = "1.5.1"\n__version__ = "2.2.8"\n'),
    ],
)
def test_constant_of_another_release_is_an_error(path: str, text: str) -> None:
    """In the package's own modules."""
    found = problems(run(version_disagreement, wheel_of(path, text)))

    assert {Severity.ERROR} == {each.severity for each in found}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pair/version.py", '__version__ = "1.5.1+cu126"\n'),
        ("pair/version.py", '__version__ = "1.5.1.dev3"\n'),
        ("pair/version.py", '__version__ = "1.5.1.1042"\n'),
        ("pair/version.py", "__version__ = compute()\n"),
        ("pair/__init__.py", 'VERSION_STRING = "1.5.1"\n__version__ = "2.2.8"\n'),
        ("pair/version.py", '__version__ = "unknown"\n'),
        ("pair/version.py", 'try:\n    __version__ = read()\nexcept E:\n    pass\n__version__ = "0"\n'),
        ("pair/sub/version.py", '__version__ = "1.0"\n'),
        ("bundled/version.py", '__version__ = "1.0"\n'),
        ("pair/__init__.py", 'version = "1.0"\n'),
        ("pair/lib/pkgconfig/zlib.pc", "Version: 1.3\n"),
        ("pair/lib/pkgconfig/pair.pc", "Version: 1.5\n"),
    ],
)
def test_same_release_computed_and_foreign_values_are_not(path: str, text: str) -> None:
    """Local, development and build parts do not count."""
    assert [] == run(version_disagreement, wheel_of(path, text))


def test_config_of_the_own_name_is_a_warning_and_an_error_when_declared() -> None:
    """As `find_package` would read it."""
    files = {
        "pair/lib/cmake/pair/pair-config.cmake": "",
        "pair/lib/cmake/pair/pair-config-version.cmake": 'set(PACKAGE_VERSION "1.4.0")\n',
    }
    wheel = make_wheel(version="1.5.1", files=files)
    declared = make_subject(wheel, {"packages": {"pair": {}}})

    assert [None] == [each.severity for each in problems(run(version_disagreement, wheel))]
    assert [Severity.ERROR] == [each.severity for each in problems(run(version_disagreement, declared))]


def test_file_name_speaks_only_where_metadata_does_not() -> None:
    """A file that was renamed has a finding of its own."""
    files = {
        "pair/version.py": '__version__ = "1.5.1"\n',
        "pair-1.5.2.dist-info/METADATA": "Version: 1.5.1\n",
    }
    renamed = make_wheel(version="1.5.2", files=files)
    unwritten = wheel_of("pair/version.py", files["pair/version.py"], "1.5.2")
    (found,) = problems(run(version_disagreement, unwritten))

    assert [] == run(version_disagreement, renamed)
    assert "has '1.5.2'" in found.message


CONFIG = "pair/lib/cmake/pair/pairConfig.cmake"
HEADER = "pair/include/pair/version.h"


@pytest.mark.parametrize(
    ("header", "severity"),
    [
        ('#define PAIR_VERSION "3.2.1"\n', Severity.NOTE),
        ("#define PAIR_VERSION_MAJOR 3\n#define PAIR_VERSION_MINOR 2\n", Severity.NOTE),
        ('#define PAIR_VERSION "1.5.1"\n', None),
        ('#define OTHER_VERSION "3.2.1"\n', None),
        ("#define PAIR_VERSION_MAJOR 3\n", None),
    ],
)
def test_header_may_state_the_configs_version(header: str, severity: Severity | None) -> None:
    """The library has releases of its own then."""
    version = CONFIG.replace("Config", "ConfigVersion")
    files = {CONFIG: "", version: "set(PACKAGE_VERSION 3.2.1)\n", HEADER: header}
    wheel = make_wheel(version="1.5.1", files=files)
    (problem,) = problems(run(version_disagreement, wheel))

    assert severity == problem.severity
    assert (HEADER in problem.message) == (severity is Severity.NOTE)
    (declared,) = problems(run(version_disagreement, make_subject(wheel, {"packages": {"pair": {}}})))
    assert Severity.ERROR is declared.severity
