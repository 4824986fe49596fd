"""Claims of the consensus paper in proof form: statements and proofs that the kernel judges."""
