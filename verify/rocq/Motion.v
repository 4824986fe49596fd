(* Motions: closed under the operations; "monotone", "level", "by continuity". *)
From Attn Require Export Time.

(* == absolutely continuous functions =============================================================================== *)
Lemma family_between a l b : family a l b -> forall I, In I l -> a <= fst I <= snd I /\ snd I <= b.
Proof.
  assert (below : forall l a, family a l b -> a <= b) by (clear; induction l as [| [u v] l IH]; simpl; intros a h; [auto | destruct h as [? [? h]]; apply IH in h; lra]).
  revert a. induction l as [| [u v] l IH]; simpl; intros a h I i; [destruct i |]. destruct h as [h1 [h2 h3]]. pose proof (below _ _ h3).
  destruct i as [<- | i]; simpl; [lra |]. specialize (IH v h3 I i). lra.
Qed.
Lemma family_wider a l b c : family a l b -> b <= c -> family a l c.
Proof. revert a. induction l as [| [u v] l IH]; simpl; intros a h bc; [lra |]. destruct h as [? [? h]]. eauto. Qed.
Lemma family_snoc a l u v : family a l u -> u <= v -> family a (l ++ [(u, v)]) v.
Proof. revert a. induction l as [| [p q] l IH]; simpl; intros a h uv; [repeat split; lra |]. destruct h as [? [? h]]. auto. Qed.
(* a function whose changes are bounded by those of finitely many absolutely continuous ones *)
Lemma dominated {X : Type} (l : list X) (f : X -> R -> R) g K a b : 0 <= K -> (forall x, In x l -> absolutely_continuous (f x) a b) ->
  (forall u v, a <= u <= v -> v <= b -> Rabs (g v - g u) <= K * Sum l (fun x => Rabs (f x v - f x u))) -> absolutely_continuous g a b.
Proof.
  intros K0 ac dom eps ep.
  assert (all_ : forall e, 0 < e -> exists delta, 0 < delta /\ forall fam, family a fam b -> Sum fam (fun I => snd I - fst I) < delta ->
    Sum fam (fun I => Sum l (fun x => Rabs (f x (snd I) - f x (fst I)))) < e).
  { clear dom. induction l as [| x l IH]; intros e e0.
    - exists 1. split; [lra |]. intros fam _ _. simpl. rewrite Sum_zero; auto.
    - destruct (ac x (or_introl eq_refl) (e / 2) ltac:(lra)) as [d [dp h]]. destruct (IH (fun y i => ac y (or_intror i)) (e / 2) ltac:(lra)) as [d' [dp' h']].
      exists (Rmin d d'). split; [apply Rmin_glb_lt; auto |]. intros fam hf len. pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
      specialize (h fam hf ltac:(lra)). specialize (h' fam hf ltac:(lra)). simpl. rewrite Sum_plus. lra. }
  destruct (all_ (eps / (K + 1))) as [d [dp h]]; [apply Rdiv_lt_0_compat; lra |]. exists d. split; [exact dp |]. intros fam hf len. specialize (h fam hf len).
  apply Rle_lt_trans with (K * Sum fam (fun I => Sum l (fun x => Rabs (f x (snd I) - f x (fst I))))).
  - rewrite <- Sum_scale. apply Sum_le. intros I i. destruct (family_between a fam b hf I i). apply dom; assumption.
  - assert (0 <= Sum fam (fun I => Sum l (fun x => Rabs (f x (snd I) - f x (fst I))))) by (apply Sum_nonneg; intros; apply Sum_nonneg; intros; apply Rabs_pos).
    apply Rmult_lt_compat_l with (r := K + 1) in h; [| lra]. replace ((K + 1) * (eps / (K + 1))) with eps in h by (field; lra). lra.
Qed.
Lemma continuous f a b x : absolutely_continuous f a b -> a <= x <= b -> forall eps, 0 < eps -> exists d, 0 < d /\
  forall s, a <= s <= b -> Rabs (s - x) < d -> Rabs (f s - f x) < eps.
Proof.
  intros ac xb eps ep. destruct (ac eps ep) as [d [dp h]]. exists d. split; [exact dp |]. intros s sb sx.
  destruct (Rle_or_lt s x) as [k | k].
  - specialize (h [(s, x)]). simpl in h. rewrite Rabs_left1 in sx by lra. rewrite Rabs_minus_sym. cut (Rabs (f x - f s) + 0 < eps); [lra |]. apply h; [repeat split; lra | lra].
  - specialize (h [(x, s)]). simpl in h. rewrite Rabs_right in sx by lra. cut (Rabs (f s - f x) + 0 < eps); [lra |]. apply h; [repeat split; lra | lra].
Qed.
(* what is bounded near every time of an interval is bounded on it *)
Lemma bounded (g : R -> R) b : 0 <= b -> (forall x, 0 <= x <= b -> exists M d, 0 < d /\ forall s, 0 <= s <= b -> Rabs (s - x) < d -> g s <= M) ->
  exists M, 0 <= M /\ forall s, 0 <= s <= b -> g s <= M.
Proof.
  intros b0 h. assert (k : exists M, forall s, 0 <= s <= b -> g s <= M).
  { apply (real_induction (fun x => exists M, forall s, 0 <= s <= x -> g s <= M) 0 b b0).
    - exists (g 0). intros s s0. replace s with 0 by lra. lra.
    - intros x xb. destruct (h x xb) as [M [d [dp k]]]. exists d. split; [exact dp |]. intros u v ux xv xu vx [N hN].
      exists (Rmax M N). intros s sv. destruct (Rle_or_lt s u) as [q | q].
      + eapply Rle_trans; [apply hN; lra | apply Rmax_r].
      + eapply Rle_trans; [apply k; [lra | apply Rabs_def1; lra] | apply Rmax_l]. }
  destruct k as [M hM]. exists (Rmax M 0). split; [apply Rmax_r |]. intros s sb. eapply Rle_trans; [apply hM, sb | apply Rmax_l].
Qed.
Lemma moving_continuous f t : moving f -> 0 < t -> forall eps, 0 < eps -> exists d, 0 < d /\ forall s, Rabs (s - t) < d -> Rabs (f s - f t) < eps.
Proof.
  intros [ac _] t0 eps ep. destruct (continuous f 0 (t + 1) t (ac (t + 1) ltac:(lra)) ltac:(lra) eps ep) as [d [dp h]].
  exists (Rmin d (Rmin t 1)). split; [repeat apply Rmin_glb_lt; lra |]. intros s st.
  pose proof (Rmin_l d (Rmin t 1)). pose proof (Rmin_r d (Rmin t 1)). pose proof (Rmin_l t 1). pose proof (Rmin_r t 1).
  apply h; [| lra]. apply Rabs_def2 in st. lra.
Qed.
Lemma moving_bounded f b : moving f -> 0 <= b -> exists M, 0 <= M /\ forall s, 0 <= s <= b -> Rabs (f s) <= M.
Proof.
  intros [ac _] b0. apply bounded; [exact b0 |]. intros x xb. destruct (continuous f 0 b x (ac b b0) xb 1 ltac:(lra)) as [d [dp h]].
  exists (Rabs (f x) + 1), d. split; [exact dp |]. intros s sb sx. specialize (h s sb sx).
  replace (f s) with ((f s - f x) + f x) by ring. eapply Rle_trans; [apply Rabs_triang | lra].
Qed.
Lemma moving_away f b : moving f -> (forall t, 0 <= t -> f t <> 0) -> 0 <= b -> exists K, 0 <= K /\ forall s, 0 <= s <= b -> / Rabs (f s) <= K.
Proof.
  intros [ac _] n b0. apply bounded; [exact b0 |]. intros x xb. assert (p : 0 < Rabs (f x)) by (apply Rabs_pos_lt, n; lra).
  destruct (continuous f 0 b x (ac b b0) xb (Rabs (f x) / 2) ltac:(lra)) as [d [dp h]].
  exists (/ (Rabs (f x) / 2)), d. split; [exact dp |]. intros s sb sx. specialize (h s sb sx). apply Rinv_le_contravar; [lra |].
  pose proof (Rabs_triang (f x - f s) (f s)) as q. replace (f x - f s + f s) with (f x) in q by ring. rewrite (Rabs_minus_sym (f x)) in q. lra.
Qed.

(* == what does not fall ============================================================================================ *)
Lemma neg_Sum_abs {X : Type} (l : list X) f : - Sum l (fun x => Rabs (f x)) <= Sum l f.
Proof. pose proof (Sum_abs l f) as h. pose proof (Rle_abs (- Sum l f)) as k. rewrite Rabs_Ropp in k. lra. Qed.
(* f does not fall through x to first order *)
Definition rising (f : R -> R) b x := forall eps, 0 < eps -> exists rho, 0 < rho /\
  forall u v, 0 <= u <= x -> x <= v <= b -> x - u < rho -> v - x < rho -> f v - f u >= - eps * (v - u).
Lemma slope_rising f b x d : slope f x d -> 0 <= d -> rising f b x.
Proof.
  intros hd d0 eps ep. destruct (proj1 (slope_linear f x d) hd eps ep) as [rho [rp near]]. exists rho. split; [exact rp |]. intros u v ux xv xu vx.
  assert (A := near u). assert (B := near v). rewrite (Rabs_left1 (u - x)) in A by lra. rewrite (Rabs_right (v - x)) in B by lra.
  specialize (A ltac:(lra)). specialize (B ltac:(lra)).
  assert (A' := Rle_abs (f u - f x - d * (u - x))). assert (B' := Rle_abs (- (f v - f x - d * (v - x)))). rewrite Rabs_Ropp in B'.
  assert (0 <= d * (v - u)) by (apply Rmult_le_pos; lra). nra.
Qed.
Theorem not_falling (f : R -> R) b : 0 <= b -> absolutely_continuous f 0 b -> null_times (fun x => 0 <= x <= b /\ ~ rising f b x) -> f 0 <= f b.
Proof.
  intros b0 ac ae_. assert (key : forall eps, 0 < eps -> f 0 <= f b + eps * (b + 1)).
  { intros eps ep. destruct (ac eps ep) as [delta [dp small]]. destruct (ae_ (delta / 2)) as [l [r [lr [total cover]]]]; [lra |].
    set (P := fun x => 0 <= x /\ exists N fam, family 0 fam x /\ Sum fam (fun I => snd I - fst I) <= inside l r N 0 x /\
                 f x - f 0 >= Sum fam (fun I => f (snd I) - f (fst I)) - eps * x).
    assert (Pb : P b).
    { apply (real_induction P 0 b b0).
      - split; [lra |]. exists O, []. unfold inside. simpl. repeat split; lra.
      - intros x xb. destruct (classic (rising f b x)) as [hd | bad].
        + destruct (hd eps ep) as [rho [rp near]]. exists rho. split; [exact rp |].
          intros u v ux xv xu vx [u0 [N [fam [h1 [h2 h3]]]]]. split; [lra |]. exists N, fam. specialize (near u v ux xv xu vx). repeat split.
          * apply family_wider with u; [exact h1 | lra].
          * apply Rle_trans with (1 := h2). rewrite <- (inside_add l r N 0 u v). pose proof (inside_nonneg l r N u v). lra.
          * lra.
        + destruct (cover x (conj xb bad)) as [n [ln rn]]. exists (Rmin (x - l n) (r n - x)). split; [apply Rmin_glb_lt; lra |].
          intros u v ux xv xu vx [u0 [N [fam [h1 [h2 h3]]]]]. split; [lra |]. pose proof (Rmin_l (x - l n) (r n - x)). pose proof (Rmin_r (x - l n) (r n - x)).
          exists (Nat.max N (S n)), (fam ++ [(u, v)]). repeat split.
          * apply family_snoc; [exact h1 | lra].
          * rewrite Sum_app. simpl. rewrite <- (inside_add l r _ 0 u v). pose proof (inside_more l r N (Nat.max N (S n)) 0 u ltac:(lra) ltac:(lia)).
            pose proof (inside_one l r (Nat.max N (S n)) n u v ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
          * rewrite Sum_app. simpl. nra. }
    destruct Pb as [_ [N [fam [h1 [h2 h3]]]]]. pose proof (inside_most l r N 0 b lr). pose proof (total N).
    pose proof (small fam h1 ltac:(lra)). pose proof (neg_Sum_abs fam (fun I => f (snd I) - f (fst I))). cbv beta in *. nra. }
  destruct (Rle_or_lt (f 0) (f b)) as [h | h]; [lra |]. exfalso. pose proof (key ((f 0 - f b) / (2 * (b + 1)))) as k.
  assert (p : 0 < (f 0 - f b) / (2 * (b + 1))) by (apply Rdiv_lt_0_compat; lra).
  specialize (k p). replace ((f 0 - f b) / (2 * (b + 1)) * (b + 1)) with ((f 0 - f b) / 2) in k by (field; lra). lra.
Qed.
Lemma shifted f a b : 0 <= a -> absolutely_continuous f 0 b -> absolutely_continuous (fun x => f (x + a)) 0 (b - a).
Proof.
  intros a0 ac eps ep. destruct (ac eps ep) as [d [dp h]]. exists d. split; [exact dp |]. intros l hl len.
  set (l' := map (fun I => (fst I + a, snd I + a)) l).
  assert (sums : forall g, Sum l' g = Sum l (fun I => g (fst I + a, snd I + a))) by (intro g; unfold l'; clear; induction l; simpl; [auto | rewrite IHl; auto]).
  specialize (h l'). rewrite !sums in h. simpl in h. apply h.
  - assert (k : forall l p q, family p l q -> family (p + a) (map (fun I => (fst I + a, snd I + a)) l) (q + a)).
    { clear. induction l as [| [u v] l IH]; simpl; intros p q hf; [lra |]. destruct hf as [? [? hf]]. repeat split; [lra | lra | apply IH, hf]. }
    apply k in hl. fold l' in hl. replace (b - a + a) with b in hl by ring. destruct l' as [| [u v] r]; simpl in *; [lra |]. destruct hl as [? ?]. split; [lra | assumption].
  - rewrite (Sum_eq _ _ (fun I => snd I - fst I)); [exact len | intros; lra].
Qed.
Lemma null_shift (A : R -> Prop) a : null_times A -> null_times (fun x => A (x + a)).
Proof.
  intros h eps ep. destruct (h eps ep) as [l [r [lr [s c]]]]. exists (fun n => l n - a), (fun n => r n - a). repeat split.
  - intro n. specialize (lr n). lra.
  - intro n. rewrite (Sum_eq _ _ (fun k => r k - l k)); [apply s | intros; lra].
  - intros x ax. destruct (c (x + a) ax) as [n hn]. exists n. lra.
Qed.
Theorem monotone f : moving f -> ae (fun t => slope f t (rate f t) -> 0 <= rate f t) -> forall s t, 0 <= s -> s <= t -> f s <= f t.
Proof.
  intros [ac diff] h s t s0 st. cut ((fun x => f (x + s)) 0 <= (fun x => f (x + s)) (t - s)).
  { cbv beta. rewrite Rplus_0_l. replace (t - s + s) with t by ring. tauto. }
  apply (not_falling (fun x => f (x + s))); [lra | apply shifted; [exact s0 | apply ac; lra] |].
  refine (null_mono _ _ _ (null_or _ _ (null_shift _ s (ae_and _ _ diff h)) (null_point 0))).
  intros x [xb no]. destruct (Rle_lt_or_eq_dec 0 x ltac:(lra)) as [x0 | <-]; [left | right; reflexivity]. split; [lra |]. intros [[d hd] r0].
  apply no. rewrite (rate_is f (x + s) d hd) in r0. specialize (r0 hd).
  apply slope_rising with d; [| exact r0]. unfold slope in *.
  refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) (Rmult_1_r d) (slope_chain f (fun x => x + s) x 1 d _ hd)).
  refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) (Rplus_0_r 1) (slope_plus _ _ _ _ _ (slope_time x) (slope_const s x))).
Qed.

(* == levels ======================================================================================================== *)
Lemma null_apart (A : R -> Prop) : (forall x, A x -> 0 <= x /\ exists d, 0 < d /\ forall y, A y -> Rabs (y - x) < d -> y = x) -> null_times A.
Proof.
  intro h. pose (good := fun n x => A x /\ forall y, A y -> Rabs (y - x) < / (INR n + 1) -> y = x).
  assert (one : forall C : R -> Prop, (forall x y, C x -> C y -> x = y) -> null_times C).
  { intros C u. apply null_mono with (fun x => x = epsilon (inhabits 0) C); [| apply null_point].
    intros x cx. apply u; [exact cx | apply epsilon_spec; exists x; exact cx]. }
  refine (null_mono _ _ _ (null_union (fun n x => exists k : nat, good n x /\ INR k <= x * (INR n + 1) < INR k + 1) _)).
  - intros x ax. destruct (h x ax) as [x0 [d [dp iso]]]. destruct (sizes_unbounded (/ d)) as [n en]. assert (0 < / d) by (apply Rinv_0_lt_compat, dp).
    pose proof (pos_INR n). assert (0 <= x * (INR n + 1)) by (apply Rmult_le_pos; lra).
    exists n. destruct (archimed (x * (INR n + 1))) as [u1 u2]. set (z := up (x * (INR n + 1))) in *.
    assert (ez : INR (Z.to_nat (z - 1)) = IZR z - 1) by (rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR; [lra |]; assert (0 < z)%Z by (apply lt_IZR; lra); lia).
    exists (Z.to_nat (z - 1)). repeat split; [exact ax | | lra | lra].
    intros y ay yx. apply iso; auto. apply Rlt_trans with (1 := yx). rewrite <- (Rinv_inv d). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | lra].
  - intro n. apply null_union. intro k. apply one. intros x y [[ax hx] kx] [[ay hy] ky]. symmetry. apply hx; [exact ay |].
    pose proof (pos_INR n). assert (q : Rabs ((y - x) * (INR n + 1)) < 1) by (apply Rabs_def1; lra).
    rewrite Rabs_mult, (Rabs_right (INR n + 1)) in q by lra. apply Rmult_lt_reg_r with (INR n + 1); [lra |]. rewrite Rinv_l; lra.
Qed.
Theorem level f m : moving f -> ae (fun t => f t = m -> slope f t 0).
Proof.
  intros [_ diff]. set (A := fun t => 0 < t /\ f t = m /\ exists d, slope f t d /\ d <> 0). assert (na : null_times A).
  { apply null_apart. intros t [t0 [ft [d [hd dn]]]]. split; [lra |]. assert (0 < Rabs d) by (apply Rabs_pos_lt, dn).
    destruct (proj1 (slope_linear f t d) hd (Rabs d / 2)) as [r [rp h]]; [lra |]. exists r. split; [exact rp |]. intros s [s0 [fs _]] st.
    specialize (h s st). rewrite fs, ft in h. replace (m - m - d * (s - t)) with (- (d * (s - t))) in h by ring. rewrite Rabs_Ropp, Rabs_mult in h.
    destruct (Req_dec s t) as [| n]; [assumption | exfalso]. assert (0 < Rabs (s - t)) by (apply Rabs_pos_lt; lra). nra. }
  refine (null_mono _ _ _ (null_or _ _ na diff)). intros t [t0 no].
  destruct (classic (exists d, slope f t d)) as [[d hd] | none]; [left | right; tauto]. repeat split; auto.
  - apply NNPP. intro n. apply no. intro. contradiction.
  - exists d. split; [exact hd |]. intros ->. apply no. auto.
Qed.
Theorem by_continuity a b : moving a -> moving b -> ae (fun t => a t <= b t) -> forall t, 0 <= t -> a t <= b t.
Proof.
  intros [ma _] [mb _] h t t0. destruct (Rle_or_lt (a t) (b t)) as [k | k]; [exact k | exfalso].
  assert (e0 : 0 < (a t - b t) / 2) by lra. destruct (continuous a 0 (t + 1) t (ma (t + 1) ltac:(lra)) ltac:(lra) _ e0) as [d [dp ha]].
  destruct (continuous b 0 (t + 1) t (mb (t + 1) ltac:(lra)) ltac:(lra) _ e0) as [d' [dp' hb]].
  set (w := Rmin 1 (Rmin d d')). assert (w0 : 0 < w) by (repeat apply Rmin_glb_lt; lra).
  assert (w1 : w <= 1 /\ w <= d /\ w <= d') by (unfold w; pose proof (Rmin_l 1 (Rmin d d')); pose proof (Rmin_r 1 (Rmin d d')); pose proof (Rmin_l d d'); pose proof (Rmin_r d d'); lra).
  destruct (ae_somewhere _ t (t + w / 2) ltac:(lra) h) as [s [ts le]].
  specialize (ha s ltac:(lra)). specialize (hb s ltac:(lra)). rewrite Rabs_right in ha, hb by lra.
  specialize (ha ltac:(lra)). specialize (hb ltac:(lra)). apply Rabs_def2 in ha, hb. lra.
Qed.

(* == closure ======================================================================================================= *)
Lemma moving_const c : moving (fun _ => c).
Proof.
  split.
  - intros b _. intros eps ep. exists 1. split; [lra |]. intros l _ _. rewrite Sum_zero; [exact ep |]. intros. rewrite Rminus_diag_eq, Rabs_R0; reflexivity.
  - apply ae_all. intros t _. exists 0. apply slope_const.
Qed.
Lemma moving_time : moving (fun s => s).
Proof.
  split.
  - intros b _ eps ep. exists eps. split; [exact ep |]. intros l hl len. apply Rle_lt_trans with (2 := len). right. apply Sum_eq.
    intros I i. destruct (family_between _ _ _ hl I i). apply Rabs_right. lra.
  - apply ae_all. intros t _. exists 1. apply slope_time.
Qed.
Lemma moving_cong f g : moving f -> (forall t, 0 <= t -> f t = g t) -> moving g.
Proof.
  intros [ac diff] h. split.
  - intros b b0 eps ep. destruct (ac b b0 eps ep) as [d [dp k]]. exists d. split; [exact dp |]. intros l hl len.
    rewrite (Sum_eq _ _ (fun I => Rabs (f (snd I) - f (fst I)))); [apply k; assumption |].
    intros I i. destruct (family_between _ _ _ hl I i). rewrite !h by lra. reflexivity.
  - revert diff. apply ae_mono. intros t t0 [v hv]. exists v. apply slope_local with f; auto.
Qed.
Lemma moving_plus f g : moving f -> moving g -> moving (fun s => f s + g s).
Proof.
  intros [af df] [ag dg]. split.
  - intros b b0. apply (dominated [f; g] (fun h => h) _ 1); [lra | intros x [<- | [<- | []]]; [apply af, b0 | apply ag, b0] |].
    intros u v _ _. simpl. replace (f v + g v - (f u + g u)) with ((f v - f u) + (g v - g u)) by ring. eapply Rle_trans; [apply Rabs_triang | lra].
  - refine (ae_mono _ _ _ (ae_and _ _ df dg)). intros t _ [[a ha] [b hb]]. exists (a + b). apply slope_plus; assumption.
Qed.
Lemma moving_mult f g : moving f -> moving g -> moving (fun s => f s * g s).
Proof.
  intros mf mg. pose proof mf as [af df]. pose proof mg as [ag dg]. split.
  - intros b b0. destruct (moving_bounded f b mf b0) as [M [M0 hM]]. destruct (moving_bounded g b mg b0) as [N [N0 hN]].
    apply (dominated [f; g] (fun h => h) _ (M + N)); [lra | intros x [<- | [<- | []]]; [apply af, b0 | apply ag, b0] |].
    intros u v uv vb. simpl. replace (f v * g v - f u * g u) with (f v * (g v - g u) + g u * (f v - f u)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult. specialize (hM v ltac:(lra)). specialize (hN u ltac:(lra)).
    pose proof (Rabs_pos (f v - f u)). pose proof (Rabs_pos (g v - g u)). pose proof (Rabs_pos (f v)). pose proof (Rabs_pos (g u)). nra.
  - refine (ae_mono _ _ _ (ae_and _ _ df dg)). intros t _ [[a ha] [b hb]]. exists (a * g t + f t * b). apply slope_mult; assumption.
Qed.
Lemma moving_scale c f : moving f -> moving (fun s => c * f s).
Proof. intro h. apply (moving_mult (fun _ => c)); [apply moving_const | exact h]. Qed.
Lemma moving_Sum {X : Type} (l : list X) (f : X -> R -> R) : (forall x, In x l -> moving (f x)) -> moving (fun s => Sum l (fun x => f x s)).
Proof.
  induction l as [| a l IH]; simpl; intro h; [apply moving_const |].
  apply moving_plus; [apply h; left; reflexivity | apply IH; intros; apply h; right; assumption].
Qed.
(* a function of a motion: Lipschitz on what the motion meets, and differentiable there *)
Lemma moving_chain (G : R -> R) f : moving f ->
  (forall b, 0 <= b -> exists K, 0 <= K /\ forall u v, 0 <= u <= b -> 0 <= v <= b -> Rabs (G (f v) - G (f u)) <= K * Rabs (f v - f u)) ->
  (forall t, 0 < t -> exists d, derivable_pt_lim G (f t) d) -> moving (fun s => G (f s)).
Proof.
  intros [ac diff] lip dG. split.
  - intros b b0. destruct (lip b b0) as [K [K0 hK]]. apply (dominated [tt] (fun _ => f) _ K); [exact K0 | intros _ _; apply ac, b0 |].
    intros u v uv vb. simpl. rewrite Rplus_0_r. apply hK; lra.
  - revert diff. apply ae_mono. intros t t0 [a ha]. destruct (dG t t0) as [d hd]. exists (d * a). apply slope_chain; assumption.
Qed.
(* a function with a bounded derivative between two numbers changes by no more than the bound times their distance *)
Lemma mean_value (G G' : R -> R) K a b : (forall x, Rmin a b <= x <= Rmax a b -> derivable_pt_lim G x (G' x) /\ Rabs (G' x) <= K) ->
  Rabs (G b - G a) <= K * Rabs (b - a).
Proof.
  assert (half : forall a b, a < b -> (forall x, a <= x <= b -> derivable_pt_lim G x (G' x) /\ Rabs (G' x) <= K) -> Rabs (G b - G a) <= K * Rabs (b - a)).
  { intros x y xy h. destruct (MVT_cor2 G G' x y xy) as [c [e cb]]; [intros z hz; apply h, hz |].
    rewrite e, Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | apply h; lra]. }
  intro h. destruct (Rtotal_order a b) as [k | [-> | k]].
  - apply half; [exact k |]. rewrite Rmin_left, Rmax_right in h by lra. exact h.
  - rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - rewrite (Rabs_minus_sym (G b)), (Rabs_minus_sym b). apply half; [exact k |]. rewrite Rmin_right, Rmax_left in h by lra. exact h.
Qed.
Lemma between a b x M : Rabs a <= M -> Rabs b <= M -> Rmin a b <= x <= Rmax a b -> Rabs x <= M.
Proof.
  intros ha hb. assert (- M <= a <= M) by (apply Rabs_le_inv in ha; exact ha). assert (- M <= b <= M) by (apply Rabs_le_inv in hb; exact hb).
  intro h. apply Rabs_le. unfold Rmin, Rmax in h. destruct (Rle_dec a b); lra.
Qed.
Lemma moving_smooth (G G' : R -> R) f : (forall x, derivable_pt_lim G x (G' x)) -> (forall M, exists K, 0 <= K /\ forall x, Rabs x <= M -> Rabs (G' x) <= K) ->
  moving f -> moving (fun s => G (f s)).
Proof.
  intros dG bG mf. apply moving_chain; [exact mf | | intros t _; exists (G' (f t)); apply dG].
  intros b b0. destruct (moving_bounded f b mf b0) as [M [_ hM]]. destruct (bG M) as [K [K0 hK]]. exists K. split; [exact K0 |].
  intros u v ub vb. apply mean_value with G'. intros x xb. split; [apply dG | apply hK]. apply (between (f u) (f v)); [apply hM, ub | apply hM, vb | exact xb].
Qed.
Lemma moving_exp f : moving f -> moving (fun s => exp (f s)).
Proof.
  apply (moving_smooth exp exp); [apply derivable_pt_lim_exp |]. intro M. exists (exp M). split; [left; apply exp_pos |]. intros x h.
  rewrite Rabs_right by (left; apply exp_pos). destruct (Req_dec x M) as [-> | n]; [lra |]. left. apply exp_increasing. pose proof (Rle_abs x). lra.
Qed.
Lemma sin_le a : Rabs (sin a) <= 1. Proof. apply Rabs_le. pose proof (SIN_bound a). lra. Qed.
Lemma cos_le a : Rabs (cos a) <= 1. Proof. apply Rabs_le. pose proof (COS_bound a). lra. Qed.
Lemma moving_sin f : moving f -> moving (fun s => sin (f s)).
Proof. apply (moving_smooth sin cos); [apply derivable_pt_lim_sin |]. intro M. exists 1. split; [lra |]. intros; apply cos_le. Qed.
Lemma moving_cos f : moving f -> moving (fun s => cos (f s)).
Proof. apply (moving_smooth cos (fun x => - sin x)); [apply derivable_pt_lim_cos |]. intro M. exists 1. split; [lra |]. intros. rewrite Rabs_Ropp. apply sin_le. Qed.
Lemma tanh_below_one x : Rabs (tanh x) <= 1.
Proof.
  rewrite tanh_is. pose proof (exp_pos (2 * x)). apply Rabs_le. split; apply Rmult_le_reg_r with (exp (2 * x) + 1); try lra;
    rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
Lemma moving_tanh f : moving f -> moving (fun s => tanh (f s)).
Proof.
  apply (moving_smooth tanh (fun x => 1 - tanh x * tanh x)); [apply derivative_tanh |]. intro M. exists 1. split; [lra |]. intros x _.
  pose proof (tanh_below_one x) as h. apply Rabs_le_inv in h. apply Rabs_le. nra.
Qed.
Lemma moving_inv f : moving f -> (forall t, 0 <= t -> f t <> 0) -> moving (fun s => / f s).
Proof.
  intros mf n. apply moving_chain; [exact mf | | intros t t0; eexists; apply derivative_inv, n; lra].
  intros b b0. destruct (moving_away f b mf n b0) as [K [K0 hK]]. exists (K * K). split; [nra |]. intros u v ub vb.
  pose proof (n u ltac:(lra)). pose proof (n v ltac:(lra)). replace (/ f v - / f u) with (/ f v * / f u * (f u - f v)) by (field; auto).
  rewrite !Rabs_mult, !Rabs_inv, (Rabs_minus_sym (f u)). apply Rmult_le_compat_r; [apply Rabs_pos |].
  assert (forall s, 0 <= / Rabs (f s)) by (intro s; rewrite <- Rabs_inv; apply Rabs_pos). apply Rmult_le_compat; auto.
Qed.
(* on positive numbers: the derivative is bounded by a multiple of 1/x or of 1/x + 1 *)
Lemma moving_positive (G G' : R -> R) f : (forall x, 0 < x -> derivable_pt_lim G x (G' x)) -> (forall x, 0 < x -> Rabs (G' x) <= / x + 1) ->
  moving f -> (forall t, 0 <= t -> 0 < f t) -> moving (fun s => G (f s)).
Proof.
  intros dG bG mf p. apply moving_chain; [exact mf | | intros t t0; exists (G' (f t)); apply dG, p; lra].
  intros b b0. destruct (moving_away f b mf (fun t h => Rgt_not_eq _ _ (p t h)) b0) as [K [K0 hK]]. exists (K + 1). split; [lra |].
  intros u v ub vb. apply mean_value with G'. intros x xb. pose proof (p u ltac:(lra)). pose proof (p v ltac:(lra)).
  assert (x0 : 0 < Rmin (f u) (f v)) by (apply Rmin_glb_lt; assumption). split; [apply dG; lra |].
  eapply Rle_trans; [apply bG; lra |]. apply Rplus_le_compat_r. pose proof (hK u ub) as ku. pose proof (hK v vb) as kv.
  rewrite Rabs_right in ku, kv by lra. apply Rle_trans with (/ Rmin (f u) (f v)); [apply Rinv_le_contravar; lra |].
  unfold Rmin. destruct (Rle_dec (f u) (f v)); assumption.
Qed.
Lemma moving_log f : moving f -> (forall t, 0 <= t -> 0 < f t) -> moving (fun s => ln (f s)).
Proof.
  apply (moving_positive ln Rinv); [apply derivable_pt_lim_ln |]. intros x x0. rewrite Rabs_right by (left; apply Rinv_0_lt_compat, x0). lra.
Qed.
Lemma moving_sqrt f : moving f -> (forall t, 0 <= t -> 0 < f t) -> moving (fun s => sqrt (f s)).
Proof.
  apply (moving_positive sqrt (fun x => / (2 * sqrt x))); [apply derivable_pt_lim_sqrt |]. intros x x0.
  pose proof (sqrt_lt_R0 x x0) as s0. pose proof (sqrt_def x ltac:(lra)) as ss. rewrite Rabs_right by (left; apply Rinv_0_lt_compat; lra).
  set (y := sqrt x) in *. clearbody y. subst x. rewrite !Rinv_mult. nra.
Qed.
Lemma slope_abs_zero f t : slope f t 0 -> f t = 0 -> slope (fun s => Rabs (f s)) t 0.
Proof.
  intros h z. apply slope_linear. intros eps ep. destruct (proj1 (slope_linear f t 0) h eps ep) as [d [dp k]]. exists d. split; [exact dp |].
  intros s st. specialize (k s st). rewrite z in *. rewrite Rabs_R0. replace (Rabs (f s) - 0 - 0 * (s - t)) with (Rabs (f s)) by ring.
  rewrite Rabs_Rabsolu. replace (f s - 0 - 0 * (s - t)) with (f s) in k by ring. exact k.
Qed.
Lemma derivative_abs x : x <> 0 -> exists d, derivable_pt_lim Rabs x d.
Proof.
  intro n. destruct (Rtotal_order x 0) as [h | [h | h]]; [exists (-1); apply Rabs_derive_2, h | contradiction | exists 1; apply Rabs_derive_1, h].
Qed.
Lemma moving_abs f : moving f -> moving (fun s => Rabs (f s)).
Proof.
  intro mf. pose proof mf as [ac diff]. split.
  - intros b b0. apply (dominated [tt] (fun _ => f) _ 1); [lra | intros _ _; apply ac, b0 |]. intros u v _ _. simpl.
    pose proof (Rabs_triang_inv2 (f v) (f u)). lra.
  - refine (ae_mono _ _ _ (ae_and _ _ diff (level f 0 mf))). intros t _ [[a ha] z]. destruct (Req_dec (f t) 0) as [e | n].
    + exists 0. apply slope_abs_zero; auto.
    + destruct (derivative_abs (f t) n) as [d hd]. exists (d * a). apply (slope_chain Rabs); assumption.
Qed.
Lemma max_by_abs a b : Rmax a b = / 2 * ((a + b) + Rabs (a + -1 * b)).
Proof. unfold Rmax, Rabs. destruct (Rle_dec a b), (Rcase_abs (a + -1 * b)); lra. Qed.
Lemma moving_max2 f g : moving f -> moving g -> moving (fun s => Rmax (f s) (g s)).
Proof.
  intros mf mg. apply moving_cong with (fun s => / 2 * ((f s + g s) + Rabs (f s + -1 * g s))); [| intros; rewrite max_by_abs; reflexivity].
  apply moving_scale, moving_plus; [apply moving_plus; assumption |]. apply moving_abs, moving_plus; [assumption | apply moving_scale; assumption].
Qed.
Lemma moving_min2 f g : moving f -> moving g -> moving (fun s => Rmin (f s) (g s)).
Proof.
  intros mf mg. apply moving_cong with (fun s => -1 * Rmax (-1 * f s) (-1 * g s)).
  - apply moving_scale, moving_max2; apply moving_scale; assumption.
  - intros t _. unfold Rmin, Rmax. destruct (Rle_dec (f t) (g t)), (Rle_dec (-1 * f t) (-1 * g t)); lra.
Qed.
Lemma moving_Max {X : Type} (l : list X) (f : X -> R -> R) : (forall x, In x l -> moving (f x)) -> moving (fun s => Max l (fun x => f x s)).
Proof.
  induction l as [| a l IH]; intro h; [apply (moving_const 0) |]. destruct l as [| b l]; [apply (h a); left; reflexivity |].
  apply (moving_max2 (f a) (fun s => Max (b :: l) (fun x => f x s))); [apply h; left; reflexivity | apply IH; intros; apply h; right; assumption].
Qed.
(* vectors *)
Section Vectors.
Context {E : space}.
Implicit Types y z : R -> vector E.
Lemma moving_dot y z : movingV y -> movingV z -> moving (fun s => dot (y s) (z s)).
Proof. intros my mz. apply moving_Sum. intros c _. apply moving_mult; [apply my | apply mz]. Qed.
Lemma moving_norm y : movingV y -> moving (fun s => norm (y s)).
Proof.
  intro my. split.
  - intros b b0. apply (dominated (every E) (fun c t => y t c) _ 1); [lra | intros c _; apply (my c), b0 |].
    intros u v _ _. rewrite Rmult_1_l. apply norm_change.
  - refine (ae_mono _ _ _ (ae_and _ _ (proj2 (moving_dot y y my my)) (ae_index _ (fun c => level _ 0 (my c))))). intros t _ [[a ha] z].
    destruct (Rle_or_lt (dot (y t) (y t)) 0) as [h | h].
    + assert (e : y t = zeroV) by (apply dot_zero, h). exists 0. apply slope_linear. intros eps ep.
      assert (k : slope (fun s => Sum (every E) (fun c => Rabs (y s c))) t (Sum (every E) (fun _ => 0))).
      { apply slope_Sum. intros c _. apply slope_abs_zero; [apply z |]; rewrite e; reflexivity. }
      rewrite Sum_zero in k by auto. destruct (proj1 (slope_linear _ t 0) k eps ep) as [d [dp q]]. exists d. split; [exact dp |].
      intros s st. specialize (q s st). cbv beta in q. rewrite e in *. rewrite norm_zero. rewrite (Sum_zero _ (fun c => Rabs (zeroV c))) in q by (intros; apply Rabs_R0).
      replace (norm (y s) - 0 - 0 * (s - t)) with (norm (y s)) by ring. replace (Sum (every E) (fun c => Rabs (y s c)) - 0 - 0 * (s - t)) with (Sum (every E) (fun c => Rabs (y s c))) in q by ring.
      pose proof (norm_coordinates (y s)). rewrite Rabs_right by (apply Rle_ge, norm_nonneg). pose proof (Rle_abs (Sum (every E) (fun c => Rabs (y s c)))). lra.
    + exists (/ (2 * sqrt (dot (y t) (y t))) * a). apply (slope_chain sqrt (fun s => dot (y s) (y s))); [exact ha | apply derivable_pt_lim_sqrt, h].
Qed.
End Vectors.
