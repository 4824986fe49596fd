(* Analytic functions of states: complex differentiation is closed under the operations. *)
From Attn Require Words.
From Attn Require Export Motion.

(* == complex numbers =============================================================================================== *)
Implicit Types (z w : complex).
Lemma complex_eq z w : fst z = fst w -> snd z = snd w -> z = w.
Proof. destruct z, w. simpl. intros -> ->. reflexivity. Qed.
Definition zeroC : complex := (0, 0).
Definition oneC : complex := (1, 0).
Definition oppC z : complex := (- fst z, - snd z).
Ltac complex := apply complex_eq; cbv [plusC minusC timesC zeroC oneC oppC fst snd]; ring.
Lemma size_nonneg z : 0 <= sizeC z.
Proof. unfold sizeC. pose proof (Rabs_pos (fst z)). pose proof (Rabs_pos (snd z)). lra. Qed.
Lemma size_plus z w : sizeC (plusC z w) <= sizeC z + sizeC w.
Proof. unfold sizeC, plusC. simpl. pose proof (Rabs_triang (fst z) (fst w)). pose proof (Rabs_triang (snd z) (snd w)). lra. Qed.
Lemma size_times z w : sizeC (timesC z w) <= sizeC z * sizeC w.
Proof.
  unfold sizeC, timesC. simpl. pose proof (Rabs_triang (fst z * fst w) (- (snd z * snd w))) as a. pose proof (Rabs_triang (fst z * snd w) (snd z * fst w)) as b.
  rewrite Rabs_Ropp in a. rewrite !Rabs_mult in *. unfold Rminus. lra.
Qed.
Lemma size_back z w : sizeC (minusC z w) = sizeC (minusC w z).
Proof. unfold sizeC, minusC. simpl. rewrite (Rabs_minus_sym (fst z)), (Rabs_minus_sym (snd z)). reflexivity. Qed.
Lemma size_opp z : sizeC (timesC (-1, 0) z) = sizeC z.
Proof.
  unfold sizeC, timesC. cbn [fst snd]. replace (-1 * fst z - 0 * snd z) with (- fst z) by ring. replace (-1 * snd z + 0 * fst z) with (- snd z) by ring.
  rewrite !Rabs_Ropp. reflexivity.
Qed.
Lemma size_zero z : z = (0, 0) -> sizeC z = 0.
Proof. intros ->. unfold sizeC. simpl. rewrite Rabs_R0. ring. Qed.
Lemma size_far z w : sizeC z - sizeC (minusC w z) <= sizeC w.
Proof. pose proof (size_plus w (minusC z w)) as h. replace (plusC w (minusC z w)) with z in h by complex. rewrite (size_back z w) in h. lra. Qed.

(* functions of one complex number *)
Definition derivable1 (G : complex -> complex) z g := forall eps, 0 < eps -> exists d, 0 < d /\ forall w, sizeC (minusC w z) < d ->
  sizeC (minusC (minusC (G w) (G z)) (timesC g (minusC w z))) <= eps * sizeC (minusC w z).
(* an error of second order is enough *)
Lemma second_order G z g K d : 0 < d -> 0 <= K -> (forall w, sizeC (minusC w z) < d ->
  sizeC (minusC (minusC (G w) (G z)) (timesC g (minusC w z))) <= K * (sizeC (minusC w z) * sizeC (minusC w z))) -> derivable1 G z g.
Proof.
  intros dp K0 h eps ep. assert (q : 0 < eps / (K + 1)) by (apply Rdiv_lt_0_compat; lra). exists (Rmin d (eps / (K + 1))). split; [apply Rmin_glb_lt; auto |].
  intros w hw. pose proof (Rmin_l d (eps / (K + 1))). pose proof (Rmin_r d (eps / (K + 1))). eapply Rle_trans; [apply h; lra |].
  set (s := sizeC _) in *. assert (s0 : 0 <= s) by apply size_nonneg. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [exact s0 |].
  apply Rle_trans with ((K + 1) * (eps / (K + 1))); [nra | right; field; lra].
Qed.
Lemma derivable_times c z : derivable1 (timesC c) z c.
Proof.
  apply (second_order _ _ _ 0 1); [lra | lra |]. intros w _. rewrite size_zero; [lra |]. complex.
Qed.
Lemma derivable_square z : derivable1 (fun w => timesC w w) z (plusC z z).
Proof.
  apply (second_order _ _ _ 1 1); [lra | lra |]. intros w _.
  replace (minusC _ _) with (timesC (minusC w z) (minusC w z)) by complex. rewrite Rmult_1_l. apply size_times.
Qed.
Definition invC z : complex := (fst z * / (fst z * fst z + snd z * snd z), - snd z * / (fst z * fst z + snd z * snd z)).
Lemma square_pos z : z <> (0, 0) -> 0 < fst z * fst z + snd z * snd z.
Proof.
  intro n. destruct (Req_dec (fst z) 0) as [a | a]; [destruct (Req_dec (snd z) 0) as [b | b] |]; [| nra | nra].
  destruct n. destruct z; simpl in *; subst; reflexivity.
Qed.
Lemma size_pos z : z <> (0, 0) -> 0 < sizeC z.
Proof.
  intro n. unfold sizeC. pose proof (Rabs_pos (fst z)). pose proof (Rabs_pos (snd z)). destruct (Req_dec (fst z) 0) as [a | a].
  - destruct (Req_dec (snd z) 0) as [b | b]; [destruct n; destruct z; simpl in *; subst; reflexivity | pose proof (Rabs_pos_lt _ b); lra].
  - pose proof (Rabs_pos_lt _ a). lra.
Qed.
Lemma size_not_zero z : 0 < sizeC z -> z <> (0, 0).
Proof. intros h ->. unfold sizeC in h. simpl in h. rewrite Rabs_R0 in h. lra. Qed.
Lemma inverse_right z : z <> (0, 0) -> timesC z (invC z) = oneC.
Proof. intro n. apply square_pos in n. apply complex_eq; unfold timesC, invC; simpl; field; lra. Qed.
Lemma size_inverse z : z <> (0, 0) -> sizeC (invC z) <= 2 * / sizeC z.
Proof.
  intro n. pose proof (square_pos z n) as p. pose proof (size_pos z n) as q. unfold sizeC, invC in *. simpl.
  rewrite !Rabs_mult, Rabs_Ropp, (Rabs_right (/ _)) by (left; apply Rinv_0_lt_compat, p).
  assert (a2 : Rabs (fst z) * Rabs (fst z) = fst z * fst z) by (rewrite <- Rabs_mult; apply Rabs_right; nra).
  assert (b2 : Rabs (snd z) * Rabs (snd z) = snd z * snd z) by (rewrite <- Rabs_mult; apply Rabs_right; nra).
  rewrite <- a2, <- b2 in *. set (a := Rabs (fst z)) in *. set (b := Rabs (snd z)) in *.
  apply Rmult_le_reg_r with ((a * a + b * b) * (a + b)); [apply Rmult_lt_0_compat; lra |].
  replace ((a * / (a * a + b * b) + b * / (a * a + b * b)) * ((a * a + b * b) * (a + b))) with ((a + b) * (a + b)) by (field; lra).
  replace (2 * / (a + b) * ((a * a + b * b) * (a + b))) with (2 * (a * a + b * b)) by (field; lra). pose proof (Rle_0_sqr (a - b)) as s. unfold Rsqr in s. lra.
Qed.
(* equations of complex numbers are proved as in any ring *)
Lemma ring_C : ring_theory zeroC oneC plusC timesC minusC oppC (@eq complex).
Proof. constructor; intros; complex. Qed.
Add Ring complex_ring : ring_C.
Lemma derivable_inverse z : z <> (0, 0) -> derivable1 invC z (timesC (-1, 0) (timesC (invC z) (invC z))).
Proof.
  intro n. pose proof (size_pos z n) as q. set (V := sizeC (invC z)). assert (V0 : 0 <= V) by apply size_nonneg.
  apply (second_order _ _ _ (2 * / (sizeC z / 2) * (V * V)) (sizeC z / 2)); [lra | |].
  - apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] | nra].
  - intros w hw. pose proof (size_far z w) as f. assert (m : w <> (0, 0)) by (apply size_not_zero; lra).
    pose proof (inverse_right z n) as iz. pose proof (inverse_right w m) as iw.
    replace (minusC (minusC (invC w) (invC z)) _) with (timesC (timesC (invC w) (timesC (invC z) (invC z))) (timesC (minusC w z) (minusC w z))).
    + assert (s : sizeC (invC w) <= 2 * / (sizeC z / 2)).
      { eapply Rle_trans; [apply size_inverse, m |]. apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra. }
      eapply Rle_trans; [apply size_times |]. apply Rmult_le_compat; [apply size_nonneg | apply size_nonneg | | apply size_times].
      eapply Rle_trans; [apply size_times |]. apply Rmult_le_compat; [apply size_nonneg | apply size_nonneg | exact s | apply size_times].
    + set (u := invC w) in *. set (v := invC z) in *.
      transitivity (plusC (plusC (timesC (timesC w u) (timesC w (timesC v v))) (timesC (-1, 0) (plusC (timesC (timesC w u) (timesC (timesC z v) v)) (timesC (timesC w u) (timesC (timesC z v) v))))) (timesC u (timesC (timesC z v) (timesC z v)))).
      * assert (two : (-1, 0) = minusC zeroC oneC) by complex. rewrite two. ring.
      * rewrite iw, iz. assert (two : (-1, 0) = minusC zeroC oneC) by complex. rewrite two. transitivity (minusC (plusC (timesC w (timesC v v)) u) (plusC v v)); [ring |].
        transitivity (plusC (minusC u v) (minusC (timesC w (timesC v v)) (timesC (timesC z v) v))); [rewrite iz; ring | ring].
Qed.
Definition expC z : complex := (exp (fst z) * cos (snd z), exp (fst z) * sin (snd z)).
Lemma exp_plusC z w : expC (plusC z w) = timesC (expC z) (expC w).
Proof. apply complex_eq; unfold expC, plusC, timesC; simpl; rewrite exp_plus, ?cos_plus, ?sin_plus; ring. Qed.
Lemma exp_near_zero eps : 0 < eps -> exists d, 0 < d /\ forall h, sizeC h < d -> sizeC (minusC (minusC (expC h) oneC) h) <= eps * sizeC h.
Proof.
  intro ep. set (e := Rmin 1 (eps / 8)). assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l. assert (e2 : e <= eps / 8) by apply Rmin_r. clearbody e.
  assert (at_zero : forall (f : R -> R) v, derivable_pt_lim f 0 v -> exists d, 0 < d /\ forall s, Rabs s < d -> Rabs (f s - f 0 - v * s) <= e * Rabs s).
  { intros f v h. destruct (proj1 (slope_linear f 0 v) h e e0) as [d [dp k]]. exists d. split; [exact dp |]. intros s hs. specialize (k s). rewrite Rminus_0_r in k. auto. }
  destruct (at_zero exp (exp 0) (derivable_pt_lim_exp 0)) as [d1 [p1 h1]]. destruct (at_zero cos (- sin 0) (derivable_pt_lim_cos 0)) as [d2 [p2 h2]].
  destruct (at_zero sin (cos 0) (derivable_pt_lim_sin 0)) as [d3 [p3 h3]]. rewrite ?exp_0, ?sin_0, ?cos_0 in *.
  exists (Rmin (Rmin d1 d2) (Rmin d3 e)). split; [repeat apply Rmin_glb_lt; auto |]. intros [a b] hs. unfold sizeC in *. simpl in *.
  pose proof (Rmin_l (Rmin d1 d2) (Rmin d3 e)). pose proof (Rmin_r (Rmin d1 d2) (Rmin d3 e)). pose proof (Rmin_l d1 d2). pose proof (Rmin_r d1 d2). pose proof (Rmin_l d3 e). pose proof (Rmin_r d3 e).
  pose proof (Rabs_pos a). pose proof (Rabs_pos b). specialize (h1 a ltac:(lra)). specialize (h2 b ltac:(lra)). specialize (h3 b ltac:(lra)).
  replace (cos b - 1 - - 0 * b) with (cos b - 1) in h2 by ring.
  assert (x : Rabs (exp a * cos b - 1 - a) <= e * Rabs a + 2 * (e * Rabs b)).
  { replace (exp a * cos b - 1 - a) with ((exp a - 1 - 1 * a) * cos b + (1 + a) * (cos b - 1)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
    apply Rplus_le_compat.
    - rewrite <- (Rmult_1_r (e * Rabs a)). apply Rmult_le_compat; auto using Rabs_pos, cos_le.
    - apply Rmult_le_compat; auto using Rabs_pos. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_R1. lra. }
  assert (y : Rabs (exp a * sin b - 0 - b) <= 2 * Rabs a * (2 * e) + e * Rabs b).
  { replace (exp a * sin b - 0 - b) with ((exp a - 1) * sin b + (sin b - 0 - 1 * b)) by ring. eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [| exact h3]. rewrite Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos.
    - replace (exp a - 1) with ((exp a - 1 - 1 * a) + a) by ring. eapply Rle_trans; [apply Rabs_triang | nra].
    - replace (sin b) with ((sin b - 0 - 1 * b) + b) by ring. eapply Rle_trans; [apply Rabs_triang | nra]. }
  replace (exp a * cos b - 1 - a) with (exp a * cos b - 1 - a) in x by ring. nra.
Qed.
Lemma derivable_exp z : derivable1 expC z (expC z).
Proof.
  intros eps ep. pose proof (size_nonneg (expC z)) as M0. set (M := sizeC (expC z)) in *. destruct (exp_near_zero (eps / (M + 1))) as [d [dp h]]; [apply Rdiv_lt_0_compat; lra |].
  exists d. split; [exact dp |]. intros w hw. specialize (h (minusC w z) hw).
  replace (minusC (minusC (expC w) (expC z)) (timesC (expC z) (minusC w z))) with (timesC (expC z) (minusC (minusC (expC (minusC w z)) oneC) (minusC w z))).
  - eapply Rle_trans; [apply size_times |]. fold M. pose proof (size_nonneg (minusC w z)).
    apply Rle_trans with ((M + 1) * (eps / (M + 1) * sizeC (minusC w z))); [| right; field; lra].
    apply Rmult_le_compat; [exact M0 | apply size_nonneg | lra | exact h].
  - replace (expC w) with (timesC (expC z) (expC (minusC w z))) by (rewrite <- exp_plusC; f_equal; ring). ring.
Qed.
Definition sqrtC z : complex :=
  let p := sqrt ((sqrt (fst z * fst z + snd z * snd z) + fst z) / 2) in (p, snd z * / (2 * p)).
Lemma sqrt_squares z : 0 < fst z -> 0 < fst (sqrtC z) /\ timesC (sqrtC z) (sqrtC z) = z.
Proof.
  destruct z as [x y]. simpl. intro x0. unfold sqrtC. simpl. set (m := sqrt (x * x + y * y)). assert (m0 : 0 <= m) by apply sqrt_pos.
  assert (mm : m * m = x * x + y * y) by (apply sqrt_def; nra). set (p := sqrt ((m + x) / 2)). assert (p0 : 0 < p) by (apply sqrt_lt_R0; lra).
  assert (pp : p * p = (m + x) / 2) by (apply sqrt_def; lra). split; [exact p0 |]. apply complex_eq; unfold timesC; simpl; [| field; lra].
  assert (q : y * / (2 * p) * (y * / (2 * p)) = (m - x) / 2).
  { replace (y * / (2 * p) * (y * / (2 * p))) with (y * y * / (4 * (p * p))) by (field; lra). rewrite pp. replace (y * y) with ((m - x) * (m + x)) by nra. field. lra. }
  rewrite q, pp. field.
Qed.
Lemma derivable_sqrt z : 0 < fst z -> derivable1 sqrtC z (invC (timesC (2, 0) (sqrtC z))).
Proof.
  intro z0. destruct (sqrt_squares z z0) as [p0 zz]. set (v := sqrtC z) in *. set (p := fst v) in *.
  assert (n2 : timesC (2, 0) v <> (0, 0)) by (intro e; apply (f_equal fst) in e; unfold timesC, plusC in e; cbn [fst snd] in e; fold p in e; lra).
  pose proof (inverse_right _ n2) as iv. set (u := invC (timesC (2, 0) v)) in *. set (U := sizeC u). assert (U0 : 0 <= U) by apply size_nonneg.
  assert (k0 : 0 < 2 * / p) by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat, p0]).
  apply (second_order _ _ _ (U * (2 * / p * (2 * / p))) (fst z)); [exact z0 | apply Rmult_le_pos; [exact U0 | nra] |]. intros w hw.
  assert (w0 : 0 < fst w).
  { unfold sizeC, minusC in hw. simpl in hw. pose proof (Rabs_pos (snd w - snd z)). pose proof (Rle_abs (- (fst w - fst z))) as a. rewrite Rabs_Ropp in a. lra. }
  destruct (sqrt_squares w w0) as [q0 ww]. set (t := sqrtC w) in *.
  assert (n3 : plusC t v <> (0, 0)) by (intro e; apply (f_equal fst) in e; unfold timesC, plusC in e; cbn [fst snd] in e; fold p in e; lra).
  pose proof (inverse_right _ n3) as ip. pose proof (size_inverse _ n3) as si.
  assert (step : sizeC (minusC t v) <= 2 * / p * sizeC (minusC w z)).
  { replace (minusC t v) with (timesC (invC (plusC t v)) (minusC w z)).
    - eapply Rle_trans; [apply size_times |]. apply Rmult_le_compat_r; [apply size_nonneg |]. eapply Rle_trans; [exact si |]. apply Rmult_le_compat_l; [lra |].
      apply Rinv_le_contravar; [exact p0 |]. unfold sizeC, plusC. cbn [fst snd]. fold p. pose proof (Rle_abs (fst t + p)). pose proof (Rabs_pos (snd t + snd v)). lra.
    - rewrite <- ww, <- zz. set (i := invC (plusC t v)) in *. transitivity (timesC (timesC (plusC t v) i) (minusC t v)); [ring | rewrite ip; ring]. }
  change (sqrtC z) with v. replace (minusC (minusC t v) (timesC u (minusC w z))) with (timesC (timesC (-1, 0) u) (timesC (minusC t v) (minusC t v))).
  - eapply Rle_trans; [apply size_times |]. rewrite Rmult_assoc. apply Rmult_le_compat; [apply size_nonneg | apply size_nonneg | |].
    + right. apply size_opp.
    + eapply Rle_trans; [apply size_times |]. pose proof (size_nonneg (minusC t v)).
      replace (2 * / p * (2 * / p) * (sizeC (minusC w z) * sizeC (minusC w z))) with ((2 * / p * sizeC (minusC w z)) * (2 * / p * sizeC (minusC w z))) by ring.
      apply Rmult_le_compat; assumption.
  - rewrite <- ww, <- zz. transitivity (minusC (timesC (timesC (timesC (2, 0) v) u) (minusC t v)) (timesC u (minusC (timesC t t) (timesC v v)))).
    + assert (two : (2, 0) = plusC oneC oneC) by complex. assert (one : (-1, 0) = minusC zeroC oneC) by complex. rewrite two, one. ring.
    + rewrite iv. ring.
Qed.

(* == functions of complex states =================================================================================== *)
Section States.
Context {I : index} {E : space}.
Local Notation state := (I -> vector E).
Definition places : list (I * E) := list_prod (every I) (every E).
Implicit Types (F G : (I * E -> complex) -> complex) (Z W : I * E -> complex) (a b : I * E -> complex) (f g : state -> complex) (X Y : state).
Definition dot_C a (D : I * E -> complex) : complex := SumC places (fun p => timesC (a p) (D p)).
Definition step W Z : I * E -> complex := fun p => minusC (W p) (Z p).
Definition dist W Z : R := Sum places (fun p => sizeC (step W Z p)).
Definition close d W Z := forall p, sizeC (step W Z p) < d.
Lemma dist_nonneg W Z : 0 <= dist W Z.
Proof. apply Sum_nonneg. intros. apply size_nonneg. Qed.
Lemma dist_below d W Z : close d W Z -> dist W Z <= d * INR (length places).
Proof. intro h. rewrite <- Sum_ones, <- Sum_scale. apply Sum_le. intros p _. specialize (h p). lra. Qed.
Lemma close_less d e W Z : d <= e -> close d W Z -> close e W Z.
Proof. intros h k p. eapply Rlt_le_trans; [apply k | exact h]. Qed.
Lemma size_SumC {A : Type} (l : list A) (e : A -> complex) : sizeC (SumC l e) <= Sum l (fun x => sizeC (e x)).
Proof.
  induction l as [| x l IH]; [simpl; rewrite size_zero by reflexivity; lra |]. simpl. eapply Rle_trans; [| apply Rplus_le_compat_l, IH].
  apply (size_plus (e x) (SumC l e)).
Qed.
Lemma dot_C_bound a D : sizeC (dot_C a D) <= Sum places (fun p => sizeC (a p)) * Sum places (fun p => sizeC (D p)).
Proof.
  eapply Rle_trans; [apply size_SumC |]. rewrite <- Sum_scale. apply Sum_le. intros p i. eapply Rle_trans; [apply size_times |].
  apply Rmult_le_compat_r; [apply size_nonneg |]. apply (Sum_term places (fun p => sizeC (a p)) p i). intros; apply size_nonneg.
Qed.
Lemma dot_C_plus a b D : dot_C (fun p => plusC (a p) (b p)) D = plusC (dot_C a D) (dot_C b D).
Proof.
  unfold dot_C. induction places as [| p l IH]; [apply complex_eq; simpl; ring |]. apply complex_eq; pose proof (f_equal fst IH) as h1; pose proof (f_equal snd IH) as h2;
    simpl in *; rewrite ?h1, ?h2; ring.
Qed.
Lemma dot_C_scale z a D : dot_C (fun p => timesC z (a p)) D = timesC z (dot_C a D).
Proof.
  unfold dot_C. induction places as [| p l IH]; [apply complex_eq; simpl; ring |]. apply complex_eq; pose proof (f_equal fst IH) as h1; pose proof (f_equal snd IH) as h2;
    simpl in *; rewrite ?h1, ?h2; ring.
Qed.
Definition has F Z a := derivativeC places F Z a.
Lemma has_change F Z a : has F Z a -> exists K d, 0 <= K /\ 0 < d /\ forall W, close d W Z -> sizeC (minusC (F W) (F Z)) <= K * dist W Z.
Proof.
  intro h. destruct (h 1 ltac:(lra)) as [d [dp k]]. set (A := Sum places (fun p => sizeC (a p))). assert (A0 : 0 <= A) by (apply Sum_nonneg; intros; apply size_nonneg).
  exists (1 + A), d. repeat split; [lra | exact dp |]. intros W hW. specialize (k W hW).
  pose proof (dot_C_bound a (step W Z)) as b. fold A in b. change (Sum places (fun p => sizeC (step W Z p))) with (dist W Z) in b.
  change (Sum places (fun x => sizeC (minusC (W x) (Z x)))) with (dist W Z) in k. change (SumC places (fun x => timesC (a x) (minusC (W x) (Z x)))) with (dot_C a (step W Z)) in k.
  replace (minusC (F W) (F Z)) with (plusC (minusC (minusC (F W) (F Z)) (dot_C a (step W Z))) (dot_C a (step W Z))) by ring.
  eapply Rle_trans; [apply size_plus | lra].
Qed.
Lemma has_const z Z : has (fun _ => z) Z (fun _ => zeroC).
Proof.
  intros e ep. exists 1. split; [lra |]. intros W _. rewrite size_zero; [apply Rmult_le_pos; [lra | apply dist_nonneg] |].
  assert (k : SumC places (fun x => timesC zeroC (minusC (W x) (Z x))) = zeroC).
  { apply complex_eq; simpl; apply Sum_zero; intros; ring. }
  rewrite k. change (minusC (minusC z z) zeroC = zeroC). ring.
Qed.
Lemma has_place p Z : has (fun W => W p) Z (fun q => (axis (fst p) (fst q) * axis (snd p) (snd q), 0)).
Proof.
  intros e ep. exists 1. split; [lra |]. intros W _. rewrite size_zero; [apply Rmult_le_pos; [lra | apply dist_nonneg] |].
  assert (k : forall h : I * E -> R, Sum places (fun q => axis (fst p) (fst q) * axis (snd p) (snd q) * h q) = h p).
  { intro h. unfold places. rewrite Sum_pairs. destruct p as [i c]. simpl. transitivity (Sum (every I) (fun x => h (x, c) * axis i x)); [| exact (Sum_axis (fun x : I => h (x, c)) i)].
    apply Sum_eq. intros x _. rewrite <- (Sum_axis (fun y => h (x, y)) c), <- Sum_scale_r. apply Sum_eq. intros y _. ring. }
  assert (kk : SumC places (fun q => timesC (axis (fst p) (fst q) * axis (snd p) (snd q), 0) (step W Z q)) = step W Z p).
  { apply complex_eq; unfold SumC, timesC; cbn [fst snd].
    - rewrite <- (k (fun q => fst (step W Z q))). apply Sum_eq. intros; ring.
    - rewrite <- (k (fun q => snd (step W Z q))). apply Sum_eq. intros; ring. }
  change (minusC (step W Z p) (SumC places (fun q => timesC (axis (fst p) (fst q) * axis (snd p) (snd q), 0) (step W Z q))) = zeroC). rewrite kk. ring.
Qed.
Lemma has_plus F G Z a b : has F Z a -> has G Z b -> has (fun W => plusC (F W) (G W)) Z (fun p => plusC (a p) (b p)).
Proof.
  intros hF hG e ep. destruct (hF (e / 2) ltac:(lra)) as [d [dp k]]. destruct (hG (e / 2) ltac:(lra)) as [d' [dp' k']].
  exists (Rmin d d'). split; [apply Rmin_glb_lt; auto |]. intros W hW. specialize (k W (close_less _ d W Z (Rmin_l d d') hW)). specialize (k' W (close_less _ d' W Z (Rmin_r d d') hW)).
  change (SumC places (fun x => timesC (plusC (a x) (b x)) (minusC (W x) (Z x)))) with (dot_C (fun p => plusC (a p) (b p)) (step W Z)). rewrite dot_C_plus.
  change (SumC places (fun x => timesC (a x) (minusC (W x) (Z x)))) with (dot_C a (step W Z)) in k. change (SumC places (fun x => timesC (b x) (minusC (W x) (Z x)))) with (dot_C b (step W Z)) in k'.
  replace (minusC _ _) with (plusC (minusC (minusC (F W) (F Z)) (dot_C a (step W Z))) (minusC (minusC (G W) (G Z)) (dot_C b (step W Z)))) by ring.
  eapply Rle_trans; [apply size_plus | lra].
Qed.
Lemma has_chain (G : complex -> complex) F Z a (g : complex) : has F Z a -> derivable1 G (F Z) g -> has (fun W => G (F W)) Z (fun p => timesC g (a p)).
Proof.
  intros hF hG. destruct (has_change F Z a hF) as [K [d1 [K0 [d1p ch]]]]. intros e ep.
  pose proof (size_nonneg g) as g0. set (B := sizeC g) in *. assert (e1 : 0 < e / (2 * (K + 1))) by (apply Rdiv_lt_0_compat; lra). assert (e2 : 0 < e / (2 * (B + 1))) by (apply Rdiv_lt_0_compat; lra).
  destruct (hG _ e1) as [d2 [d2p k]]. destruct (hF _ e2) as [d3 [d3p k3]]. pose proof (pos_INR (length places)) as n0. set (n := INR (length places)) in *.
  assert (m0 : 0 < (K + 1) * (n + 1)) by nra. assert (q : 0 < d2 / ((K + 1) * (n + 1))) by (apply Rdiv_lt_0_compat; lra). set (d4 := d2 / ((K + 1) * (n + 1))) in *.
  assert (d4m : d4 * ((K + 1) * (n + 1)) = d2) by (unfold d4; field; lra). clearbody d4.
  exists (Rmin d1 (Rmin d3 d4)). split; [repeat apply Rmin_glb_lt; auto |]. intros W hW.
  pose proof (Rmin_l d1 (Rmin d3 d4)). pose proof (Rmin_r d1 (Rmin d3 d4)). pose proof (Rmin_l d3 d4). pose proof (Rmin_r d3 d4).
  assert (near_ : forall r, Rmin d1 (Rmin d3 d4) <= r -> close r W Z) by (intros r hr p; eapply Rlt_le_trans; [apply hW | exact hr]).
  specialize (ch W (near_ d1 ltac:(lra))). specialize (k3 W (near_ d3 ltac:(lra))). pose proof (dist_below d4 W Z (near_ d4 ltac:(lra))) as db. fold n in db. pose proof (dist_nonneg W Z) as dn.
  specialize (k (F W) ltac:(nra)).
  change (SumC places (fun x => timesC (timesC g (a x)) (minusC (W x) (Z x)))) with (dot_C (fun p => timesC g (a p)) (step W Z)). rewrite dot_C_scale.
  change (SumC places (fun x => timesC (a x) (minusC (W x) (Z x)))) with (dot_C a (step W Z)) in k3. change (Sum places (fun x => sizeC (minusC (W x) (Z x)))) with (dist W Z) in *.
  replace (minusC _ _) with (plusC (minusC (minusC (G (F W)) (G (F Z))) (timesC g (minusC (F W) (F Z)))) (timesC g (minusC (minusC (F W) (F Z)) (dot_C a (step W Z))))) by ring.
  eapply Rle_trans; [apply size_plus |]. pose proof (size_times g (minusC (minusC (F W) (F Z)) (dot_C a (step W Z)))) as st. fold B in st.
  assert (b1 : e / (2 * (K + 1)) * sizeC (minusC (F W) (F Z)) <= e / 2 * dist W Z).
  { replace (e / 2 * dist W Z) with (e / (2 * (K + 1)) * ((K + 1) * dist W Z)) by (field; lra). apply Rmult_le_compat_l; lra. }
  assert (b2 : B * sizeC (minusC (minusC (F W) (F Z)) (dot_C a (step W Z))) <= e / 2 * dist W Z).
  { replace (e / 2 * dist W Z) with ((B + 1) * (e / (2 * (B + 1)) * dist W Z)) by (field; lra). apply Rmult_le_compat; [exact g0 | apply size_nonneg | lra | exact k3]. }
  lra.
Qed.

(* f is analytic at X: the complex function F has the values of f near X *)
Definition analytic_at f X := exists F e, 0 < e /\ (forall Z, close e Z (real_state X) -> exists a, has F Z a) /\
  forall Y, close e (real_state Y) (real_state X) -> F (real_state Y) = f Y.
Lemma analytic_is (f : state -> R) : analyticR f <-> forall X, (forall i, dot (X i) (X i) = 1) -> analytic_at (fun Y => (f Y, 0)) X.
Proof. split; intro h; exact h. Qed.
Lemma close_self e Z : 0 < e -> close e Z Z.
Proof. intros h p. rewrite size_zero; [exact h |]. unfold step. change (minusC (Z p) (Z p) = zeroC). ring. Qed.
Lemma at_const z X : analytic_at (fun _ => z) X.
Proof. exists (fun _ => z), 1. repeat split; [lra |]. intros Z _. eexists. apply has_const. Qed.
Lemma at_place i c X : analytic_at (fun Y => (Y i c, 0)) X.
Proof. exists (fun W => W (i, c)), 1. repeat split; [lra |]. intros Z _. eexists. apply has_place. Qed.
Lemma at_plus f g X : analytic_at f X -> analytic_at g X -> analytic_at (fun Y => plusC (f Y) (g Y)) X.
Proof.
  intros [F [e [e0 [hF vF]]]] [G [d [d0 [hG vG]]]]. exists (fun W => plusC (F W) (G W)), (Rmin e d). split; [apply Rmin_glb_lt; auto |].
  pose proof (Rmin_l e d). pose proof (Rmin_r e d). split.
  - intros Z hZ. destruct (hF Z (close_less _ _ _ _ H hZ)) as [a ha]. destruct (hG Z (close_less _ _ _ _ H0 hZ)) as [b hb]. eexists. apply has_plus; eassumption.
  - intros Y hY. rewrite (vF Y (close_less _ _ _ _ H hY)), (vG Y (close_less _ _ _ _ H0 hY)). reflexivity.
Qed.
(* a function of a complex number that is differentiable near the value *)
Lemma at_chain (G : complex -> complex) f X d : 0 < d -> (forall w, sizeC (minusC w (f X)) < d -> exists g : complex, derivable1 G w g) ->
  analytic_at f X -> analytic_at (fun Y => G (f Y)) X.
Proof.
  intros d0 hG [F [e [e0 [hF vF]]]]. destruct (hF (real_state X) (close_self e _ e0)) as [a ha].
  destruct (has_change _ _ _ ha) as [K [r [K0 [r0 ch]]]]. pose proof (vF X (close_self e _ e0)) as vX. pose proof (pos_INR (length places)) as n0. set (n := INR (length places)) in *.
  assert (m0 : 0 < (K + 1) * (n + 1)) by nra. assert (q0 : 0 < d / ((K + 1) * (n + 1))) by (apply Rdiv_lt_0_compat; lra). set (q := d / ((K + 1) * (n + 1))) in *.
  assert (qm : q * ((K + 1) * (n + 1)) = d) by (unfold q; field; lra). clearbody q.
  exists (fun W => G (F W)), (Rmin e (Rmin r q)). split; [repeat apply Rmin_glb_lt; auto |].
  pose proof (Rmin_l e (Rmin r q)) as l1. pose proof (Rmin_r e (Rmin r q)). pose proof (Rmin_l r q). pose proof (Rmin_r r q). split.
  - intros Z hZ. destruct (hF Z (close_less _ _ _ _ l1 hZ)) as [b hb].
    assert (lr_ : Rmin e (Rmin r q) <= r) by lra. assert (lq : Rmin e (Rmin r q) <= q) by lra.
    specialize (ch Z (close_less _ _ _ _ lr_ hZ)). pose proof (dist_below q Z _ (close_less _ _ _ _ lq hZ)) as db. fold n in db. pose proof (dist_nonneg Z (real_state X)).
    rewrite vX in ch. destruct (hG (F Z) ltac:(nra)) as [g hg]. eexists. apply has_chain; eassumption.
  - intros Y hY. rewrite (vF Y (close_less _ _ _ _ l1 hY)). reflexivity.
Qed.
Lemma at_eq f g X e : 0 < e -> (forall Y, close e (real_state Y) (real_state X) -> f Y = g Y) -> analytic_at f X -> analytic_at g X.
Proof.
  intros e0 h [F [d [d0 [hF vF]]]]. exists F, (Rmin e d). pose proof (Rmin_l e d). pose proof (Rmin_r e d). repeat split; [apply Rmin_glb_lt; auto | |].
  - intros Z hZ. apply hF. apply (close_less _ _ _ _ H0 hZ).
  - intros Y hY. rewrite (vF Y (close_less _ _ _ _ H0 hY)). apply h, (close_less _ _ _ _ H hY).
Qed.
Lemma at_same f g X : (forall Y, f Y = g Y) -> analytic_at f X -> analytic_at g X.
Proof. intro h. apply at_eq with 1; [lra | auto]. Qed.
Lemma at_scale z f X : analytic_at f X -> analytic_at (fun Y => timesC z (f Y)) X.
Proof. apply (at_chain (timesC z) f X 1); [lra |]. intros w _. eexists. apply derivable_times. Qed.
Lemma at_times f g X : analytic_at f X -> analytic_at g X -> analytic_at (fun Y => timesC (f Y) (g Y)) X.
Proof.
  assert (sq : forall h, analytic_at h X -> analytic_at (fun Y => timesC (h Y) (h Y)) X).
  { intro h. apply (at_chain (fun w => timesC w w) h X 1); [lra |]. intros w _. eexists. apply derivable_square. }
  intros hf hg. refine (at_same _ _ _ _ (at_scale (/ 2, 0) _ X (at_plus _ _ X (sq _ (at_plus _ _ X hf hg)) (at_scale (-1, 0) _ X (at_plus _ _ X (sq _ hf) (sq _ hg)))))).
  intro Y. apply complex_eq; unfold timesC, plusC; simpl; field.
Qed.
Lemma at_exp f X : analytic_at f X -> analytic_at (fun Y => expC (f Y)) X.
Proof. apply (at_chain expC f X 1); [lra |]. intros w _. eexists. apply derivable_exp. Qed.
Lemma at_inv f X : f X <> (0, 0) -> analytic_at f X -> analytic_at (fun Y => invC (f Y)) X.
Proof.
  intro n. apply (at_chain invC f X (sizeC (f X))); [apply size_pos, n |]. intros w hw. eexists. apply derivable_inverse.
  apply size_not_zero. pose proof (size_far (f X) w). lra.
Qed.
Lemma at_sqrt f X : 0 < fst (f X) -> analytic_at f X -> analytic_at (fun Y => sqrtC (f Y)) X.
Proof.
  intro p. apply (at_chain sqrtC f X (fst (f X))); [exact p |]. intros w hw. eexists. apply derivable_sqrt.
  unfold sizeC, minusC in hw. simpl in hw. pose proof (Rabs_pos (snd w - snd (f X))). pose proof (Rle_abs (- (fst w - fst (f X)))) as a. rewrite Rabs_Ropp in a. lra.
Qed.

(* == the operations on real functions ============================================================================== *)
Implicit Types (u v : state -> R).
Ltac real := intro; apply complex_eq; unfold plusC, timesC, expC, invC; simpl; try ring.
Lemma analytic_const k : analyticR (fun _ : state => k).
Proof. apply analytic_is. intros X _. apply at_const. Qed.
Lemma analytic_coordinate i c : analyticR (fun X : state => X i c).
Proof. apply analytic_is. intros X _. apply at_place. Qed.
Lemma analytic_plus u v : analyticR u -> analyticR v -> analyticR (fun X => u X + v X).
Proof. intros a b. apply analytic_is. intros X s. refine (at_same _ _ _ _ (at_plus _ _ X (a X s) (b X s))). real. Qed.
Lemma analytic_mult u v : analyticR u -> analyticR v -> analyticR (fun X => u X * v X).
Proof. intros a b. apply analytic_is. intros X s. refine (at_same _ _ _ _ (at_times _ _ X (a X s) (b X s))). real. Qed.
Lemma analytic_Sum {A : Type} (l : list A) (u : A -> state -> R) : (forall x, In x l -> analyticR (u x)) -> analyticR (fun X => Sum l (fun x => u x X)).
Proof.
  induction l as [| x l IH]; simpl; intro h; [apply analytic_const |]. apply analytic_plus; [apply h; left; reflexivity | apply IH; intros; apply h; right; assumption].
Qed.
Lemma analytic_exp u : analyticR u -> analyticR (fun X => exp (u X)).
Proof. intros a. apply analytic_is. intros X s. refine (at_same _ _ _ _ (at_exp _ X (a X s))). real; rewrite ?cos_0, ?sin_0; ring. Qed.
Lemma analytic_inv u : analyticR u -> (forall X, (forall i, dot (X i) (X i) = 1) -> u X <> 0) -> analyticR (fun X => / u X).
Proof.
  intros a n. apply analytic_is. intros X s. assert (m : ((u X, 0) : complex) <> (0, 0)) by (intro e; apply (f_equal fst) in e; exact (n X s e)).
  refine (at_same _ _ _ _ (at_inv _ X m (a X s))). intro Y. apply complex_eq; unfold invC; simpl; [| ring].
  destruct (Req_dec (u Y) 0) as [-> | k]; [rewrite Rmult_0_l, Rinv_0; ring | field; exact k].
Qed.
Lemma analytic_sqrt u : analyticR u -> (forall X, (forall i, dot (X i) (X i) = 1) -> 0 < u X) -> analyticR (fun X => sqrt (u X)).
Proof.
  intros a p. apply analytic_is. intros X s. pose proof (a X s) as [F [e [e0 [hF vF]]]].
  (* the complex root is the real one at positive numbers *)
  assert (pos : analytic_at (fun Y => sqrtC (u Y, 0)) X) by (apply (at_sqrt (fun Y => (u Y, 0))); [apply p, s | apply a, s]).
  revert pos. apply at_same. intro Y. unfold sqrtC. simpl. apply complex_eq; simpl; [| ring].
  replace (u Y * u Y + 0 * 0) with (Rsqr (u Y)) by (unfold Rsqr; ring). rewrite sqrt_Rsqr_abs.
  destruct (Rle_or_lt 0 (u Y)) as [h | h]; [rewrite Rabs_right by lra; f_equal; field |].
  rewrite Rabs_left by exact h. rewrite (sqrt_neg_0 (u Y)) by lra. replace ((- u Y + u Y) / 2) with 0 by field. apply sqrt_0.
Qed.
Lemma turn x : expC (timesC (0, 1) (x, 0)) = (cos x, sin x).
Proof.
  apply complex_eq; unfold expC, timesC; cbn [fst snd]; replace (0 * x - 1 * 0) with 0 by ring; replace (0 * 0 + 1 * x) with x by ring; rewrite exp_0; ring.
Qed.
Lemma turn_back x : expC (timesC (0, -1) (x, 0)) = (cos x, - sin x).
Proof.
  apply complex_eq; unfold expC, timesC; cbn [fst snd]; replace (0 * x - -1 * 0) with 0 by ring; replace (0 * 0 + -1 * x) with (- x) by ring;
    rewrite exp_0, ?cos_neg, ?sin_neg; ring.
Qed.
Lemma analytic_sin u : analyticR u -> analyticR (fun X => sin (u X)).
Proof.
  intros a. apply analytic_is. intros X s. 
  refine (at_same _ _ _ _ (at_scale (0, -/ 2) _ X (at_plus _ _ X (at_exp _ X (at_scale (0, 1) _ X (a X s))) (at_scale (-1, 0) _ X (at_exp _ X (at_scale (0, -1) _ X (a X s))))))).
  intro Y. rewrite turn, turn_back. apply complex_eq; cbv [timesC plusC fst snd]; field.
Qed.
Lemma analytic_cos u : analyticR u -> analyticR (fun X => cos (u X)).
Proof.
  intros a. apply analytic_is. intros X s.
  refine (at_same _ _ _ _ (at_scale (/ 2, 0) _ X (at_plus _ _ X (at_exp _ X (at_scale (0, 1) _ X (a X s))) (at_exp _ X (at_scale (0, -1) _ X (a X s)))))).
  intro Y. rewrite turn, turn_back. apply complex_eq; cbv [timesC plusC fst snd]; field.
Qed.
Lemma analytic_tanh u : analyticR u -> analyticR (fun X => tanh (u X)).
Proof.
  intros a. assert (e2 : analyticR (fun X => exp (2 * u X))) by (apply (analytic_exp (fun X => 2 * u X)), analytic_mult; [apply analytic_const | exact a]).
  replace (fun X => tanh (u X)) with (fun X => (exp (2 * u X) + -1) * / (exp (2 * u X) + 1)).
  - apply analytic_mult; [apply analytic_plus; [exact e2 | apply analytic_const] |].
    apply (analytic_inv (fun X => exp (2 * u X) + 1)); [apply analytic_plus; [exact e2 | apply analytic_const] |]. intros X _. pose proof (exp_pos (2 * u X)). lra.
  - apply functional_extensionality. intro X. rewrite tanh_is. reflexivity.
Qed.
Lemma analytic_cong u v : (forall X, Words.sph I E X -> exists e, 0 < e /\ forall Z : state, Words.near I E Z X e -> u Z = v Z) -> analyticR u -> analyticR v.
Proof.
  intros h a. apply analytic_is. intros X s. destruct (h X s) as [e [e0 k]]. assert (n0 : 0 < dim E) by (destruct (dim_size E) as [n ->]; rewrite S_INR; pose proof (pos_INR n); lra).
  apply (at_eq (fun Y => (u Y, 0)) (fun Y => (v Y, 0)) X (e / (2 * dim E))); [apply Rdiv_lt_0_compat; lra | | apply a, s]. intros Y hY. f_equal. apply k. intro i.
  apply Rle_lt_trans with (e / (2 * dim E) * dim E); [| replace (e / (2 * dim E) * dim E) with (e / 2) by (field; lra); lra].
  apply norm_below. intro c. specialize (hY (i, c)). unfold step, sizeC, minusC, real_state in hY. simpl in hY. rewrite Rminus_0_r, Rabs_R0, Rplus_0_r in hY.
  unfold addV, scaleV. replace (Y i c + -1 * X i c) with (Y i c - X i c) by ring. lra.
Qed.
End States.
