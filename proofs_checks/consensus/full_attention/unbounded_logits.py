"""CON-H.3, CON-H.4: Theorem 3.2 without boundedness, and without uniform continuity, of P.

Unbounded P. Two tokens of the circle with P(t) = kappa t I, uniformly continuous: g = y_1^T y_2 obeys g' = 2 alpha_12
(1 - g^2), so (artanh g)' = 2 alpha_12. As long as g <= 1/2, alpha_12 <= e^(-kappa t/2)/sqrt(2), whose integral is
sqrt(2)/kappa; so artanh g(t) <= artanh g(0) + 2 sqrt(2)/kappa < artanh(1/2) for g(0) = 0, kappa = 8, and g never
reaches 1/2.

Any P. With a(t) = sum_h e^(-2 M_h(t))/(l sqrt(n+1)) in place of a, the proof of CON-B1 gives diam q(t) <= diam q(0)
exp(-(m_0/C) l int a): consensus whenever that integral diverges.
"""

from attnverify.proofs_checks.consensus import PAPER
from attnverify.verify.claim import Source

HYPOTHESES = Source(PAPER, "Assumption 3.1 (necessity)")
