"""Section 5.1.3: the spectrum of the printed value matrix U, exactly.

A cubic that changes its sign on three disjoint intervals has exactly one root in each, and they are simple.
"""

ROOTS = (("-1.4210439", "-1.4210438"), ("-0.0192557", "-0.0192556"), ("0.4402995", "0.4402996"))
