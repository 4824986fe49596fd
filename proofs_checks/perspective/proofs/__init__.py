"""Claims of the perspective paper in proof form: statements and proofs that the kernel judges."""
