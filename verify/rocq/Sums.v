(* Logic, order, inverses; sums and extrema over lists and over ranges of indices; sizes; functions of numbers. *)
From Attn Require Export Meaning.

(* == logic: Coq's own, with the axiom of the excluded middle ======================================================= *)
Lemma formulas_equal (P Q : Prop) : (P -> Q) -> (Q -> P) -> P = Q.
Proof. intros. apply propositional_extensionality. tauto. Qed.
Lemma choose {A B : Type} (P : A -> B -> Prop) : (forall x, exists y, P x y) -> exists f : A -> B, forall x, P x (f x).
Proof.
  intro h. exists (fun x => proj1_sig (constructive_indefinite_description _ (h x))).
  intro x. destruct (constructive_indefinite_description _ (h x)) as [y p]. exact p.
Qed.
Lemma ite_true {A : Type} (P : Prop) (a b : A) : P -> ite P a b = a.
Proof. intro p. unfold ite. destruct (excluded_middle_informative P); [reflexivity | contradiction]. Qed.
Lemma ite_false {A : Type} (P : Prop) (a b : A) : ~ P -> ite P a b = b.
Proof. intro n. unfold ite. destruct (excluded_middle_informative P); [contradiction | reflexivity]. Qed.

(* == the least upper bound; a greatest lower bound ================================================================= *)
Lemma supremum (P : R -> Prop) b : (exists x, P x) -> (forall x, P x -> x <= b) ->
  exists s, (forall x, P x -> x <= s) /\ forall c, (forall x, P x -> x <= c) -> s <= c.
Proof. intros some_ up. destruct (completeness P) as [s [h k]]; [exists b; exact up | exact some_ |]. exists s. split; [exact h | exact k]. Qed.
Lemma infimum (S : R -> Prop) b : (exists x, S x) -> (forall x, S x -> b <= x) -> exists m, greatest_below S m.
Proof.
  intros [x sx] low. destruct (supremum (fun y => S (- y)) (- b)) as [s [h k]].
  - exists (- x). rewrite Ropp_involutive. exact sx.
  - intros y sy. specialize (low _ sy). lra.
  - exists (- s). split.
    + intros y sy. specialize (h (- y)). rewrite Ropp_involutive in h. specialize (h sy). lra.
    + intros c hc. specialize (k (- c)). cut (s <= - c); [lra | apply k]. intros y sy. specialize (hc _ sy). lra.
Qed.
(* a small number below finitely many *)
Lemma small_enough {A : Type} (l : list A) (Q : A -> R -> Prop) : (forall x, In x l -> exists d, 0 < d /\ Q x d) ->
  (forall x d e, Q x d -> 0 < e <= d -> Q x e) -> exists d, 0 < d /\ forall x, In x l -> Q x d.
Proof.
  intros h down. induction l as [| a l IH]; [exists 1; split; [lra | intros x []] |].
  destruct (h a (or_introl eq_refl)) as [d [dp hd]]. destruct IH as [e [ep he]]; [intros; apply h; right; assumption |].
  pose proof (Rmin_l d e). pose proof (Rmin_r d e). assert (0 < Rmin d e) by (apply Rmin_glb_lt; auto).
  exists (Rmin d e). split; [assumption |]. intros x [<- | i]; [apply down with d | apply down with e]; auto.
Qed.
Lemma below_square a b : 0 <= b -> a * a <= b * b -> a <= b.
Proof. intros. destruct (Rle_or_lt a b); [assumption | nra]. Qed.

Lemma Rabs_le_inv a b : Rabs a <= b -> - b <= a <= b.
Proof. unfold Rabs. destruct (Rcase_abs a); lra. Qed.

(* == sums over lists =============================================================================================== *)
Section Lists.
Context {X : Type}.
Implicit Types (l : list X) (f g : X -> R).
Lemma Sum_nonneg l f : (forall x, In x l -> 0 <= f x) -> 0 <= Sum l f.
Proof. induction l as [| a l IH]; simpl; intro h; [lra |]. pose proof (h a (or_introl eq_refl)). pose proof (IH (fun x k => h x (or_intror k))). lra. Qed.
Lemma Sum_eq l f g : (forall x, In x l -> f x = g x) -> Sum l f = Sum l g.
Proof. induction l as [| a l IH]; simpl; intro h; [lra |]. rewrite (h a), IH; auto. Qed.
Lemma Sum_plus l f g : Sum l (fun x => f x + g x) = Sum l f + Sum l g.
Proof. induction l; simpl; lra. Qed.
Lemma Sum_scale l k f : Sum l (fun x => k * f x) = k * Sum l f.
Proof. induction l; simpl; [lra | rewrite IHl; lra]. Qed.
Lemma Sum_scale_r l k f : Sum l (fun x => f x * k) = Sum l f * k.
Proof. induction l; simpl; [lra | rewrite IHl; lra]. Qed.
Lemma Sum_minus l f g : Sum l (fun x => f x - g x) = Sum l f - Sum l g.
Proof. induction l; simpl; lra. Qed.
Lemma Sum_zero l f : (forall x, In x l -> f x = 0) -> Sum l f = 0.
Proof. intro h. rewrite (Sum_eq l f (fun _ => 0 * 0)); [rewrite Sum_scale; lra | intros; rewrite h; auto; lra]. Qed.
Lemma Sum_le l f g : (forall x, In x l -> f x <= g x) -> Sum l f <= Sum l g.
Proof.
  intro h. pose proof (Sum_nonneg l (fun x => g x - f x)) as k. rewrite Sum_minus in k. cut (0 <= Sum l g - Sum l f); [lra |].
  apply k. intros x i. specialize (h x i). lra.
Qed.
Lemma Sum_swap {Y} l (m : list Y) (f : X -> Y -> R) : Sum l (fun x => Sum m (f x)) = Sum m (fun y => Sum l (fun x => f x y)).
Proof. induction l as [| a l IH]; simpl; [induction m; simpl; lra | rewrite IH; clear; induction m; simpl; lra]. Qed.
Lemma Sum_app l m f : Sum (l ++ m) f = Sum l f + Sum m f.
Proof. induction l; simpl; lra. Qed.
Lemma Sum_abs l f : Rabs (Sum l f) <= Sum l (fun x => Rabs (f x)).
Proof. induction l as [| a l IH]; simpl; [rewrite Rabs_R0; lra |]. eapply Rle_trans; [apply Rabs_triang | lra]. Qed.
Lemma Sum_term l f y : In y l -> (forall x, In x l -> 0 <= f x) -> f y <= Sum l f.
Proof.
  induction l as [| a l IH]; simpl; [tauto |]. intros [-> | k] h.
  - pose proof (Sum_nonneg l f (fun x k => h x (or_intror k))). lra.
  - pose proof (IH k (fun x k => h x (or_intror k))). pose proof (h a (or_introl eq_refl)). lra.
Qed.
Lemma Sum_ones l : Sum l (fun _ => 1) = INR (length l).
Proof. induction l as [| a l IH]; [reflexivity |]. simpl Sum. rewrite IH. change (length (a :: l)) with (S (length l)). rewrite S_INR. lra. Qed.
(* the part of a list, by a predicate *)
Definition part (P : X -> Prop) l := filter (fun x => if excluded_middle_informative (P x) then true else false) l.
Lemma in_part P l x : In x (part P l) <-> In x l /\ P x.
Proof.
  unfold part. rewrite filter_In. destruct (excluded_middle_informative (P x)); [tauto |].
  split; intros [a b]; [discriminate | contradiction].
Qed.
Lemma part_cong (P Q : X -> Prop) l : (forall x, P x <-> Q x) -> part P l = part Q l.
Proof.
  intro h. unfold part. apply filter_ext. intro x.
  destruct (excluded_middle_informative (P x)) as [p | p], (excluded_middle_informative (Q x)) as [q | q]; firstorder.
Qed.
Lemma Sum_split (P Q : X -> Prop) l f :
  Sum (part P l) f = Sum (part (fun x => P x /\ Q x) l) f + Sum (part (fun x => P x /\ ~ Q x) l) f.
Proof.
  induction l as [| a l IH]; simpl; [lra |].
  destruct (excluded_middle_informative (P a)), (excluded_middle_informative (P a /\ Q a)), (excluded_middle_informative (P a /\ ~ Q a));
    simpl; try tauto; fold (part P l) (part (fun x => P x /\ Q x) l) (part (fun x => P x /\ ~ Q x) l); try lra.
Qed.
Lemma part_none (P : X -> Prop) l : (forall x, ~ P x) -> part P l = [].
Proof. intro h. induction l as [| a l IH]; simpl; [reflexivity |]. destruct (excluded_middle_informative (P a)); [firstorder | exact IH]. Qed.
Lemma part_single (P : X -> Prop) l y : NoDup l -> In y l -> (forall x, P x <-> x = y) -> part P l = [y].
Proof.
  intros nd i h. induction l as [| a l IH]; [destruct i |]. inversion nd; subst. simpl.
  destruct (excluded_middle_informative (P a)) as [p | p].
  - apply h in p. subst a. f_equal. fold (part P l). assert (no : forall x, In x l -> ~ P x) by (intros x j q; apply h in q; subst; contradiction).
    clear - no. induction l as [| a l IH]; simpl; [reflexivity |].
    destruct (excluded_middle_informative (P a)) as [q | q]; [destruct (no a (or_introl eq_refl) q) | apply IH; intros; apply no; right; assumption].
  - destruct i as [-> | i]; [exfalso; apply p, h; reflexivity | apply IH; assumption].
Qed.
Lemma Prod_split (P Q : X -> Prop) l f :
  Prod (part P l) f = Prod (part (fun x => P x /\ Q x) l) f * Prod (part (fun x => P x /\ ~ Q x) l) f.
Proof.
  induction l as [| a l IH]; simpl; [lra |].
  destruct (excluded_middle_informative (P a)), (excluded_middle_informative (P a /\ Q a)), (excluded_middle_informative (P a /\ ~ Q a));
    simpl; try tauto; fold (part P l) (part (fun x => P x /\ Q x) l) (part (fun x => P x /\ ~ Q x) l); try (rewrite IH; ring).
Qed.
Lemma Prod_eq l f g : (forall x, In x l -> f x = g x) -> Prod l f = Prod l g.
Proof. induction l as [| a l IH]; simpl; intro h; [lra |]. rewrite (h a), IH; auto. Qed.
Lemma Max_above l f y : In y l -> f y <= Max l f.
Proof.
  induction l as [| a l IH]; [simpl; tauto |]. intro k. destruct l as [| b l]; [destruct k as [-> | []]; simpl; lra |].
  change (f y <= Rmax (f a) (Max (b :: l) f)). destruct k as [-> | k]; [apply Rmax_l | eapply Rle_trans; [apply IH, k | apply Rmax_r]].
Qed.
Lemma Max_attained l f : l <> [] -> exists x, In x l /\ Max l f = f x.
Proof.
  induction l as [| a l IH]; [congruence |]. intros _. destruct l as [| b l]; [exists a; simpl; auto |].
  destruct IH as [x [i e]]; [congruence |]. change (exists x, In x (a :: b :: l) /\ Rmax (f a) (Max (b :: l) f) = f x).
  destruct (Rle_dec (f a) (Max (b :: l) f)).
  - exists x. split; [right; exact i | rewrite Rmax_right; auto].
  - exists a. split; [left; reflexivity | apply Rmax_left; lra].
Qed.
Lemma Max_eq l f g : (forall x, In x l -> f x = g x) -> Max l f = Max l g.
Proof.
  intro h. induction l as [| a l IH]; [reflexivity |]. destruct l as [| b l]; [apply h; left; reflexivity |].
  change (Rmax (f a) (Max (b :: l) f) = Rmax (g a) (Max (b :: l) g)). rewrite IH, (h a); [reflexivity | left; reflexivity | intros; apply h; right; assumption].
Qed.
Lemma Max_near l f g : Rabs (Max l f - Max l g) <= Sum l (fun x => Rabs (f x - g x)).
Proof.
  destruct l as [| a l]; [simpl; rewrite Rminus_diag_eq, Rabs_R0; lra |].
  destruct (Max_attained (a :: l) f) as [x [ix ex]]; [congruence |]. destruct (Max_attained (a :: l) g) as [y [iy ey]]; [congruence |].
  pose proof (Max_above (a :: l) g x ix). pose proof (Max_above (a :: l) f y iy).
  pose proof (Sum_term (a :: l) (fun x => Rabs (f x - g x)) x ix (fun _ _ => Rabs_pos _)).
  pose proof (Sum_term (a :: l) (fun x => Rabs (f x - g x)) y iy (fun _ _ => Rabs_pos _)). cbv beta in *.
  pose proof (Rle_abs (f x - g x)). pose proof (Rle_abs (- (f y - g y))) as q. rewrite Rabs_Ropp in q. apply Rabs_le. lra.
Qed.
End Lists.
Lemma Sum_pairs {A B : Type} (l : list A) (m : list B) (h : A * B -> R) : Sum (list_prod l m) h = Sum l (fun x => Sum m (fun y => h (x, y))).
Proof.
  induction l as [| x l IH]; [reflexivity |]. simpl. rewrite Sum_app, IH. f_equal. clear. induction m as [| y m IH]; [reflexivity |]. simpl. rewrite IH. reflexivity.
Qed.
Lemma Sum_part {X : Type} (P : X -> Prop) l (e : X -> R) : Sum (part P l) e = Sum l (fun x => ite (P x) (e x) 0).
Proof.
  induction l as [| x l IH]; [reflexivity |]. simpl. rewrite <- IH. unfold ite, part. destruct (excluded_middle_informative (P x)); simpl; lra.
Qed.
Lemma part_all {X : Type} (l : list X) : part (fun _ => True) l = l.
Proof. unfold part. induction l as [| x l IH]; simpl; [reflexivity |]. destruct (excluded_middle_informative True); [f_equal; exact IH | tauto]. Qed.
Lemma Sum_at {X : Type} (l : list X) (f : X -> R) x : NoDup l -> In x l -> Sum l f = f x + Sum (part (fun y => y <> x) l) f.
Proof.
  intros nd i. rewrite <- (part_all l) at 1. rewrite (Sum_split (fun _ => True) (fun y => y = x)), (part_single _ l x nd i); [| intro y; tauto].
  simpl. rewrite Rplus_0_r. f_equal. f_equal. apply part_cong. intro y. tauto.
Qed.
Lemma NoDup_part {X : Type} (P : X -> Prop) l : NoDup l -> NoDup (part P l).
Proof. apply NoDup_filter. Qed.
Lemma NoDup_pairs {X Y : Type} (l : list X) (m : list Y) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  assert (app_ : forall a b : list (X * Y), NoDup a -> NoDup b -> (forall p, In p a -> ~ In p b) -> NoDup (a ++ b)).
  { induction a as [| p a IH]; intros b na nb dis; [exact nb |]. inversion na; subst. simpl. constructor.
    - rewrite in_app_iff. intros [? | ?]; [contradiction | apply (dis p); simpl; auto].
    - apply IH; auto. intros q hq. apply dis. right; exact hq. }
  intros nl nm. induction l as [| x l IH]; [constructor |]. inversion nl; subst. simpl. apply app_; [| apply IH; assumption |].
  - clear - nm. induction nm as [| y m n _ IH]; [constructor |]. simpl. constructor; [| exact IH]. intro i. apply in_map_iff in i. destruct i as [z [e i]]. congruence.
  - intros [x' y'] i j. apply in_map_iff in i. destruct i as [z [e _]]. apply in_prod_iff in j. inversion e; subst. tauto.
Qed.
Lemma Sum_S (f : nat -> R) n : Sum (seq 0 (S n)) f = Sum (seq 0 n) f + f n.
Proof. rewrite seq_S, Sum_app. simpl. lra. Qed.
Lemma Sum_more (f : nat -> R) n m : (n <= m)%nat -> (forall k, 0 <= f k) -> Sum (seq 0 n) f <= Sum (seq 0 m) f.
Proof. intros nm f0. induction nm; [lra |]. rewrite Sum_S. pose proof (f0 m). lra. Qed.

(* == over ranges of indices ======================================================================================== *)
Section Ranges.
Context {I : index}.
Implicit Types (A B : I -> Prop) (e f : I -> R).
Lemma in_range A x : In x (range A) <-> A x.
Proof. change (In x (part A (every I)) <-> A x). rewrite in_part. pose proof (complete I x). tauto. Qed.
Lemma range_cong A B : (forall x, A x = B x) -> range A = range B.
Proof. intro h. apply (part_cong A B). intro x. rewrite h. tauto. Qed.
Lemma sum_mono A e : (forall x, A x -> 0 <= e x) -> 0 <= sum A e.
Proof. intro h. apply Sum_nonneg. intros x i. apply h, in_range, i. Qed.
Lemma sum_split A B e : sum A e = sum (fun x => A x /\ B x) e + sum (fun x => A x /\ ~ B x) e.
Proof. apply (Sum_split A B). Qed.
Lemma sum_single A e y : (forall x, A x <-> x = y) -> sum A e = e y.
Proof. intro h. unfold sum. change (range A) with (part A (every I)). rewrite (part_single A _ y (once I) (complete I y) h). simpl. lra. Qed.
Lemma sum_take A e y : A y -> sum A e = e y + sum (fun x => A x /\ x <> y) e.
Proof.
  intro ay. rewrite (sum_split A (fun x => x = y)). f_equal. apply sum_single. intro x. split; [tauto | intros ->; auto].
Qed.
Lemma sum_empty A e : (forall x, ~ A x) -> sum A e = 0.
Proof. intro h. unfold sum. change (range A) with (part A (every I)). rewrite part_none; auto. Qed.
Lemma sum_cong A B e f : (forall x, A x = B x) -> (forall x, A x -> e x = f x) -> sum A e = sum B f.
Proof. intros h k. unfold sum. rewrite <- (range_cong A B h). apply Sum_eq. intros x i. apply k, in_range, i. Qed.
Lemma prod_take A e y : A y -> prod A e = e y * prod (fun x => A x /\ x <> y) e.
Proof.
  intro ay. unfold prod. change (range A) with (part A (every I)) at 1. rewrite (Prod_split A (fun x => x = y)). f_equal.
  rewrite (part_single (fun x => A x /\ x = y) _ y (once I) (complete I y)); [simpl; lra | intro x; split; [tauto | intros ->; auto]].
Qed.
Lemma prod_empty A e : (forall x, ~ A x) -> prod A e = 1.
Proof. intro h. unfold prod. change (range A) with (part A (every I)). rewrite part_none; auto. Qed.
Lemma max_above A e y : A y -> e y <= maxI A e.
Proof. intro h. apply Max_above, in_range, h. Qed.
Lemma max_attained A e : (exists x, A x) -> exists y, A y /\ maxI A e = e y.
Proof.
  intros [x a]. destruct (Max_attained (range A) e) as [y [i h]].
  - intro n. apply in_range in a. rewrite n in a. exact a.
  - exists y. split; [apply in_range, i | exact h].
Qed.
Lemma max_cong A B e f : (forall x, A x = B x) -> (forall x, A x -> e x = f x) -> maxI A e = maxI B f.
Proof. intros h k. unfold maxI. rewrite <- (range_cong A B h). apply Max_eq. intros x i. apply k, in_range, i. Qed.
Lemma min_is A e : minI A e = -1 * maxI A (fun x => -1 * e x).
Proof. unfold minI, maxI. rewrite (Max_eq _ _ (fun x => -1 * e x)) by (intros; lra). lra. Qed.
(* order *)
Lemma order_induction (P : I -> Prop) : (forall x, (forall y, ltI y x -> P y) -> P x) -> forall x, P x.
Proof.
  intros h x. remember (rank I x) as n eqn:e. revert x e. induction n as [n IH] using lt_wf_ind. intros x ->.
  apply h. intros y k. apply (IH (rank I y)); [exact k | reflexivity].
Qed.
Lemma index_card : exists n : nat, sum (fun _ : I => True) (fun _ => 1) = INR (S n).
Proof.
  exists (length (every I) - 1)%nat. unfold sum. rewrite Sum_ones.
  change (range (fun _ : I => True)) with (part (fun _ : I => True) (every I)). rewrite part_all. pose proof (complete I (some I)) as k. destruct (every I) as [| a l]; [destruct k |]. f_equal. simpl. lia.
Qed.
End Ranges.
Lemma sum_swap {I J : index} (A : I -> Prop) (B : J -> Prop) (e : I -> J -> R) :
  sum A (fun x => sum B (fun y => e x y)) = sum B (fun y => sum A (fun x => e x y)).
Proof. apply Sum_swap. Qed.
Lemma dim_size (E : space) : exists n : nat, dim E = INR (S n).
Proof. exists (length (every E) - 1)%nat. unfold dim. pose proof (complete E (some E)). destruct (every E) as [| a l]; [contradiction |]. f_equal. simpl. lia. Qed.

(* == sizes ========================================================================================================= *)
Lemma sizes_unbounded a : exists n : nat, a < INR n.
Proof.
  exists (Z.to_nat (up (Rmax a 0))). destruct (archimed (Rmax a 0)) as [h _]. pose proof (Rmax_l a 0). pose proof (Rmax_r a 0).
  rewrite INR_IZR_INZ, Z2Nat.id; [lra | apply le_IZR; lra].
Qed.
Lemma Pascal n k : binomial (S n) (S k) = binomial n k + binomial n (S k).
Proof. unfold binomial. simpl. apply plus_INR. Qed.
Lemma recursion {A : Type} (a : A) (f : nat -> A -> A) : exists x : nat -> A, x O = a /\ forall n, x (S n) = f n (x n).
Proof. exists (fix x n := match n with O => a | S m => f m (x m) end). split; reflexivity. Qed.

(* == functions ===================================================================================================== *)
Lemma exp_tangent a : 1 + a <= exp a.
Proof. destruct (Req_dec a 0) as [-> | n]; [rewrite exp_0; lra | left; apply exp_ineq1; exact n]. Qed.
Lemma tanh_is a : tanh a = (exp (2 * a) - 1) * / (exp (2 * a) + 1).
Proof.
  unfold tanh, sinh, cosh. replace (2 * a) with (a + a) by ring. rewrite exp_Ropp, exp_plus. pose proof (exp_pos a). field. nra.
Qed.
Lemma circle a : cos a * cos a + sin a * sin a = 1.
Proof. pose proof (sin2_cos2 a) as h. unfold Rsqr in h. lra. Qed.
Lemma pi_above_three : 3 < PI.
Proof. pose proof PI2_3_2. lra. Qed.
