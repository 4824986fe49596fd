"""Draws the pictures of the README from the registered ones, on a ground of their own: `make picture`.

A page of a repository shows it as an image, which knows nothing of the page's colours.
"""

import sys
from pathlib import Path

from attnverify.proofs_checks.consensus.theorem_pictures import opposite_to_the_first
from attnverify.proofs_checks.power_method.pictures import bipartite_region
from attnverify.verify.report.pictures import Draw, registered, svg

HERE = Path(__file__).parent
PICTURES = {HERE / "counter_trajectory.svg": opposite_to_the_first, HERE / "bipartite_region.svg": bipartite_region}
_COLOURS = """<style>
svg { color: #1d1f23; background: #fdfcfa; border-radius: 6px; }
@media (prefers-color-scheme: dark) { svg { color: #e4e2dd; background: #16181b; } }
</style>"""


def picture(draw: Draw) -> str:
    """A registered picture as an SVG file."""
    (item,) = (item for item in registered() if item.draw is draw)
    start, rest = svg(item).split(">", 1)
    return f"{start}>\n{_COLOURS}{rest}\n"


if __name__ == "__main__":
    for file, draw in PICTURES.items():
        file.write_text(picture(draw), encoding="utf-8")
        sys.stdout.write(f"{file}\n")
