"""The program: `wheelcheck`, and `python -m wheelcheck`."""

from __future__ import annotations

import gc
import sys
from typing import NoReturn

from wheelcheck.errors import INTERRUPTED


def script() -> NoReturn:
    """Run the command line of this process and exit.

    Facts contain no reference cycles and live until the end: garbage collection would only cost time.
    """
    gc.disable()
    try:
        from wheelcheck.cli.main import run

        code = run()
    except KeyboardInterrupt:  # while modules are still being imported
        sys.stderr.write("error: interrupted\n")
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    script()
