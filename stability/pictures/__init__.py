"""Pictures of what the analyses find; they need the optional extra `pictures` (matplotlib)."""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .curves import curves_figure, curves_svg
    from .phase_diagram import phase_figure, phase_svg
    from .spectra import spectra_figure, spectra_svg
    from .sphere import sphere_figure, sphere_svg

__getattr__, __dir__, __all__ = attach(__name__, __file__)
