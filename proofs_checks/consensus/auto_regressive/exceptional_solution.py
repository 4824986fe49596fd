"""Theorem 4.2 is false for three tokens: an exact solution that stays in D^1_3 and does not converge to consensus.

n = 1, h = 1, time-varying bounded P. With u = exp(-t/(2 sqrt 2)) and z = k u, k = 1/4,

    y_1 = e_1,   y_2 at the angle 2 arctan u,   y_3 at the angle pi + 2 arctan z,
    weights times sqrt 2:   (1),   (1/2, 1/2),   (1/4, (1 + u^2)/(4 + u^2), (8 - u^2)/(4 (4 + u^2))).

1. These tokens and weights solve (6): u' = -u/(2 sqrt 2) by the definition of u, and both sides agree as rational
   functions of u.
2. The weights are softmax weights of P(t) = x N_1 + y N_2, N_1 = y_2^perp (-u, 1), N_2 = y_3 (1, u): y_2^T P (y_2 -
   y_1) = 0, y_3^T P (y_2 - y_1) = A and y_3^T P (y_3 - y_1) = B, the logarithms of the quotients of weights.
3. P is bounded on 0 < u <= 1 (and continuous in t): 0 <= A <= 3 u^2/(4 + u^2) and 0 <= B <= 1, as 0 <= log q <= q - 1
   for q >= 1, so |x| and |y| are bounded, and |N_1|, |N_2| <= sqrt 2.
4. y_3(0) = -(15/17, 8/17) is not -y_1, y_2(0) = e_2 is not -y_1; and as t -> infinity, u and z -> 0, so y_2 -> y_1
   while y_3 -> -y_1.
"""

DOMAIN = (
    "integer(n)",
    "n >= 1",
    "cols(Y) == n + 1",
    "integer(h)",
    "h >= 1",
    "Y[1] != -1*Y[0]",
    "Y[2] != -1*Y[0]",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "dot(Y[2], Y[2]) == 1",
)
EXAMPLE = {"n": 1, "h": 1, "Y": [[1, 0], ["3/5", "4/5"], ["-3/5", "4/5"]]}
