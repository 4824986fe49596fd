"""The mathematics: dynamics, equilibria, Jacobians, spectra, step sizes, Lyapunov functions, trajectories.

    numbers, log_numbers   the number types: floats, symbols, rationals, balls, power series; exact logarithms
    models/                discrete maps, flows on ellipsoids, spheres and the circle, matrices that depend on time
    layers/                layer matrices, layer normalisation, indicators, steering
    states/                equilibria: constructors, searches, certified existence
    linearisation/         Jacobians, their reduction by symmetry, spectra and step sizes, exact or enclosed
    decrease/              functions that decrease or grow, gains and regions: energies, cascades, hemispheres, basins
    motion/                trajectories, floating-point and rigorous, and where they end
    batches/               many systems at once: fast steps, statistics, certified limits, simulations, sweeps
    sampling/              strategies for property searches, exact random instances
    analyses/              all structured equilibria of one system of a user, with certified verdicts
    pictures/              spectra, curves, tokens on the sphere, as SVG
    transformers/          models on disk: layers, spectra, alignment, loops, steering; imported from its modules

Every public name of the other folders is `stability.name`, whatever folder it is in.

One table of symbols for the whole package (tokens are rows):

| symbol | meaning | shape |
| --- | --- | --- |
| N, d, H | tokens, model dimension, heads | integers |
| X, D | tokens x_i, perturbation of the tokens | (..., N, d) |
| counts | multiplicities of representative tokens | (m,) |
| V, P | value matrix, logit matrix (logit of i on j is x_i^T P x_j) | (d, d) or (H, d, d) |
| A | row-stochastic attention weights | (..., N, N) or (..., H, N, N) |
| alpha | step size | scalar |
| Y | tokens after the step, before normalisation | (..., N, d) |
| lambda_1 > lambda_2 >= ... | eigenvalues of V, or of the sum of the heads | scalars |
| c_i | factor with y_i = c_i x_i at a state on one line | scalars |
| p, q, E | tokens at +v_k and -v_k, e^(2 v_k^T P v_k) | scalars |

For flows and maps on the ellipsoid {y : y^T W y = 1} (`models.flow`), n + 1 = d:

| symbol | meaning | shape |
| --- | --- | --- |
| Y, W | tokens y_i, metric (None for the sphere) | (..., N, d), (d, d) |
| P, U | logit and value matrices, constant or t -> matrices | (H, d, d) |
| alpha | attention weights whose rows sum to 1/sqrt(d) | (..., H, N, N) |
| v, c_i | pole of a hemisphere, height v^T y_i | (d,), (..., N) |
| tau | step of the map | scalar |

For flows on the sphere and the circle (`models.sphere_flow`, `models.circle`), P = Q^T K:

| symbol | meaning | shape |
| --- | --- | --- |
| beta | inverse temperature, of either sign | scalar |
| masses | of the atoms of a measure, with sum 1 | (N,) |
| theta | angles of tokens on the circle | (..., n) |
| Z_i | partition function sum_k exp(beta x_i^T P x_k) | (..., N) |
"""

from lazy_loader import attach_stub

# Names are listed once, in __init__.pyi, and loaded at first use: listing claims needs neither NumPy nor SymPy.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
