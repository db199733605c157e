"""How to install what the probe needs, as its messages say it; README, "Install", says it for the pages."""

from __future__ import annotations

WHERE = "where SOURCE is a checkout of wheelcheck or an archive of one, such as ./wheelcheck"
"""The index does not have wheelcheck yet, so its name alone installs nothing."""

INSTALL_EXTRA = f"install the extra 'probe' with: pip install 'SOURCE[probe]', {WHERE}"
