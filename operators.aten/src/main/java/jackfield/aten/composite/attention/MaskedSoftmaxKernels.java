package jackfield.aten.composite.attention;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The kernel of a softmax that leaves elements out.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MaskedSoftmaxKernels {
  private static final long OF_PAIRS = 0; // one mask [queries, keys] for all
  private static final long OF_ALL = 2; // other masks, of 1, are [batch, keys]

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public MaskedSoftmaxKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Computes softmax of the elements that are not masked, and 0 for the others.
   *
   * @param mask true for elements that are left out
   * @param dim null for the last
   * @param maskType 0 for a mask of pairs, 1 for one of keys, 2 or null for one of all elements
   */
  public Tensor softmax(Tensor self, Tensor mask, Long dim, Long maskType) {
    if (mask.dtype() != DType.BOOL) {
      throw new TypeMismatch("_masked_softmax", "expected a mask of bool, found " + mask.dtype());
    }
    if (maskType != null && (maskType < OF_PAIRS || maskType > OF_ALL)) {
      throw new InvalidArgument(
          "_masked_softmax", "mask_type", "is %d, expected 0, 1 or 2".formatted(maskType));
    }
    int along = Dimensions.wrap("_masked_softmax", dim == null ? -1 : dim, self.rank());
    Tensor whole = expanded(self, mask, maskType == null ? OF_ALL : maskType);
    Tensor kept = aten.maskedFill(self, whole, Double.NEGATIVE_INFINITY);
    Tensor result = aten.emptyLike(self);
    return aten.copy_(result, aten.softmax(kept, along)); // in the layout of the input
  }

  private Tensor expanded(Tensor self, Tensor mask, long maskType) {
    if (maskType == OF_ALL) {
      requireSizes(self.sizes(), mask);
      return mask;
    }
    if (self.rank() != 4) {
      throw new ShapeMismatch("_masked_softmax", "expected four dimensions", self.sizes());
    }
    if (maskType == OF_PAIRS) {
      requireSizes(new long[] {self.size(2), self.size(3)}, mask);
      return mask;
    }
    requireSizes(new long[] {self.size(0), self.size(3)}, mask);
    return aten.view(mask, self.size(0), 1, 1, self.size(3));
  }

  private static void requireSizes(long[] expected, Tensor mask) {
    if (!Arrays.equals(expected, mask.sizes())) {
      throw new ShapeMismatch(
          "_masked_softmax", "the mask does not fit the input", expected, mask.sizes());
    }
  }
}
