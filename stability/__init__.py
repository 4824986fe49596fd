"""The mathematics: maps, equilibria, Jacobians, spectra and step sizes of self-attention dynamics.

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
"""

from lazy_loader import attach_stub

# Names are listed once, in __init__.pyi, and loaded at first use: listing claims needs neither NumPy nor SymPy.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
