"""The mathematics: dynamics, equilibria, Jacobians, spectra, step sizes, Lyapunov functions, trajectories.

    import attnverify.stability as st

What is looked for first is `st.name`; all names of an idea are `st.folder.name`, loaded when first used:

    dynamics        oja_map, attention_map; AttentionLayer (enclosed); Flow (on an ellipsoid), SphereFlow (with beta)
    equilibria      consensus, bipartite, polygon, simplex; equilibria (a search); analyse (one system, certified)
    linear theory   linearise, jacobian, spectrum, step_size_bound, Stability
    decrease        energy, misalignment, lyapunov, dini_derivative, hemisphere, basin
    motion          trajectory, limits; enclose_map, enclose_flow (rigorous); simulate and sweep (many systems)
    random data     draws (a folder)

    models          discrete maps, flows on ellipsoids, spheres and the circle, matrices that depend on time
    states          equilibria: constructors, searches, certified existence
    linearisation   Jacobians, their reduction by symmetry, spectra and step sizes, exact or enclosed
    decrease        functions that decrease or grow, gains and regions: energies, cascades, hemispheres, basins
    motion          trajectories, floating-point and rigorous, and where they end
    batches         many systems at once: fast steps, statistics, certified limits, simulations, sweeps
    fast            what evaluates the same faster, compared with the definitions
    draws           random tokens and matrices
    strategies      the same for property searches with hypothesis
    analyses        all structured equilibria of one system of a user, with certified verdicts
    pictures        spectra, curves, tokens on the sphere, as SVG
    transformers    models on disk: layers, spectra, alignment, loops, steering
    numbers, log_numbers, float_balls   the number types: floats, symbols, rationals, balls; exact logarithms

One table of symbols, and one order of arguments, that of the table's rows: tokens, weights, logit matrix, value matrix,
eigenvalues and numbers of tokens, and the step size after them; what may be left out comes last. Tokens are rows.

| symbol | meaning | shape |
| --- | --- | --- |
| N, d, H | tokens, model dimension, heads | integers |
| X, D | tokens x_i of a map, perturbation of the tokens | (..., N, d) |
| Y | tokens y_i of a flow; tokens of a map after the step, before normalisation | (..., N, d) |
| A | attention weights; rows sum to 1 in the maps, to 1/sqrt(d) in the flows | (..., N, N) or (..., H, N, N) |
| P | logit matrix (logit of i on j is x_i^T P x_j); in a flow constant, or t -> matrix | (d, d) or (H, d, d) |
| V, U | value matrix of a map, of a flow | (d, d) or (H, d, d) |
| W | metric of the ellipsoid {y : y^T W y = 1}; None for the sphere | (d, d) |
| alpha | step size of a map | scalar |
| tau | step of the map of a flow: alpha is tau/sqrt(d) on the sphere | scalar |
| counts | multiplicities of representative tokens | (m,) |
| lambda_1 > lambda_2 >= ... | eigenvalues of V, or of the sum of the heads | scalars |
| c_i | factor with y_i = c_i x_i at a state on one line; height v^T y_i in a hemisphere | scalars |
| v | eigenvector of V, pole of a hemisphere | (d,) |
| p, q, E | tokens at +v_k and -v_k, e^(2 v_k^T P v_k) | scalars |

For flows on the sphere and the circle (`models.sphere_flow`, `models.circle`), P = Q^T K:

| symbol | meaning | shape |
| --- | --- | --- |
| beta | inverse temperature, of either sign | scalar |
| masses | of the atoms of a measure, with sum 1 | (N,) |
| theta | angles of tokens on the circle | (..., n) |
| Z_i | partition function sum_k exp(beta x_i^T P x_k) | (..., N) |

"Consensus is all you get" writes alpha for the weights A, and n + 1 for d.
"""

from typing import TYPE_CHECKING

from .reading import attach

if TYPE_CHECKING:
    from . import (
        analyses, batches, blas_threads, decrease, draws, fast, float_balls, linearisation, log_numbers, models, motion,
        numbers, pictures, states, strategies, transformers,
    )  # fmt: skip
    from .analyses.analysis import analyse
    from .analyses.consensus_analysis import step_size_bound
    from .batches.simulation import simulate
    from .batches.sweeps import sweep
    from .decrease.basins import basin
    from .decrease.dini import dini_derivative
    from .decrease.energies import energy, misalignment
    from .decrease.hemispheres import hemisphere
    from .decrease.lyapunov_search import lyapunov
    from .linearisation.exact_spectrum import spectrum
    from .linearisation.own_dynamics import jacobian, linearise
    from .linearisation.spectral_verdicts import Stability
    from .models.flow import Flow
    from .models.maps import attention_map, oja_map
    from .models.sphere_flow import SphereFlow
    from .motion.ball_flow import enclose_flow
    from .motion.ball_map import AttentionLayer, enclose_map
    from .motion.sampled_limits import limits
    from .motion.trajectories import trajectory
    from .states.clusters import equilibria
    from .states.equilibrium import bipartite, consensus
    from .states.polygonal import polygon, simplex

# Names are listed once, here and in the folders: listing claims needs neither NumPy nor SymPy.
__getattr__, __dir__, __all__ = attach(__name__, __file__)
