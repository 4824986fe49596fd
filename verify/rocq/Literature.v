(* Theorems of the literature: named axioms. *)
From Attn Require Import Statements.

Axiom uniform_law : says_uniform_law.
Axiom normal_law : says_normal_law.
Axiom equal_tokens : says_equal_tokens.
Axiom equal_tokens_any_matrix : says_equal_tokens_any_matrix.
Axiom triangular : says_triangular.
Axiom two_groups : says_two_groups.
Axiom symmetric_derivative : says_symmetric_derivative.
Axiom indirect_method_stable : says_indirect_method_stable.
Axiom indirect_method_unstable : says_indirect_method_unstable.
Axiom strict_saddles : says_strict_saddles.
Axiom strict_saddles_one_limit : says_strict_saddles_one_limit.
Axiom strict_saddles_maps : says_strict_saddles_maps.
Axiom normal_pair : says_normal_pair.
Axiom Wendel : says_Wendel.
