"""Jacobians, their reduction by symmetry, spectra and step sizes, exact or enclosed."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .derivatives import (
        Derivative, ambient_jacobian, attention_blocks, attention_derivative, attention_jacobian, causal_spectrum,
        leading_eigenvalues, normalised_derivative, oja_derivative, tangent_basis, tangent_jacobian, weights_derivative,
    )  # fmt: skip
    from .exact_spectrum import Eigenline, Eigenlines, Eigenvalue, ValueSpectrum, spectrum, unit_direction
    from .linearised import Linearisation, Part
    from .own_dynamics import jacobian, linearise
    from .spectra import (
        CausalToken, Mode, bipartite_modes, complex_consensus_bound, consensus_bound, consensus_modes,
        schur_cohn_slacks, sign_pattern,
    )  # fmt: skip
    from .spectral_verdicts import Side, Stability, Verdict
    from .symbolic import NoDerivativeError

__getattr__, __dir__, __all__ = attach(__name__, __file__)
