"""Folders of a user's machine that a package config may name, as data."""

from __future__ import annotations

import re
from functools import cache

from wheelcheck.policy.data_files import Document, read_document


class HostFolders(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data file."""

    system: tuple[str, ...]
    toolkits: tuple[str, ...]
    empty: tuple[str, ...]
    """Folders that exist on every system, but whose contents do not."""


def is_host_folder(path: str) -> bool:
    """Whether a path is below a folder of the system or of a toolkit, or is one that is always there."""
    return _places().match(f"{path.rstrip('/')}/") is not None


@cache
def _places() -> re.Pattern[str]:
    data = read_document("host_folders.toml", HostFolders)
    below = "|".join(re.escape(each).replace(r"\*", "[^/]*") for each in (*data.system, *data.toolkits))
    exact = "|".join(map(re.escape, data.empty))
    return re.compile(f"(?:{below})/|(?:{exact})/$")
