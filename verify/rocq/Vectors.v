(* Vectors of a Euclidean space, and linear maps. *)
From Attn Require Export Sums.

Section Vectors.
Context {E : space}.
Implicit Types u v w : vector E.
Lemma vector_eq u v : (forall c, u c = v c) -> u = v.
Proof. apply functional_extensionality. Qed.
Lemma dot_sym u v : dot u v = dot v u.
Proof. apply Sum_eq. intros; ring. Qed.
Lemma dot_add_r u v w : dot u (addV v w) = dot u v + dot u w.
Proof. unfold dot, addV. rewrite <- Sum_plus. apply Sum_eq. intros; ring. Qed.
Lemma dot_scale_r u k v : dot u (scaleV k v) = k * dot u v.
Proof. unfold dot, scaleV. rewrite <- Sum_scale. apply Sum_eq. intros; ring. Qed.
Lemma dot_add_l u v w : dot (addV u v) w = dot u w + dot v w.
Proof. rewrite !(dot_sym _ w). apply dot_add_r. Qed.
Lemma dot_scale_l u k v : dot (scaleV k u) v = k * dot u v.
Proof. rewrite !(dot_sym _ v). apply dot_scale_r. Qed.
Lemma dot_pos u : 0 <= dot u u.
Proof. apply Sum_nonneg. intros. apply Rle_0_sqr. Qed.
Lemma dot_zero u : dot u u <= 0 -> u = zeroV.
Proof.
  intro h. apply vector_eq. intro c. pose proof (Sum_term (every E) (fun c => u c * u c) c (complete E c) (fun x _ => Rle_0_sqr (u x))).
  unfold dot in h. unfold zeroV. cbv beta in *. nra.
Qed.
Lemma norm_square u : norm u * norm u = dot u u.
Proof. apply sqrt_def, dot_pos. Qed.
Lemma norm_nonneg u : 0 <= norm u.
Proof. apply sqrt_pos. Qed.
Lemma discriminant a b c : 0 <= c -> (forall k, 0 <= a + 2 * k * b + k * k * c) -> b * b <= a * c.
Proof.
  intros c0 h. destruct (Req_dec c 0) as [-> | n].
  - destruct (Req_dec b 0) as [-> | m]; [lra |]. specialize (h (- (a + 1) / (2 * b))).
    replace (2 * (- (a + 1) / (2 * b)) * b) with (- (a + 1)) in h by (field; lra). lra.
  - specialize (h (- b / c)). assert (k : 0 <= (a + 2 * (- b / c) * b + - b / c * (- b / c) * c) * c) by (apply Rmult_le_pos; lra).
    replace ((a + 2 * (- b / c) * b + - b / c * (- b / c) * c) * c) with (a * c - b * b) in k by (field; lra). lra.
Qed.
Lemma Schwarz_squares u w : dot u w * dot u w <= dot u u * dot w w.
Proof.
  apply discriminant; [apply dot_pos |]. intro k. pose proof (dot_pos (addV u (scaleV k w))) as h.
  rewrite !dot_add_r, !dot_add_l, !dot_scale_r, !dot_scale_l in h. rewrite (dot_sym w u) in h. lra.
Qed.
Lemma Schwarz u w : dot u w <= norm u * norm w.
Proof.
  pose proof (norm_nonneg u). pose proof (norm_nonneg w). apply below_square; [apply Rmult_le_pos; assumption |].
  replace (norm u * norm w * (norm u * norm w)) with ((norm u * norm u) * (norm w * norm w)) by ring.
  rewrite !norm_square. apply Schwarz_squares.
Qed.
Lemma triangle u w : norm (addV u w) <= norm u + norm w.
Proof.
  pose proof (norm_nonneg u). pose proof (norm_nonneg w). apply below_square; [lra |].
  rewrite norm_square, dot_add_r, !dot_add_l, (dot_sym w u).
  pose proof (Schwarz u w). pose proof (norm_square u). pose proof (norm_square w). nra.
Qed.
Lemma norm_scale u k : norm (scaleV k u) = Rabs k * norm u.
Proof.
  unfold norm. rewrite dot_scale_r, dot_scale_l, <- Rmult_assoc, sqrt_mult; [| apply Rle_0_sqr | apply dot_pos].
  f_equal. apply sqrt_Rsqr_abs.
Qed.
Lemma norm_zero : norm (zeroV : vector E) = 0.
Proof. unfold norm. replace (dot _ _) with 0; [apply sqrt_0 |]. symmetry. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Lemma coordinate u c : Rabs (u c) <= norm u.
Proof.
  apply below_square; [apply norm_nonneg |]. rewrite norm_square.
  pose proof (Sum_term (every E) (fun c => u c * u c) c (complete E c) (fun x _ => Rle_0_sqr (u x))) as h.
  rewrite <- Rabs_mult, Rabs_right; [exact h | apply Rle_ge, Rle_0_sqr].
Qed.
Lemma norm_coordinates u : norm u <= Sum (every E) (fun c => Rabs (u c)).
Proof.
  assert (n0 : 0 <= Sum (every E) (fun c => Rabs (u c))) by (apply Sum_nonneg; intros; apply Rabs_pos).
  apply below_square; [exact n0 |]. rewrite norm_square, <- Sum_scale. unfold dot. apply Sum_le. intros c i.
  pose proof (Sum_term (every E) (fun c => Rabs (u c)) c i (fun x _ => Rabs_pos (u x))) as h. cbv beta in h.
  apply Rle_trans with (Rabs (u c) * Rabs (u c)); [rewrite <- Rabs_mult; apply Rle_abs | apply Rmult_le_compat_r; [apply Rabs_pos | exact h]].
Qed.
Lemma norm_is_zero u : norm u <= 0 -> u = zeroV.
Proof. intro h. apply dot_zero. rewrite <- norm_square. pose proof (norm_nonneg u). nra. Qed.
(* the norm is that of coordinates up to the factor dim E *)
Lemma norm_below u e : (forall c, Rabs (u c) <= e) -> norm u <= e * dim E.
Proof.
  intro h. eapply Rle_trans; [apply norm_coordinates |]. unfold dim. rewrite <- Sum_ones, <- Sum_scale. apply Sum_le. intros c _. specialize (h c). lra.
Qed.
Lemma norm_change u v : Rabs (norm u - norm v) <= Sum (every E) (fun c => Rabs (u c - v c)).
Proof.
  assert (half : forall u v : vector E, norm u - norm v <= Sum (every E) (fun c => Rabs (u c - v c))).
  { intros a b. pose proof (triangle b (addV a (scaleV (-1) b))) as h.
    replace (addV b (addV a (scaleV (-1) b))) with a in h by (apply vector_eq; intro; unfold addV, scaleV; ring).
    pose proof (norm_coordinates (addV a (scaleV (-1) b))) as k.
    rewrite (Sum_eq _ _ (fun c => Rabs (a c - b c))) in k by (intros; unfold addV, scaleV; f_equal; ring). lra. }
  apply Rabs_le. pose proof (half u v). pose proof (half v u) as k.
  rewrite (Sum_eq _ _ (fun c => Rabs (u c - v c))) in k by (intros; apply Rabs_minus_sym). lra.
Qed.
(* the coordinate vectors *)
Definition axis (a : E) : vector E := fun c => ite (c = a) 1 0.
Lemma Sum_axis (f : E -> R) (a : E) : Sum (every E) (fun c => f c * axis a c) = f a.
Proof.
  transitivity (sum (fun x => x = a) f); [| apply sum_single; tauto].
  unfold sum, range. induction (every E) as [| b l IH]; simpl; [reflexivity |]. rewrite IH. unfold axis, ite.
  destruct (excluded_middle_informative (b = a)); simpl; lra.
Qed.
Lemma dot_axis u a : dot u (axis a) = u a.
Proof. apply (Sum_axis u a). Qed.
End Vectors.

Lemma lin_add {E F : space} (W : linear E F) u v : lin W (addV u v) = addV (lin W u) (lin W v).
Proof. apply vector_eq. intro c. unfold lin, addV. rewrite <- Sum_plus. apply Sum_eq. intros; ring. Qed.
Lemma lin_scale {E F : space} (W : linear E F) k u : lin W (scaleV k u) = scaleV k (lin W u).
Proof. apply vector_eq. intro c. unfold lin, scaleV. rewrite <- Sum_scale. apply Sum_eq. intros; ring. Qed.

(* a basis: the coordinate vectors, by their number in the list of coordinates *)
Lemma nth_apart {X : Type} (l : list X) (d : X) i j : NoDup l -> (i < length l)%nat -> (j < length l)%nat -> nth i l d = nth j l d -> i = j.
Proof. intros nd hi hj h. apply (proj1 (NoDup_nth l d) nd i j hi hj h). Qed.
Definition basis (E : space) (n : nat) : vector E := axis (nth n (every E) (some E)).
Lemma basis_orthonormal (E : space) j k : (j < length (every E))%nat -> (k < length (every E))%nat ->
  dot (basis E j) (basis E k) = ite (j = k) 1 0.
Proof.
  intros hj hk. unfold basis. rewrite dot_axis. unfold axis at 1. set (a := nth j _ _). set (b := nth k _ _).
  destruct (classic (j = k)) as [-> | n]; [rewrite !ite_true; auto | rewrite !ite_false; auto].
  intro h. apply n. apply (nth_apart (every E) (some E)); auto. apply once.
Qed.
Lemma basis_complete (E : space) (u : vector E) : (forall j, (j < length (every E))%nat -> dot u (basis E j) = 0) -> u = zeroV.
Proof.
  intro h. apply vector_eq. intro c. destruct (In_nth (every E) c (some E) (complete E c)) as [j [hj <-]].
  specialize (h j hj). unfold basis in h. rewrite dot_axis in h. exact h.
Qed.

(* what is additive and homogeneous is given by a matrix *)
Lemma operators_exist {E F : space} (f : vector E -> vector F) : (forall a b c, f (addV a (scaleV c b)) = addV (f a) (scaleV c (f b))) ->
  exists W : linear E F, forall u, lin W u = f u.
Proof.
  intro h. assert (z : f zeroV = zeroV).
  { pose proof (h zeroV zeroV 1) as k. replace (addV zeroV (scaleV 1 zeroV)) with (zeroV : vector E) in k by (apply vector_eq; intro; unfold addV, scaleV, zeroV; ring).
    apply vector_eq. intro c. apply (f_equal (fun v => v c)) in k. unfold addV, scaleV in k. cbv beta in k. unfold zeroV at 2. lra. }
  exists (fun c d => f (axis d) c). intro u.
  assert (k : forall l : list E, NoDup l -> f (fun c => ite (In c l) (u c) 0) = fun c => Sum l (fun d => f (axis d) c * u d)).
  { induction l as [| a l IH]; intro nd.
    - transitivity (f zeroV); [| exact z]. f_equal. apply vector_eq. intro c. rewrite ite_false; [reflexivity | simpl; tauto].
    - inversion nd; subst. replace (fun c => ite (In c (a :: l)) (u c) 0) with (addV (fun c => ite (In c l) (u c) 0) (scaleV (u a) (axis a))).
      + rewrite h, IH by assumption. apply vector_eq. intro c. unfold addV, scaleV. simpl. ring.
      + apply vector_eq. intro c. unfold addV, scaleV, axis. destruct (classic (c = a)) as [-> | n].
        * rewrite (ite_false (In a l)), (ite_true (a = a)), (ite_true (In a (a :: l))); [ring | left; reflexivity | reflexivity | assumption].
        * rewrite (ite_false (c = a)) by assumption. destruct (classic (In c l)) as [i | i].
          -- rewrite !ite_true; [ring | right; exact i | exact i].
          -- rewrite !ite_false; [ring | intros [e | e]; [congruence | contradiction] | exact i]. }
  specialize (k (every E) (once E)). unfold lin. rewrite <- k. f_equal. apply vector_eq. intro c. rewrite ite_true; [reflexivity | apply complete].
Qed.
