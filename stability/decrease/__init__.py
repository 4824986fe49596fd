"""Functions that decrease, gains and regions: Lyapunov functions, cascades, hemispheres, basins."""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .basins import basin, cap_rate, consensus_rate, first_entry, opposite_weight
    from .cascade import (
        cascade_entry,
        cascade_slacks,
        cascade_terms,
        cosines,
        earlier_inputs,
        holding_input,
        in_iss_region,
        input_size,
        iss_bound,
    )
    from .circle_cuts import ArcCuts, arc_cuts, least_arc_cut
    from .collapse import least_height_rate, least_product_margin, least_product_rate
    from .dini import active_set, decrease_bound, dini_derivative, height_rates, heights, max_lyapunov
    from .hemispheres import HemisphereDecision, cover_count, dichotomies, hemisphere, hemisphere_probability
    from .interaction import (
        dirac_energy,
        dissipation,
        energy_rate,
        interaction_energy,
        modified_inner,
        ultraspherical_coefficient,
        uniform_energy,
    )
    from .layer_energy import Increment, ascent_bound, energy, energy_increment
    from .lyapunov_search import Counterexample, LyapunovSearch, lyapunov
    from .margins import Margins, iss_dose, iss_lower_bounds, worst_margins
    from .misalignment_function import misalignment
    from .phase_curve import common_product_time, common_product_time_bounds
    from .projection import (
        central_projection,
        greatest_height,
        projected_rate,
        projected_velocity,
        projected_weights,
        spread,
    )
    from .tangents import TangentCascade, deviations, tangent_cascade
    from .tracking import critical_speed, tracking_tangents
    from .wedge import (
        WedgeBracket,
        exceptional_bracket,
        exit_direction,
        exit_polynomial,
        half_angle_point,
        wedge_rates,
        wedge_tokens,
    )

__getattr__, __dir__, __all__ = attach(__name__, __file__)
