(* Theorems of the literature: named axioms. *)
From Attn Require Import Statements.

Axiom uniform_law : says_uniform_law.
Axiom normal_law : says_normal_law.
Axiom limit_of_a_bounded_length : says_limit_of_a_bounded_length.
Axiom limit_point : says_limit_point.
Axiom inverse : says_inverse.
Axiom some_bound : says_some_bound.
Axiom fewer_dimensions : says_fewer_dimensions.
Axiom spectral_gap : says_spectral_gap.
Axiom Rayleigh : says_Rayleigh.
Axiom equal_tokens : says_equal_tokens.
Axiom equal_tokens_any_matrix : says_equal_tokens_any_matrix.
Axiom triangular : says_triangular.
Axiom two_groups : says_two_groups.
Axiom symmetric_derivative : says_symmetric_derivative.
Axiom indirect_method_stable : says_indirect_method_stable.
Axiom indirect_method_unstable : says_indirect_method_unstable.
Axiom circle_of_period_two : says_circle_of_period_two.
Axiom strict_saddles : says_strict_saddles.
Axiom strict_saddles_one_limit : says_strict_saddles_one_limit.
Axiom strict_saddles_maps : says_strict_saddles_maps.
Axiom normal_pair : says_normal_pair.
Axiom Wendel : says_Wendel.
