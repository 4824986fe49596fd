from .curves import curves_figure as curves_figure
from .curves import curves_svg as curves_svg
from .phase_diagram import phase_figure as phase_figure
from .phase_diagram import phase_svg as phase_svg
from .spectra import spectra_figure as spectra_figure
from .spectra import spectra_svg as spectra_svg
from .sphere import sphere_figure as sphere_figure
from .sphere import sphere_svg as sphere_svg
