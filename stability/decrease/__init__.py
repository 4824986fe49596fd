"""Functions that decrease, gains and regions: Lyapunov functions, cascades, hemispheres, basins."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .basins import basin, cap_rate, first_entry, opposite_weight
    from .cascade import (
        TangentCascade, cascade_slacks, cascade_terms, cosines, critical_speed, deviations, earlier_inputs,
        in_iss_region, input_size, iss_bound, tangent_cascade, tracking_tangents,
    )  # fmt: skip
    from .circle_cuts import ArcCuts, arc_cuts, least_arc_cut
    from .collapse import (
        central_projection, common_product_time, greatest_height, least_product_margin, least_product_rate,
        projected_rate, spread,
    )  # fmt: skip
    from .dini import active_set, decrease_bound, dini_derivative, height_rates, heights, max_lyapunov
    from .energies import (
        Increment, ascent_bound, dirac_energy, dissipation, energy, energy_increment, energy_rate, interaction_energy,
        misalignment, ultraspherical_coefficient, uniform_energy,
    )  # fmt: skip
    from .hemispheres import HemisphereDecision, cover_count, hemisphere, hemisphere_probability
    from .lyapunov_search import Counterexample, LyapunovSearch, lyapunov
    from .margins import Margins, worst_margins
    from .wedge import half_angle_point, wedge_tokens

__getattr__, __dir__, __all__ = attach(__name__, __file__)
