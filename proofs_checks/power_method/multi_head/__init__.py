"""Theorem 1 and Supplement D.4.1: several heads, and what is known of one."""
