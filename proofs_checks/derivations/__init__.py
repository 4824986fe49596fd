"""What SymPy derives from the definitions of the maps and flows, beside the formulas of the papers.

One module an equilibrium: `consensus`, `bipartite`, `polygonal`, `clusters`, from the Jacobian over the eigenvalues
with their multiplicities to the bound on the step size. One module a Lyapunov function: `dini` (the largest height),
`energy`, `tracking` (input-to-state stability) and `hemisphere`. No verdict rests on them: the kernel judges the
texts. They show where the formulas in the texts come from, and `tests/proofs_checks/test_derivations.py` runs them on
what hypothesis draws, each beside a wrong formula that must fail.
"""
