"""Pictures of what the analyses find; they need the optional extra `pictures` (matplotlib)."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .figures import (
        curves_figure, curves_svg, phase_figure, phase_svg, spectra_figure, spectra_svg, sphere_figure, sphere_svg,
    )  # fmt: skip

__getattr__, __dir__, __all__ = attach(__name__, __file__)
