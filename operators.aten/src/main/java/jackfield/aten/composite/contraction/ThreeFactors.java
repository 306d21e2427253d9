package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The sum of a product of three factors. It is computed slice by slice along one dimension, since
 * the product of all elements may be much larger than the factors and the result.
 */
final class ThreeFactors {
  static final String OPERATOR = "_trilinear";

  private final Aten aten;
  private final PairProduct pairs;
  private final Factor[] factors;
  private final boolean[] isSummed;
  private final int unrolled;

  /** The factors multiply along {@code unrolled} and are summed along {@code summed}. */
  ThreeFactors(Aten aten, Factor[] factors, long[] summed, int unrolled) {
    this.aten = aten;
    this.pairs = new PairProduct(aten);
    this.factors = factors;
    this.isSummed = Factor.marked(summed, rank(factors));
    this.unrolled = unrolled;
  }

  private static int rank(Factor[] factors) {
    return factors[0].tensor().rank();
  }

  Tensor product() {
    long[] sizes = new long[isSummed.length];
    for (int dim = 0; dim < sizes.length; dim++) {
      sizes[dim] = isSummed[dim] ? 1 : size(dim);
    }
    Tensor result = aten.newZeros(factors[0].tensor(), sizes);
    if (hasElements()) {
      for (long i = 0; i < size(unrolled); i++) {
        aten.add_(isSummed[unrolled] ? result : aten.narrow(result, unrolled, i, 1), slice(i));
      }
    }
    return withoutSummed(result);
  }

  /**
   * Returns the size that the last factor with a dimension of its own has there. A dimension that
   * all factors got has size 1; PyTorch makes it empty, and the gradient of a factor that is summed
   * alone is 0 there.
   */
  private long size(int dim) {
    long size = 1;
    for (Factor factor : factors) {
      size = factor.isAdded()[dim] ? size : factor.tensor().size(dim);
    }
    return size;
  }

  private boolean hasElements() {
    for (Factor factor : factors) {
      if (factor.tensor().elementCount() == 0) {
        return false;
      }
    }
    return true;
  }

  /** Sums a dimension as soon as no factor that has it follows. */
  private Tensor slice(long index) {
    List<Integer> early = new ArrayList<>();
    List<Integer> late = new ArrayList<>();
    for (int dim = 0; dim < isSummed.length; dim++) {
      if (isSummed[dim] && dim != unrolled) {
        (factors[2].isAdded()[dim] ? early : late).add(dim);
      }
    }
    Tensor product =
        summed(
            factors[0].slice(aten, unrolled, index),
            factors[1].slice(aten, unrolled, index),
            early);
    return summed(product, factors[2].slice(aten, unrolled, index), late);
  }

  private Tensor summed(Tensor left, Tensor right, List<Integer> dims) {
    List<Integer> ofBoth = new ArrayList<>();
    Tensor first = left;
    Tensor second = right;
    for (int dim : dims) {
      boolean isOfFirst = first.size(dim) != 1;
      boolean isOfSecond = second.size(dim) != 1;
      if (isOfFirst && isOfSecond) {
        ofBoth.add(dim);
      } else if (isOfFirst) {
        first = aten.sum(first, new long[] {dim}, true, first.dtype());
      } else if (isOfSecond) {
        second = aten.sum(second, new long[] {dim}, true, second.dtype());
      }
    }
    return pairs.product(first, second, ofBoth);
  }

  private Tensor withoutSummed(Tensor product) {
    Tensor result = product;
    for (int dim = isSummed.length - 1; dim >= 0; dim--) {
      result = isSummed[dim] ? aten.squeeze(result, (long) dim) : result;
    }
    return result;
  }
}
