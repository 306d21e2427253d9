package jackfield.backend.cuda;

import java.util.List;

/** The operators whose recordings must agree. */
final class Claims {
  static final List<String> OPERATORS =
      List.of(
          """
          empty zeros ones full eye zeros_like ones_like new_zeros fill_ copy_ \
          clone contiguous to _to_copy arange add add_ sub sub_ rsub mul mul_ div \
          div_ neg conj_physical reciprocal pow.Tensor_Scalar pow_.Scalar eq gt \
          relu relu_ where.self where.ScalarSelf where.ScalarOther threshold_backward sigmoid_backward tanh_backward exp \
          log sqrt rsqrt sin cos tan sinh cosh tanh exp2 expm1 log2 log10 log1p \
          erf erfc erfinv sigmoid floor ceil aten::round round.out trunc frac sign frexp sum mean \
          amax amin argmax aminmax max.dim min.dim var std var_mean std_mean mm \
          bmm addmm matmul linear cat _softmax _log_softmax softmax log_softmax \
          _softmax_backward_data native_layer_norm \
          layer_norm view reshape transpose t permute expand select slice \
          unsqueeze squeeze detach\
          """
              .split(" "));

  private Claims() {}
}
