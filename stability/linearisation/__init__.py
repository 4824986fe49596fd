"""Jacobians, their reduction by symmetry, spectra and step sizes, exact or enclosed."""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .assembly import attention_blocks, attention_jacobian, causal_spectrum, leading_eigenvalues
    from .causal import CausalToken, sign_pattern
    from .derivatives import (
        Derivative,
        ambient_jacobian,
        attention_derivative,
        normalised_derivative,
        oja_derivative,
        tangent_basis,
        tangent_jacobian,
        weights_derivative,
    )
    from .eigenlines import Eigenline, Eigenlines, unit_direction
    from .exact_spectrum import Eigenvalue, ValueSpectrum, spectrum
    from .inertia import (
        Inertia,
        UndecidedSignError,
        collective_matrix,
        inertia_of,
        moving_part,
        second_moment,
        unstable_directions,
    )
    from .linearised import Linearisation, Part
    from .own_dynamics import jacobian, linearise
    from .spectra import Mode, bipartite_modes, consensus_modes
    from .spectral_verdicts import Verdict
    from .step_size import complex_consensus_bound, consensus_bound, schur_cohn_slacks
    from .symbolic import NoDerivativeError
    from .unit_disc import Side, Stability

__getattr__, __dir__, __all__ = attach(__name__, __file__)
