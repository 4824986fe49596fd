(* Schemas without the premise that a hole once forgot are false: each is refuted here at the case where its proof fails. *)
From Attn Require Import States Chance Small.
From Attn Require Words.

(* == outside their domain ========================================================================================== *)
Lemma inverse_of_zero : ~ forall a, a * / a = 1.
Proof. intro h. specialize (h 0). lra. Qed.
Lemma root_of_a_negative_number : ~ forall a, sqrt a * sqrt a = a.
Proof. intro h. specialize (h (-1)). pose proof (sqrt_pos (-1)). nra. Qed.
Lemma log_of_a_negative_number : ~ forall a, exp (ln a) = a.
Proof. intro h. specialize (h (-1)). pose proof (exp_pos (ln (-1))). lra. Qed.
Lemma norm_of_a_quotient : ~ forall (E : space) (u : vector E), norm (scaleV (/ norm u) u) = 1.
Proof.
  intro h. specialize (h single zeroV). rewrite norm_scale, norm_zero in h. lra.
Qed.
Lemma greatest_of_nothing : ~ forall (I : index) (A : I -> Prop) (e : I -> R), exists y, A y /\ maxI A e = e y.
Proof.
  intro h. destruct (h single (fun _ => False) (fun _ => 0)) as [y [f _]]. exact f.
Qed.

(* == slopes at corners, ties, and where only one side is known ===================================================== *)
Lemma no_slope_of_abs d : ~ slope Rabs 0 d.
Proof.
  intro h. destruct (proj1 (slope_linear Rabs 0 d) h (1 / 2) ltac:(lra)) as [r [r0 k]].
  pose proof (k (r / 2)) as a. pose proof (k (- (r / 2))) as b. rewrite Rabs_R0 in a, b. rewrite !Rminus_0_r in a, b. rewrite !Rabs_Ropp in b. rewrite (Rabs_right (r / 2)) in a, b by lra.
  specialize (a ltac:(lra)). specialize (b ltac:(lra)). apply Rabs_le_inv in a, b. nra.
Qed.
Lemma slope_of_abs_at_a_corner : ~ forall (f : R -> R) t a, slope f t a -> exists d, slope (fun s => Rabs (f s)) t d.
Proof. intro h. destruct (h (fun s => s) 0 1 (slope_time 0)) as [d k]. exact (no_slope_of_abs d k). Qed.
Lemma slope_of_a_maximum_at_a_tie : ~ forall (f g : R -> R) t a b, slope f t a -> slope g t b -> exists d, slope (fun s => Rmax (f s) (g s)) t d.
Proof.
  intro h. destruct (h (fun s => s) (fun s => -1 * s) 0 1 (-1 * 1) (slope_time 0) (slope_scale (-1) _ _ _ (slope_time 0))) as [d k].
  apply (no_slope_of_abs d). refine (slope_eq _ _ _ _ _ _ eq_refl k). intro s. unfold Rmax, Rabs. destruct (Rle_dec s (-1 * s)), (Rcase_abs s); lra.
Qed.
Lemma slope_from_one_side : ~ forall (f g : R -> R) t v, (forall s, 0 <= s -> f s = g s) -> slope f t v -> slope g t v.
Proof.
  intro h. apply (no_slope_of_abs 1). apply (h (fun s => s) Rabs 0 1); [| apply slope_time]. intros s s0. rewrite Rabs_right; lra.
Qed.
Lemma slope_of_a_root_at_zero : ~ forall (f : R -> R) t a, slope f t a -> 0 <= f t -> exists d, slope (fun s => sqrt (f s)) t d.
Proof.
  (* the root of s^2 is |s| *)
  intro h. destruct (h (fun s => s * s) 0 _ (slope_mult _ _ _ _ _ (slope_time 0) (slope_time 0)) ltac:(lra)) as [d k].
  apply (no_slope_of_abs d). refine (slope_eq _ _ _ _ _ _ eq_refl k). intro s. apply sqrt_Rsqr_abs.
Qed.

(* == almost every time ============================================================================================= *)
Lemma more_than_countably_many : ~ forall P : R -> R -> Prop, (forall s, ae (P s)) -> ae (fun t => forall s, P s t).
Proof.
  intro h. apply not_ae_false. refine (ae_mono _ _ _ (h (fun s t => s <> t) _)); [intros t _ k; exact (k t eq_refl) |].
  intros s. refine (null_mono _ _ _ (null_point s)). intros t [_ n]. symmetry. apply NNPP, n.
Qed.
(* a step falls, and its slope is 0 at almost every time: it does not move *)
Lemma monotone_without_motion : ~ forall f : R -> R, ae (fun t => slope f t 0) -> forall s t, 0 <= s -> s <= t -> f s <= f t.
Proof.
  intro h. set (f := fun t => ite (t < 1) 1 0). cut (f 0 <= f 2); [unfold f; rewrite ite_true, ite_false; lra |]. apply h; [| lra | lra].
  refine (null_mono _ _ _ (null_point 1)). intros t [_ n]. destruct (Rtotal_order t 1) as [k | [k | k]]; [exfalso | exact k | exfalso]; apply n.
  - apply (slope_near (fun _ => 1) f t 0 (1 - t)); [lra | | apply slope_const]. intros s hs. apply Rabs_def2 in hs. unfold f. rewrite ite_true; lra.
  - apply (slope_near (fun _ => 0) f t 0 (t - 1)); [lra | | apply slope_const]. intros s hs. apply Rabs_def2 in hs. unfold f. rewrite ite_false; lra.
Qed.
(* a flow that depends on time is not the one frozen at a time *)
Lemma slope_of_a_frozen_range : ~ forall (f : R -> R -> R) t a, slope (f t) t a -> slope (fun s => f s s) t a.
Proof.
  intro h. pose proof (h (fun _ s => s) 0 1 (slope_time 0)) as a0. pose proof (h (fun r _ => r) 0 0 (slope_const 0 0)) as b0.
  pose proof (slope_unique _ _ _ _ b0 (slope_time 0)). lra.
Qed.

(* == chance ======================================================================================================== *)
Lemma additive_over_what_overlaps : ~ forall P Q : outcome -> Prop, prob (fun o => P o \/ Q o) = prob P + prob Q.
Proof.
  intro h. specialize (h (fun _ => True) (fun _ => True)). rewrite (prob_all (fun _ => True)), (prob_all (fun _ => True \/ True)) in h by tauto. lra.
Qed.

(* == null sets of states: without its first alternative, the definition made the empty set no null set on a line ==== *)
Lemma empty_set_on_a_line : ~ exists m : nat, INR m = sum (fun _ : single => True) (fun _ => 1) * (dim single + -1 * 1) /\
  forall e, 0 < e -> exists (c : nat -> state single single) (r : nat -> R), (forall n, 0 < r n) /\ forall n, sumto n (fun k => r k ^ m) <= e.
Proof.
  intros [m [hm h]]. assert (dim single = 1) as d by reflexivity. rewrite d in hm. assert (m0 : INR m = INR 0) by (simpl; lra). apply INR_eq in m0. subst m.
  destruct (h (1 / 2) ltac:(lra)) as [c [r [_ k]]]. specialize (k O). unfold sumto in k. simpl in k. lra.
Qed.
