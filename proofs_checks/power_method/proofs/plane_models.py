"""Section 2.1.2, case 2: a complex pair, its plane, and the components of a vector inside and outside the plane.

la and lb are the real and imaginary part of the left eigenvector: inside(x) is the projection onto the plane of a and b
along the other invariant subspace, outside(x) the one onto that.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part

PLANE: Part = {
    "letters": ["F: matrix; a, b, la, lb: vector; sigma, omega: number"],
    "where": ["inside(u) := dot(la, u)*a + dot(lb, u)*b", "outside(u) := u - inside(u)"],
    "given": [
        "omega != 0",
        "F(a) == sigma*a - omega*b",
        "F(b) == omega*a + sigma*b",
        "dot(la, a) == 1",
        "dot(la, b) == 0",
        "dot(lb, a) == 0",
        "dot(lb, b) == 1",
        "forall u in vector: dot(la, F(u)) == sigma*dot(la, u) + omega*dot(lb, u)",
        "forall u in vector: dot(lb, F(u)) == sigma*dot(lb, u) - omega*dot(la, u)",
    ],
}
"""F(a + ib) = (sigma + i omega)(a + ib), and the same of la and lb from the left."""


def others(image: str, bound: str, matrix: str = "U") -> Part:
    """A bound of the eigenvalues re + i im outside the plane.

    They are those of `matrix` with the images `image`, which on the plane multiplies by a number within the bound.
    """
    return {
        "letters": [f"{matrix}: matrix"],
        "given": [
            f"forall u in vector: {matrix}(u) == {image}",
            f"forall re in number, im in number: other_eigenvalue({matrix}, a, re, im) => {bound}",
        ],
    }
