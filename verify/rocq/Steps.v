(* What exported derivations use: the schemas, and tactics for the two steps of arithmetic; they search for nothing. *)
From Attn Require Export Meaning Sums Vectors.
From Attn Require Words Schemas Theorems Literature.

From Coq Require Qreduction Qreals Ring_polynom InitialRing.

Definition some_outcome : outcome := exist _ 0 (conj (Rle_refl 0) Rle_0_1).
(* == the normal form of the core: dot is symmetric, dot, lin and sum are linear, dot and lin go inside sums =========== *)
Lemma dot_sum_r {I : index} {V : space} (A : I -> Prop) (u : vector V) e : dot u (sumV A e) = sum A (fun x => dot u (e x)).
Proof. unfold dot, sumV, sum. rewrite Sum_swap. apply Sum_eq. intros. rewrite <- Sum_scale. reflexivity. Qed.
Lemma dot_sum_l {I : index} {V : space} (A : I -> Prop) (u : vector V) e : dot (sumV A e) u = sum A (fun x => dot (e x) u).
Proof. rewrite dot_sym, dot_sum_r. apply Sum_eq. intros. apply dot_sym. Qed.
Lemma lin_sum {I : index} {V F : space} (A : I -> Prop) (U : linear V F) e : lin U (sumV A e) = sumV A (fun x => lin U (e x)).
Proof. apply vector_eq. intro c. unfold lin, sumV, sum. rewrite Sum_swap. apply Sum_eq. intros. rewrite <- Sum_scale. reflexivity. Qed.
(* a sum ends with 0; the first summand is taken off *)
Section Linear.
Context {I : index} {V F : space}.
Implicit Types (A : I -> Prop) (u v : vector V) (U : linear V F).
Lemma dot_none_l v : dot zeroV v = 0. Proof. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Lemma dot_none_r u : dot u zeroV = 0. Proof. rewrite dot_sym. apply dot_none_l. Qed.
Lemma dot_more_l p a {u v r s} : dot a v = r -> dot u v = s -> dot (addV (scaleV p a) u) v = p * r + s.
Proof. intros <- <-. rewrite dot_add_l, dot_scale_l. reflexivity. Qed.
Lemma dot_more_r a p b {v s} : dot a v = s -> dot a (addV (scaleV p b) v) = p * dot a b + s.
Proof. intros <-. rewrite dot_add_r, dot_scale_r. reflexivity. Qed.
Lemma lin_none U : lin U zeroV = zeroV. Proof. apply vector_eq. intro c. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Lemma lin_more U p a {u s} : lin U u = s -> lin U (addV (scaleV p a) u) = addV (scaleV p (lin U a)) s.
Proof. intros <-. rewrite lin_add, lin_scale. reflexivity. Qed.
Lemma sum_none A : sum A (fun _ => 0) = 0. Proof. apply Sum_zero. reflexivity. Qed.
Lemma sum_more A k e {f s} : sum A f = s -> sum A (fun x => k * e x + f x) = k * sum A e + s.
Proof. intros <-. unfold sum. rewrite Sum_plus, Sum_scale. reflexivity. Qed.
Lemma sumV_none A : sumV A (fun _ => zeroV) = (zeroV : vector V). Proof. apply vector_eq. intro c. apply sum_none. Qed.
Lemma sumV_more A k (e : I -> vector V) {f s} : sumV A f = s -> sumV A (fun x => addV (scaleV k (e x)) (f x)) = addV (scaleV k (sumV A e)) s.
Proof. intros <-. apply vector_eq. intro c. apply sum_more. reflexivity. Qed.
Lemma sum_more_V A k e u {f s} : sumV A f = s -> sumV A (fun x => addV (scaleV (k * e x) u) (f x)) = addV (scaleV (k * sum A e) u) s.
Proof.
  intros <-. apply vector_eq. intro c. unfold sumV, addV, scaleV, sum. rewrite Sum_plus, <- Sum_scale, <- Sum_scale_r. reflexivity.
Qed.
End Linear.
(* == sums of products of letters; the coefficients are rational ==================================================== *)
Definition literal (q : QArith_base.Q) : R :=
  match q with QArith_base.Qmake a 1 => IZR a | QArith_base.Qmake a b => IZR a / IZR (Zpos b) end.
Lemma literal_value q : literal q = Rdefinitions.Q2R q.
Proof. destruct q as [a [b | b |]]; unfold literal, Rdefinitions.Q2R; simpl; [reflexivity | reflexivity | field]. Qed.
Lemma rational : Ring_theory.ring_morph 0 1 Rplus Rmult Rminus Ropp eq (QArith_base.Qmake 0 1) (QArith_base.Qmake 1 1)
  Qreduction.Qplus' Qreduction.Qmult' Qreduction.Qminus' QArith_base.Qopp QArith_base.Qeq_bool literal.
Proof.
  split; [reflexivity | reflexivity | | | | |]; intros; rewrite !literal_value;
    unfold Qreduction.Qplus', Qreduction.Qmult', Qreduction.Qminus';
    rewrite ?(Qreals.Qeq_eqR _ _ (Qreduction.Qred_correct _)).
  - apply Qreals.Q2R_plus.
  - apply Qreals.Q2R_minus.
  - apply Qreals.Q2R_mult.
  - apply Qreals.Q2R_opp.
  - apply Qreals.Qeq_eqR, QArith_base.Qeq_bool_eq. assumption.
Qed.
Notation polynomial := (Ring_polynom.PExpr QArith_base.Q).
Notation Plus := (@Ring_polynom.PEadd QArith_base.Q).
Notation Times := (@Ring_polynom.PEmul QArith_base.Q).
Notation Letter := (@Ring_polynom.PEX QArith_base.Q).
Notation Literal a b := (@Ring_polynom.PEc QArith_base.Q (QArith_base.Qmake a b)).
Definition value (letters : list R) (p : polynomial) : R :=
  Ring_polynom.PEeval 0 1 Rplus Rmult Rminus Ropp literal N.to_nat pow letters p.
Definition normal (p : polynomial) := Ring_polynom.norm_subst (QArith_base.Qmake 0 1) (QArith_base.Qmake 1 1)
  Qreduction.Qplus' Qreduction.Qmult' Qreduction.Qminus' QArith_base.Qopp QArith_base.Qeq_bool
  (InitialRing.triv_div (QArith_base.Qmake 0 1) (QArith_base.Qmake 1 1) QArith_base.Qeq_bool) 0 nil p.
Definition same (p q : polynomial) : bool := Ring_polynom.Peq QArith_base.Qeq_bool (normal p) (normal q).
Lemma same_numbers letters p q : same p q = true -> value letters p = value letters q.
Proof.
  pose (equality := Ring_theory.Eqsth R). pose (extends := Ring_theory.Eq_ext Rplus Rmult Ropp).
  refine (Ring_polynom.ring_correct equality extends (Ring_theory.Rth_ARth equality extends RTheory) rational
    R_power_theory (InitialRing.triv_div_th equality extends (Ring_theory.Rth_ARth equality extends RTheory) rational)
    0 letters nil p q I).
Qed.
Lemma same_vectors {V : space} (letters : list (vector V)) p q (at_ := fun c => map (fun u => u c) letters) :
  same p q = true -> (fun c => value (at_ c) p) = (fun c => value (at_ c) q) :> vector V.
Proof. intro h. apply vector_eq. intro c. apply same_numbers, h. Qed.
Ltac numbers letters p q := exact_no_check (same_numbers letters p q (eq_refl true <: same p q = true)).
Ltac coordinates letters p q := exact_no_check (same_vectors letters p q (eq_refl true <: same p q = true)).
Ltac vanish := subst; apply vector_eq; let c := fresh in intro c;
  match goal with h : _ = _ |- _ => apply (f_equal (fun u => u c)) in h; unfold addV, scaleV, zeroV in h; lra end.
Lemma left_of a b : a <= b -> 0 <= b + (-1) * a. Proof. lra. Qed.
Lemma strictly_left_of a b : a < b -> 0 < b + (-1) * a. Proof. lra. Qed.
Lemma weak a : 0 < a -> 0 <= a. Proof. lra. Qed.
Lemma times_pos a b : 0 < a -> 0 < b -> 0 < a * b. Proof. apply Rmult_lt_0_compat. Qed.
Lemma times_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. apply Rmult_le_pos. Qed.
Lemma square s : 0 <= s * s. Proof. apply Rle_0_sqr. Qed.
Lemma nothing a b f : a = b -> f * (b + (-1) * a) = 0. Proof. intros ->. ring. Qed.
Lemma nothing_V {V : space} (a b : vector V) f : a = b -> scaleV f (addV b (scaleV (-1) a)) = zeroV. Proof. intros ->. apply vector_eq. intro c. unfold addV, scaleV, zeroV. ring. Qed.
Lemma nothing_times {V : space} a b (f : vector V) : a = b -> scaleV (b + (-1) * a) f = zeroV.
Proof. intros ->. apply vector_eq. intro c. unfold scaleV, zeroV. ring. Qed.
