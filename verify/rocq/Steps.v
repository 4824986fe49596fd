(* What exported derivations use: the schemas, and tactics for the two steps of arithmetic; they search for nothing. *)
From Attn Require Export Meaning Sums Vectors.
From Attn Require Words Schemas Theorems Literature.

Definition some_outcome : outcome := exist _ 0 (conj (Rle_refl 0) Rle_0_1).
(* the normal form of the core: dot and lin are linear, dot is symmetric *)
Lemma dot_null_l {V : space} (u : vector V) : dot zeroV u = 0. Proof. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Lemma dot_null_r {V : space} (u : vector V) : dot u zeroV = 0. Proof. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Lemma lin_null {V F : space} (U : linear V F) : lin U zeroV = zeroV.
Proof. apply vector_eq. intro c. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Section Sums.
Context {I : index} (A : I -> Prop).
Lemma sum_of_sums (e f : I -> R) : sum A (fun x => e x + f x) = sum A e + sum A f. Proof. apply Sum_plus. Qed.
Lemma sum_of_multiples k (e : I -> R) : sum A (fun x => k * e x) = k * sum A e. Proof. apply Sum_scale. Qed.
Lemma sum_of_multiples_r k (e : I -> R) : sum A (fun x => e x * k) = sum A e * k. Proof. apply Sum_scale_r. Qed.
Lemma sum_same (e f : I -> R) : (forall x, e x = f x) -> sum A e = sum A f. Proof. intro h. apply Sum_eq. auto. Qed.
Lemma dot_sum_r {V : space} (u : vector V) (e : I -> vector V) : dot u (sumV A e) = sum A (fun x => dot u (e x)).
Proof. unfold dot, sumV, sum. rewrite Sum_swap. apply Sum_eq. intros. rewrite <- Sum_scale. reflexivity. Qed.
Lemma dot_sum_l {V : space} (u : vector V) (e : I -> vector V) : dot (sumV A e) u = sum A (fun x => dot (e x) u).
Proof. rewrite dot_sym, dot_sum_r. apply sum_same. intro. apply dot_sym. Qed.
Lemma lin_sum {V F : space} (U : linear V F) (e : I -> vector V) : lin U (sumV A e) = sumV A (fun x => lin U (e x)).
Proof. apply vector_eq. intro c. unfold lin, sumV, sum. rewrite Sum_swap. apply Sum_eq. intros. rewrite <- Sum_scale. reflexivity. Qed.
End Sums.
Ltac sums := repeat first [rewrite sum_of_sums | rewrite sum_of_multiples | rewrite sum_of_multiples_r].
Ltac flat := repeat first
  [ rewrite dot_sum_l | rewrite dot_sum_r | rewrite lin_sum | rewrite dot_null_l | rewrite dot_null_r | rewrite lin_null | rewrite dot_add_l | rewrite dot_add_r | rewrite dot_scale_l | rewrite dot_scale_r | rewrite lin_add | rewrite lin_scale ].
Ltac symmetric := repeat match goal with
  | |- context [dot ?a ?b] => lazymatch a with b => fail | _ => match goal with |- context [dot b a] => rewrite (dot_sym b a) end end end.
Ltac polynomials := cbv beta; flat; symmetric; first [reflexivity | ring].
Ltac number := first
  [ reflexivity | polynomials | cbv beta; flat; sums; symmetric; ring | apply sum_same; let x := fresh in intro x; number ].
Ltac normal := first
  [ number
  | apply vector_eq; let c := fresh in intro c; flat; unfold addV, scaleV, zeroV, sumV; number
  | apply functional_extensionality; let x := fresh in intro x; normal
  | progress f_equal; normal ].
(* the goal is a linear consequence of the facts that stand before it *)
Ltac combine := cbv beta; flat; unfold addV, scaleV, zeroV, sumV; sums; symmetric; intros; lra.
(* the facts *)
Lemma left_of a b : a <= b -> 0 <= b - a. Proof. lra. Qed.
Lemma strictly_left_of a b : a < b -> 0 < b - a. Proof. lra. Qed.
Lemma weak a : 0 < a -> 0 <= a. Proof. lra. Qed.
Lemma times_pos a b : 0 < a -> 0 < b -> 0 < a * b. Proof. apply Rmult_lt_0_compat. Qed.
Lemma times_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. apply Rmult_le_pos. Qed.
Lemma square s : 0 <= s * s. Proof. apply Rle_0_sqr. Qed.
Lemma nothing a b f : a = b -> f * (b - a) = 0. Proof. intros ->. ring. Qed.
