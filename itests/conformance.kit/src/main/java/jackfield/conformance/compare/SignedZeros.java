package jackfield.conformance.compare;

import jackfield.schema.OperatorName;
import java.util.Set;

/**
 * The operators whose exact vectors distinguish +0 from -0: operators that move numbers unchanged,
 * and operators that change only the sign.
 */
final class SignedZeros {
  private static final Set<String> SIGNS = Set.of("neg", "abs", "copysign");

  private static final Set<String> MOVES =
      Set.of(
          """
          _to_copy alias as_strided atleast_2d broadcast_tensors broadcast_to cartesian_prod cat \
          chunk clone complex constant_pad_nd contiguous copy_ detach detach_ diag diag_embed \
          diagonal embedding expand expand_as fill_ flatten flip fliplr full full_like gather \
          hstack index index_copy index_fill index_put index_put_ index_select masked_fill \
          masked_fill_ masked_select meshgrid movedim narrow new_full numpy_T permute \
          pixel_shuffle pixel_unshuffle ravel real repeat repeat_interleave reshape reshape_as \
          roll rot90 scalar_tensor select slice split split_with_sizes squeeze squeeze_ stack \
          swapaxes t t_ take take_along_dim tensor_split tile to transpose transpose_ type_as \
          unbind unflatten unfold unsafe_chunk unsqueeze unsqueeze_ view view_as view_as_complex \
          view_as_real vstack where\
          """
              .split(" "));

  private SignedZeros() {}

  static boolean matterTo(String operator) {
    String base = OperatorName.parse(operator).base();
    return MOVES.contains(base) || SIGNS.contains(base.replaceFirst("_$", ""));
  }
}
