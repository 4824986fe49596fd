"""Pictures that illustrate claims: who draws them is registered here, and drawing them as SVG that a page can hold.

A paper registers its pictures in a module that is imported with its claims. A picture is an illustration, never
evidence. It is optional: without matplotlib a report is made without pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[[], "Figure"]

# Matplotlib draws lines and text in this colour, which a page replaces by that of its own text, in light and in dark.
_INK = "#010203"
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10, "mathtext.fontset": "dejavusans",
    "axes.edgecolor": _INK, "axes.labelcolor": _INK, "text.color": _INK, "xtick.color": _INK, "ytick.color": _INK,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
}  # fmt: skip


class PictureError(RuntimeError):
    """A registered picture could not be drawn; one line names the claim, the function and what it raised."""


@dataclass(frozen=True)
class Picture:
    """A picture of some claims.

    claims : their ids.
    caption : what is drawn, with the parameters and the seed, if anything was drawn at random.
    description : the same for a reader who does not see it: what the picture shows.
    draw : a function without arguments that returns a matplotlib Figure; anybody may call it.
    """

    claims: tuple[str, ...]
    caption: str
    description: str
    draw: Draw


_PICTURES: list[Picture] = []


def picture(*claims: str, caption: str, description: str) -> Callable[[Draw], Draw]:
    """Register the decorated function as a picture of `claims`, drawn on their pages in the order of registration.

    The function takes no arguments and returns a `matplotlib.figure.Figure`, made without pyplot. It imports matplotlib
    inside, so that listing claims stays instant.

    Raises ValueError when no claim, no caption or no description is given.
    """
    if not claims or not caption.strip() or not description.strip():
        raise ValueError("a picture needs at least one claim, a caption and a description")

    def register(draw: Draw) -> Draw:
        _PICTURES.append(Picture(claims, caption, description, draw))
        return draw

    return register


def registered() -> list[Picture]:
    """All pictures, in the order of registration."""
    return list(_PICTURES)


def available() -> bool:
    """Whether pictures can be drawn here, that is, whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def svg(item: Picture) -> str:
    """The picture as an SVG element: text stays text, the same for every run, without a date."""
    from matplotlib import rc_context

    out = StringIO()
    try:
        with rc_context({**_STYLE, "svg.hashsalt": f"{item.claims[0]} {item.draw.__name__}"}):
            item.draw().savefig(out, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
    except Exception as error:
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise PictureError(f"the picture {item.draw.__name__} of {item.claims[0]} cannot be drawn: {said}") from error
    element = out.getvalue()
    element = element[element.index("<svg") :].replace(_INK, "currentColor")
    element = re.sub(r"<metadata>.*?</metadata>\s*", "", element, flags=re.DOTALL).strip()
    element = re.sub(r"(\.\d)\d+", r"\1", re.sub(r">\s+<", "><", element))  # no screen shows more
    return re.sub(r' d="[^"]*"', lambda path: re.sub(r"\s*([A-Zz\"])\s*", r"\1", path[0]), element)


def drawn(
    pictures: Iterable[Picture], ids: Iterable[str], draw: Callable[[Picture], str] = svg
) -> dict[str, list[tuple[Picture, str]]]:
    """For each of the claims `ids` that has pictures: the pictures with their SVG.

    draw : `svg`, or what knows the SVG of before.

    Each is drawn once, however many claims show it. Raises PictureError.
    """
    wanted = set(ids)
    found: dict[str, list[tuple[Picture, str]]] = {}
    for item in pictures:
        shown = [id for id in item.claims if id in wanted]
        if shown:
            image = draw(item)
            for id in shown:
                found.setdefault(id, []).append((item, image))
    return found
