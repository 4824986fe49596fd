"""Draws the picture of the README from the registered one, on a ground of its own: `make picture`.

A page of a repository shows it as an image, which knows nothing of the page's colours.
"""

import sys
from pathlib import Path

from proofs_checks.power_method.pictures import bipartite_region
from verify.report.pictures import registered, svg

FILE = Path(__file__).with_name("bipartite_region.svg")
_COLOURS = """<style>
svg { color: #1d1f23; background: #fdfcfa; border-radius: 6px; }
@media (prefers-color-scheme: dark) { svg { color: #e4e2dd; background: #16181b; } }
</style>"""


def picture() -> str:
    """The stability region of bipartite consensus as an SVG file."""
    (item,) = (item for item in registered() if item.draw is bipartite_region)
    start, rest = svg(item).split(">", 1)
    return f"{start}>\n{_COLOURS}{rest}\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
    sys.stdout.write(f"{FILE}\n")
