"""Section 4.2: the auto-regressive model with a symmetric value matrix, Theorem 4.5 and Remark 4.7, and beyond."""
