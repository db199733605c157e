"""Audit wheels that ship native code: `audit` with `Options`, `load_contract`, and what they return.

Everything but the version is imported on first use, to keep `import wheelcheck` cheap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wheelcheck._version import __version__ as __version__

if TYPE_CHECKING:
    from wheelcheck.engine import Options as Options
    from wheelcheck.engine import audit as audit
    from wheelcheck.engine import load_contract as load_contract
    from wheelcheck.model import Finding as Finding
    from wheelcheck.model import Severity as Severity
    from wheelcheck.report import Report as Report

_HOMES = {
    "Finding": "wheelcheck.model",
    "Options": "wheelcheck.engine",
    "Report": "wheelcheck.report",
    "Severity": "wheelcheck.model",
    "audit": "wheelcheck.engine",
    "load_contract": "wheelcheck.engine",
}


def __getattr__(name: str) -> Any:
    """Import a public name from the module that defines it (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wheelcheck' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return ["__version__", *_HOMES]
