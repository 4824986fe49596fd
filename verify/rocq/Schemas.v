(* Every schema of the core is proved: a lemma of the name of the schema, of the statement that print.py prints. *)
From Attn Require Import Statements States Chance Analytic Null.
From Attn Require Words.

(* == logic ========================================================================================================= *)
Lemma true : says_true. Proof. exact Logic.I. Qed.
Lemma and : says_and. Proof. unfold says_and. tauto. Qed.
Lemma left_ : says_left_. Proof. unfold says_left_. tauto. Qed.
Lemma right_ : says_right_. Proof. unfold says_right_. tauto. Qed.
Lemma or_left : says_or_left. Proof. unfold says_or_left. tauto. Qed.
Lemma or_right : says_or_right. Proof. unfold says_or_right. tauto. Qed.
Lemma or_elim : says_or_elim. Proof. unfold says_or_elim. tauto. Qed.
Lemma ex : says_ex. Proof. intros A P a h. exists a. exact h. Qed.
Lemma ex_elim : says_ex_elim. Proof. intros A P c h [x k]. exact (h x k). Qed.
Lemma not : says_not. Proof. unfold says_not. tauto. Qed.
Lemma not_elim : says_not_elim. Proof. unfold says_not_elim. tauto. Qed.
Lemma classical : says_classical. Proof. intros p h. destruct (classic p); auto. Qed.
Lemma iff : says_iff. Proof. exact formulas_equal. Qed.
Lemma choice : says_choice. Proof. intros A B P. exact (choose P). Qed.
Lemma ite_true : says_ite_true. Proof. intros A p a b. exact (Sums.ite_true p a b). Qed.
Lemma ite_false : says_ite_false. Proof. intros A p a b. exact (Sums.ite_false p a b). Qed.

(* == order ========================================================================================================= *)
Lemma total : says_total. Proof. intros a b. destruct (Rle_or_lt a b); auto. Qed.
Lemma total_I : says_total_I. Proof. intros X a b. unfold leI, ltI. lia. Qed.
Lemma irrefl : says_irrefl. Proof. intros a. lra. Qed.
Lemma irrefl_I : says_irrefl_I. Proof. intros X a. unfold ltI. lia. Qed.
Lemma weaken : says_weaken. Proof. intros a b. lra. Qed.
Lemma weaken_I : says_weaken_I. Proof. intros X a b. unfold leI, ltI. lia. Qed.
Lemma antisym : says_antisym. Proof. intros a b. lra. Qed.
Lemma antisym_I : says_antisym_I. Proof. intros X a b h k. apply apart. unfold leI in *. lia. Qed.
Lemma strict : says_strict. Proof. intros a b. lra. Qed.
Lemma strict_I : says_strict_I. Proof. intros X a b h n. unfold leI, ltI in *. assert (rank X a <> rank X b) by (intro e; apply n, apart, e). lia. Qed.
Lemma trans : says_trans. Proof. intros a b c. lra. Qed.
Lemma trans_I : says_trans_I. Proof. intros X a b c. unfold ltI. lia. Qed.
Lemma strong_induction : says_strong_induction. Proof. intros I P. exact (order_induction P). Qed.
Lemma cancel : says_cancel. Proof. intros d x. nra. Qed.
Lemma sup : says_sup. Proof. exact supremum. Qed.
Lemma max2_first : says_max2_first. Proof. intros a b. apply Rmax_left. Qed.
Lemma max2_second : says_max2_second. Proof. intros a b. apply Rmax_right. Qed.
Lemma min2_first : says_min2_first. Proof. intros a b. apply Rmin_left. Qed.
Lemma min2_second : says_min2_second. Proof. intros a b. apply Rmin_right. Qed.
Lemma abs_positive : says_abs_positive. Proof. intros a h. apply Rabs_right. lra. Qed.
Lemma abs_negative : says_abs_negative. Proof. intros a h. rewrite Rabs_left1 by exact h. ring. Qed.
Lemma inv : says_inv. Proof. intros a. apply Rinv_r. Qed.
Lemma inv_pos : says_inv_pos. Proof. intros a. apply Rinv_0_lt_compat. Qed.

(* == sums, products, extrema ======================================================================================= *)
Lemma sum_mono : says_sum_mono. Proof. intros I. exact Sums.sum_mono. Qed.
Lemma sum_take : says_sum_take. Proof. intros I. exact Sums.sum_take. Qed.
Lemma sum_take_V : says_sum_take_V. Proof. intros I Y A e y h. apply vector_eq. intro c. apply (Sums.sum_take A (fun x => e x c) y h). Qed.
Lemma sum_empty : says_sum_empty. Proof. intros I. exact Sums.sum_empty. Qed.
Lemma sum_empty_V : says_sum_empty_V. Proof. intros I Y A e h. apply vector_eq. intro c. apply (Sums.sum_empty A (fun x => e x c) h). Qed.
Lemma sum_cong : says_sum_cong. Proof. intros I. exact Sums.sum_cong. Qed.
Lemma sum_cong_V : says_sum_cong_V.
Proof. intros I Y A B e f h k. apply vector_eq. intro c. apply Sums.sum_cong; [exact h |]. intros x a. rewrite (k x a). reflexivity. Qed.
Lemma sum_swap : says_sum_swap. Proof. intros I J. exact Sums.sum_swap. Qed.
Lemma sum_swap_V : says_sum_swap_V. Proof. intros I J Y A B e. apply vector_eq. intro c. apply (Sums.sum_swap A B (fun x y => e x y c)). Qed.
Lemma sum_split : says_sum_split. Proof. intros I. exact Sums.sum_split. Qed.
Lemma sum_split_V : says_sum_split_V. Proof. intros I Y A B e. apply vector_eq. intro c. apply (Sums.sum_split A B (fun x => e x c)). Qed.
Lemma sumto_zero : says_sumto_zero. Proof. intros e. reflexivity. Qed.
Lemma sumto_zero_V : says_sumto_zero_V. Proof. intros Y e. reflexivity. Qed.
Lemma sumto_succ : says_sumto_succ. Proof. intros n e. reflexivity. Qed.
Lemma sumto_succ_V : says_sumto_succ_V. Proof. intros Y n e. reflexivity. Qed.
Lemma prod_take : says_prod_take. Proof. intros I. exact Sums.prod_take. Qed.
Lemma prod_empty : says_prod_empty. Proof. intros I. exact Sums.prod_empty. Qed.
Lemma max_above : says_max_above. Proof. intros I. exact Sums.max_above. Qed.
Lemma max_attained : says_max_attained. Proof. intros I. exact Sums.max_attained. Qed.
Lemma max_cong : says_max_cong. Proof. intros I. exact Sums.max_cong. Qed.
Lemma min : says_min. Proof. intros I. exact min_is. Qed.

(* == sizes ========================================================================================================= *)
Lemma real_zero : says_real_zero. Proof. reflexivity. Qed.
Lemma real_succ : says_real_succ. Proof. exact S_INR. Qed.
Lemma real_nonneg : says_real_nonneg. Proof. exact pos_INR. Qed.
Lemma real_injective : says_real_injective. Proof. exact INR_eq. Qed.
Lemma induction : says_induction. Proof. exact nat_ind. Qed.
Lemma Archimedes : says_Archimedes. Proof. exact sizes_unbounded. Qed.
Lemma real_plus : says_real_plus. Proof. exact plus_INR. Qed.
Lemma pow_zero : says_pow_zero. Proof. intros a. reflexivity. Qed.
Lemma pow_succ : says_pow_succ. Proof. intros a n. reflexivity. Qed.
Lemma binomial_zero : says_binomial_zero. Proof. intros [| n]; reflexivity. Qed.
Lemma binomial_none : says_binomial_none. Proof. intros k. reflexivity. Qed.
Lemma Pascal : says_Pascal. Proof. exact Sums.Pascal. Qed.
Lemma recursion : says_recursion. Proof. intros A. exact Sums.recursion. Qed.
Lemma card : says_card. Proof. intros I _. exact index_card. Qed.
Lemma dim : says_dim. Proof. intros V _. apply dim_size. Qed.

(* == vectors ======================================================================================================= *)
Lemma dot_pos : says_dot_pos. Proof. intros V. exact Vectors.dot_pos. Qed.
Lemma dot_zero : says_dot_zero. Proof. intros V. exact Vectors.dot_zero. Qed.
Lemma norm : says_norm. Proof. intros V u. split; [apply norm_square | apply norm_nonneg]. Qed.
Lemma Schwarz : says_Schwarz. Proof. intros V. exact Schwarz_squares. Qed.
Lemma basis : says_basis.
Proof.
  intros V _ m e. apply INR_eq in e. exists (Vectors.basis V). split.
  - intros j k hj hk. apply basis_orthonormal; rewrite <- e; apply INR_lt; assumption.
  - intros u h. apply basis_complete. intros j hj. apply h. rewrite e. apply lt_INR, hj.
Qed.
Lemma operator : says_operator. Proof. intros E V. exact operators_exist. Qed.

(* == functions of numbers ========================================================================================== *)
Lemma exp_zero : says_exp_zero. Proof. exact exp_0. Qed.
Lemma exp_add : says_exp_add. Proof. exact exp_plus. Qed.
Lemma exp_pos : says_exp_pos. Proof. exact Exp_prop.exp_pos. Qed.
Lemma exp_tangent : says_exp_tangent. Proof. exact Sums.exp_tangent. Qed.
Lemma log : says_log. Proof. exact exp_ln. Qed.
Lemma sqrt : says_sqrt. Proof. intros a h. split; [apply sqrt_def, h | apply sqrt_pos]. Qed.
Lemma tanh : says_tanh. Proof. exact tanh_is. Qed.
Lemma circle : says_circle. Proof. intros a. pose proof (Sums.circle a). lra. Qed.
Lemma cos_minus : says_cos_minus. Proof. intros a b. rewrite <- Rtrigo1.cos_minus. f_equal. ring. Qed.
Lemma sin_minus : says_sin_minus. Proof. intros a b. replace (a + -1 * b) with (a - b) by ring. rewrite Rtrigo1.sin_minus. ring. Qed.
Lemma quarter_turn : says_quarter_turn. Proof. unfold says_quarter_turn. replace (1 / 2 * PI) with (PI / 2) by field. apply cos_PI2. Qed.
Lemma acute_angle : says_acute_angle. Proof. intros a l r. apply cos_gt_0; lra. Qed.
Lemma pi : says_pi. Proof. exact pi_above_three. Qed.

(* == null sets of times ============================================================================================ *)
Lemma ae_all : says_ae_all. Proof. exact Time.ae_all. Qed.
Lemma ae_mp : says_ae_mp. Proof. exact Time.ae_mp. Qed.
Lemma ae_countable : says_ae_countable. Proof. exact ae_sizes. Qed.
Lemma ae_countable_I : says_ae_countable_I. Proof. intros C. exact ae_index. Qed.
Lemma ae_not_never : says_ae_not_never. Proof. exact not_ae_false. Qed.
Lemma by_continuity : says_by_continuity. Proof. exact Motion.by_continuity. Qed.

(* == slopes ======================================================================================================== *)
Lemma rate : says_rate. Proof. exact rate_is. Qed.
Lemma rate_V : says_rate_V. Proof. intros Y. exact rateV_is. Qed.
Lemma slope_exists : says_slope_exists.
Proof. intros f [_ h]. revert h. apply ae_mono. intros t _ [v hv]. rewrite (rate_is f t v hv). exact hv. Qed.
Lemma slope_exists_V : says_slope_exists_V.
Proof.
  intros Y f h. refine (ae_mono _ _ _ (ae_index _ (fun c => proj2 (h c)))). intros t _ k. apply Sums.choose in k. destruct k as [v hv].
  assert (s : slopeV f t v) by exact hv. rewrite (rateV_is f t v s). exact s.
Qed.
Lemma slope_local : says_slope_local. Proof. exact Time.slope_local. Qed.
Lemma slope_local_V : says_slope_local_V.
Proof. intros Y f g t v h t0 k c. apply Time.slope_local with (fun s => f s c); [intros s s0; rewrite (h s s0); reflexivity | exact t0 | apply k]. Qed.
Lemma slope_const : says_slope_const. Proof. exact Time.slope_const. Qed.
Lemma slope_const_V : says_slope_const_V. Proof. intros Y v t c. apply Time.slope_const. Qed.
Lemma slope_time : says_slope_time. Proof. exact Time.slope_time. Qed.
Lemma slope_plus : says_slope_plus. Proof. exact Time.slope_plus. Qed.
Lemma slope_plus_V : says_slope_plus_V. Proof. intros Y f g t a b hf hg c. apply Time.slope_plus; [apply hf | apply hg]. Qed.
Lemma slope_times : says_slope_times. Proof. exact slope_mult. Qed.
Lemma slope_times_V : says_slope_times_V. Proof. intros Y f g t a b hf hg c. apply (slope_mult f (fun s => g s c)); [exact hf | apply hg]. Qed.
Lemma slope_dot : says_slope_dot.
Proof.
  intros V f g t a b hf hg. unfold dot. rewrite <- Sum_plus. apply (slope_Sum (every V) (fun c s => f s c * g s c)).
  intros c _. apply slope_mult; [apply hf | apply hg].
Qed.
Lemma slope_lin : says_slope_lin.
Proof. intros E V U f t a h c. apply (slope_Sum (every V) (fun d s => U c d * f s d)). intros d _. apply slope_scale, h. Qed.
Lemma slope_inv : says_slope_inv.
Proof. intros f t a h n. refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) _ (slope_chain Rinv f t a _ h (derivative_inv _ n))). ring. Qed.
Lemma slope_exp : says_slope_exp. Proof. intros f t a h. exact (slope_chain exp f t a _ h (derivable_pt_lim_exp _)). Qed.
Lemma slope_log : says_slope_log. Proof. intros f t a h p. exact (slope_chain ln f t a _ h (derivable_pt_lim_ln _ p)). Qed.
Lemma half_inverse (s : R) : 0 < s -> / (2 * s) = 1 / 2 * / s. Proof. intro. field. lra. Qed.
Lemma slope_sqrt : says_slope_sqrt.
Proof.
  intros f t a h p. refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) _ (slope_chain R_sqrt.sqrt f t a _ h (derivable_pt_lim_sqrt _ p))).
  rewrite half_inverse by (apply sqrt_lt_R0, p). ring.
Qed.
Lemma slope_tanh : says_slope_tanh.
Proof. intros f t a h. refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) _ (slope_chain Rtrigo_def.tanh f t a _ h (derivative_tanh _))). ring. Qed.
Lemma slope_sin : says_slope_sin. Proof. intros f t a h. exact (slope_chain sin f t a _ h (derivable_pt_lim_sin _)). Qed.
Lemma slope_cos : says_slope_cos.
Proof. intros f t a h. refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) _ (slope_chain cos f t a _ h (derivable_pt_lim_cos _))). ring. Qed.
Lemma slope_sum : says_slope_sum. Proof. intros I A F D t h. apply (slope_Sum (range A) F). intros i k. apply h, in_range, k. Qed.
Lemma slope_sum_V : says_slope_sum_V.
Proof. intros I Y A F D t h c. apply (slope_Sum (range A) (fun i s => F i s c) t (fun i => D i c)). intros i k. apply (h i), in_range, k. Qed.
Lemma monotone : says_monotone. Proof. exact Motion.monotone. Qed.
Lemma level : says_level. Proof. exact Motion.level. Qed.

(* == motions ======================================================================================================= *)
Lemma moving_const : says_moving_const. Proof. exact Motion.moving_const. Qed.
Lemma moving_const_V : says_moving_const_V. Proof. intros Y v c. apply Motion.moving_const. Qed.
Lemma moving_time : says_moving_time. Proof. exact Motion.moving_time. Qed.
Lemma moving_plus : says_moving_plus. Proof. exact Motion.moving_plus. Qed.
Lemma moving_plus_V : says_moving_plus_V. Proof. intros Y f g hf hg c. apply Motion.moving_plus; [apply hf | apply hg]. Qed.
Lemma moving_times : says_moving_times. Proof. exact moving_mult. Qed.
Lemma moving_times_V : says_moving_times_V. Proof. intros Y f g hf hg c. apply moving_mult; [exact hf | apply hg]. Qed.
Lemma moving_dot : says_moving_dot. Proof. intros V. exact Motion.moving_dot. Qed.
Lemma moving_lin : says_moving_lin.
Proof. intros E V U f h c. apply (moving_Sum (every V) (fun d s => U c d * f s d)). intros d _. apply moving_scale, h. Qed.
Lemma moving_exp : says_moving_exp. Proof. exact Motion.moving_exp. Qed.
Lemma moving_tanh : says_moving_tanh. Proof. exact Motion.moving_tanh. Qed.
Lemma moving_sin : says_moving_sin. Proof. exact Motion.moving_sin. Qed.
Lemma moving_cos : says_moving_cos. Proof. exact Motion.moving_cos. Qed.
Lemma moving_abs : says_moving_abs. Proof. exact Motion.moving_abs. Qed.
Lemma moving_norm : says_moving_norm. Proof. intros V. exact Motion.moving_norm. Qed.
Lemma moving_max2 : says_moving_max2. Proof. exact Motion.moving_max2. Qed.
Lemma moving_min2 : says_moving_min2. Proof. exact Motion.moving_min2. Qed.
Lemma moving_sum : says_moving_sum. Proof. intros I A F h. apply (moving_Sum (range A) F). intros i _. apply h. Qed.
Lemma moving_sum_V : says_moving_sum_V. Proof. intros I Y A F h c. apply (moving_Sum (range A) (fun i s => F i s c)). intros i _. apply (h i). Qed.
Lemma moving_max : says_moving_max. Proof. intros I A F h. apply (moving_Max (range A) F). intros i _. apply h. Qed.
Lemma moving_min : says_moving_min.
Proof.
  intros I A F h. apply Motion.moving_cong with (fun s => -1 * Max (range A) (fun i => - F i s)); [| intros s _; unfold minI; ring].
  apply moving_scale. apply (moving_Max (range A) (fun i s => - F i s)). intros i _.
  apply Motion.moving_cong with (fun s => -1 * F i s); [apply moving_scale, h | intros; ring].
Qed.
Lemma moving_inv : says_moving_inv. Proof. exact Motion.moving_inv. Qed.
Lemma moving_log : says_moving_log. Proof. exact Motion.moving_log. Qed.
Lemma moving_sqrt : says_moving_sqrt. Proof. exact Motion.moving_sqrt. Qed.
Lemma moving_cong : says_moving_cong. Proof. intros f g h k. exact (Motion.moving_cong f g k h). Qed.
Lemma moving_cong_V : says_moving_cong_V.
Proof. intros Y f g h k c. apply Motion.moving_cong with (fun s => f s c); [apply k | intros t t0; rewrite (h t t0); reflexivity]. Qed.

(* == derivatives at states ========================================================================================= *)
Lemma diff_const : says_diff_const. Proof. intros I V S c. exact (derivative_const c S). Qed.
Lemma diff_const_vector : says_diff_const_vector. Proof. intros E I V S v. apply derivativeV. intro c. apply derivative_const. Qed.
Lemma diff_token : says_diff_token. Proof. intros I V S i. apply derivativeV. intro c. apply derivative_coordinate. Qed.
Lemma diff_plus : says_diff_plus. Proof. intros I V f g S k l hf hg. exact (derivative_plus f g S k l hf hg). Qed.
Lemma diff_plus_vector : says_diff_plus_vector.
Proof. intros E I V f g S k l hf hg. apply derivativeV. intro c. apply derivative_plus; [apply (proj1 (derivativeV _ _ _) hf) | apply (proj1 (derivativeV _ _ _) hg)]. Qed.
Lemma diff_times : says_diff_times. Proof. intros I V f g S k l hf hg. exact (derivative_mult f g S k l hf hg). Qed.
Lemma diff_times_vector : says_diff_times_vector.
Proof. intros E I V f g S k l hf hg. apply derivativeV. intro c. apply (derivative_mult f (fun X => g X c)); [exact hf | apply (proj1 (derivativeV _ _ _) hg)]. Qed.
Lemma diff_dot : says_diff_dot.
Proof.
  intros E I V f g S k l hf hg. refine (derivative_eq _ _ _ _ _ (fun _ => eq_refl) _ (derivative_Sum (every E) (fun c X => f X c * g X c) S (fun c D => k D c * g S c + f S c * l D c) _)).
  - intro D. unfold dot. rewrite <- Sum_plus. reflexivity.
  - intros c _. apply (derivative_mult (fun X => f X c) (fun X => g X c)); [apply (proj1 (derivativeV _ _ _) hf) | apply (proj1 (derivativeV _ _ _) hg)].
Qed.
Lemma diff_lin : says_diff_lin.
Proof.
  intros E F I V U f S k h. apply derivativeV. intro c. apply (derivative_Sum (every E) (fun d X => U c d * f X d) S (fun d D => U c d * k D d)).
  intros d _. apply derivative_scale. apply (proj1 (derivativeV _ _ _) h).
Qed.
Lemma diff_inv : says_diff_inv.
Proof. intros I V f S k h n. refine (derivative_eq _ _ _ _ _ (fun _ => eq_refl) _ (derivative_chain Rinv f S k _ h (derivative_inv _ n))). intro D. ring. Qed.
Lemma diff_exp : says_diff_exp. Proof. intros I V f S k h. exact (derivative_chain exp f S k _ h (derivable_pt_lim_exp _)). Qed.
Lemma diff_log : says_diff_log. Proof. intros I V f S k h p. exact (derivative_chain ln f S k _ h (derivable_pt_lim_ln _ p)). Qed.
Lemma diff_sqrt : says_diff_sqrt.
Proof.
  intros I V f S k h p. refine (derivative_eq _ _ _ _ _ (fun _ => eq_refl) _ (derivative_chain R_sqrt.sqrt f S k _ h (derivable_pt_lim_sqrt _ p))).
  intro D. rewrite half_inverse by (apply sqrt_lt_R0, p). ring.
Qed.
Lemma diff_tanh : says_diff_tanh.
Proof. intros I V f S k h. refine (derivative_eq _ _ _ _ _ (fun _ => eq_refl) _ (derivative_chain Rtrigo_def.tanh f S k _ h (derivative_tanh _))). intro D. ring. Qed.
Lemma diff_sin : says_diff_sin. Proof. intros I V f S k h. exact (derivative_chain sin f S k _ h (derivable_pt_lim_sin _)). Qed.
Lemma diff_cos : says_diff_cos.
Proof. intros I V f S k h. refine (derivative_eq _ _ _ _ _ (fun _ => eq_refl) _ (derivative_chain cos f S k _ h (derivable_pt_lim_cos _))). intro D. ring. Qed.
Lemma diff_sum : says_diff_sum. Proof. intros I J V A f S k h. apply (derivative_Sum (range A) f S k). intros j i. apply h, in_range, i. Qed.
Lemma diff_sum_vector : says_diff_sum_vector.
Proof.
  intros E I J V A f S k h. apply derivativeV. intro c. apply (derivative_Sum (range A) (fun j X => f j X c) S (fun j D => k j D c)).
  intros j i. apply (proj1 (derivativeV _ _ _) (h j (proj1 (in_range A j) i))).
Qed.
Lemma diff_state : says_diff_state. Proof. intros I V F S L h. apply derivativeS, h. Qed.
Lemma diff_chain : says_diff_chain.
Proof.
  intros I V F H S L K hF hH. apply derivativeS. intro i. apply derivativeV. intro c.
  apply (derivative_after (fun Y => H Y i c) F S L (fun D => K D i c) hF). apply (proj1 (derivativeV _ _ _) (proj1 (derivativeS _ _ _) hH i)).
Qed.
Lemma diff_unique : says_diff_unique.
Proof.
  intros I V F S L K hL hK. apply functional_extensionality. intro D. apply functional_extensionality. intro i. apply vector_eq. intro c.
  apply (derivative_unique (fun X => F X i c) S (fun D => L D i c) (fun D => K D i c));
    [apply (proj1 (derivativeV _ _ _) (proj1 (derivativeS _ _ _) hL i)) | apply (proj1 (derivativeV _ _ _) (proj1 (derivativeS _ _ _) hK i))].
Qed.
Lemma diff_near : says_diff_near. Proof. intros I V f S k. exact (positive_near f S k). Qed.

(* == chance ======================================================================================================== *)
Lemma prob_mono : says_prob_mono. Proof. exact Chance.prob_mono. Qed.
Lemma prob_nonneg : says_prob_nonneg. Proof. exact Chance.prob_nonneg. Qed.
Lemma prob_true : says_prob_true. Proof. apply prob_all. tauto. Qed.
Lemma prob_false : says_prob_false. Proof. apply prob_none. tauto. Qed.
Lemma prob_split : says_prob_split. Proof. intros P Q h. apply cuts_exactly, event_cuts, h. Qed.

(* == analytic functions ============================================================================================ *)
Lemma analytic_const : says_analytic_const. Proof. intros I V _ c. apply Analytic.analytic_const. Qed.
Lemma analytic_const_V : says_analytic_const_V. Proof. intros I V Y _ v c. apply Analytic.analytic_const. Qed.
Lemma analytic_token : says_analytic_token. Proof. intros I V i _ c. apply analytic_coordinate. Qed.
Lemma analytic_plus : says_analytic_plus. Proof. intros I V f g. exact (Analytic.analytic_plus f g). Qed.
Lemma analytic_plus_V : says_analytic_plus_V.
Proof. intros I V Y f g hf hg c. apply (Analytic.analytic_plus (fun X => f X c) (fun X => g X c)); [apply hf | apply hg]. Qed.
Lemma analytic_times : says_analytic_times. Proof. intros I V f g. exact (analytic_mult f g). Qed.
Lemma analytic_times_V : says_analytic_times_V.
Proof. intros I V Y f g hf hg c. apply (analytic_mult f (fun X => g X c)); [exact hf | apply hg]. Qed.
Lemma analytic_dot : says_analytic_dot.
Proof.
  intros E I V f g hf hg. apply (analytic_Sum (every E) (fun c X => f X c * g X c)). intros c _.
  apply (analytic_mult (fun X => f X c) (fun X => g X c)); [apply hf | apply hg].
Qed.
Lemma analytic_lin : says_analytic_lin.
Proof.
  intros E F I V U f h c. apply (analytic_Sum (every E) (fun d X => U c d * f X d)). intros d _.
  apply (analytic_mult (fun _ => U c d) (fun X => f X d)); [apply Analytic.analytic_const | apply h].
Qed.
Lemma analytic_exp : says_analytic_exp. Proof. intros I V f. exact (Analytic.analytic_exp f). Qed.
Lemma analytic_tanh : says_analytic_tanh. Proof. intros I V f. exact (Analytic.analytic_tanh f). Qed.
Lemma analytic_sin : says_analytic_sin. Proof. intros I V f. exact (Analytic.analytic_sin f). Qed.
Lemma analytic_cos : says_analytic_cos. Proof. intros I V f. exact (Analytic.analytic_cos f). Qed.
Lemma analytic_sum : says_analytic_sum. Proof. intros I J V A f h. apply (analytic_Sum (range A) f). intros j _. apply h. Qed.
Lemma analytic_sum_V : says_analytic_sum_V.
Proof. intros I J V Y A f h c. apply (analytic_Sum (range A) (fun j X => f j X c)). intros j _. apply (h j). Qed.
Lemma analytic_inv : says_analytic_inv. Proof. intros I V f. exact (Analytic.analytic_inv f). Qed.
Lemma analytic_sqrt : says_analytic_sqrt. Proof. intros I V f. exact (Analytic.analytic_sqrt f). Qed.
Lemma analytic_cong : says_analytic_cong. Proof. intros I V f g. exact (Analytic.analytic_cong f g). Qed.
Lemma analytic_cong_V : says_analytic_cong_V.
Proof.
  intros I V Y f g h k c. apply (Analytic.analytic_cong (fun X => f X c) (fun X => g X c)); [| apply k]. intros X s.
  destruct (h X s) as [e [e0 q]]. exists e. split; [exact e0 |]. intros Z n. rewrite (q Z n). reflexivity.
Qed.

(* == null sets of states =========================================================================================== *)
Lemma null_mono : says_null_mono. Proof. intros I V P Q. exact (null_states_mono P Q). Qed.
Lemma null_union : says_null_union. Proof. intros I V Q. exact (null_states_union Q). Qed.
Lemma null_ball : says_null_ball. Proof. intros I V Q S e. exact (ball_not_null Q S e). Qed.
