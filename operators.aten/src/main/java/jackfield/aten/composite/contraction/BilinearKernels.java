package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Products that are linear in each of two inputs.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BilinearKernels {
  private static final String BILINEAR = "bilinear";
  private static final long[] OF_INPUT1 = {1, 3}; // dimensions of size 1 in rows × out × in1 × in2
  private static final long[] OF_WEIGHT = {0};
  private static final long[] OF_INPUT2 = {1, 2};
  private static final long[] SUMMED = {2, 3};

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public BilinearKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Multiplies a row of {@code input1}, a matrix of {@code weight} and the same row of {@code
   * input2}, and adds the bias.
   *
   * <p><em>Shapes</em>: {@code input1 […, in1], input2 […, in2], weight [out, in1, in2], bias [out]
   * → […, out]}
   *
   * <p><em>Types</em>: one type.
   */
  public Tensor bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor bias) {
    requireOneType(input1, input2, weight, bias);
    requireShapes(input1, input2, weight, bias);
    int last = input1.rank() - 1;
    long[] sizes = input1.sizes().clone();
    sizes[last] = weight.size(0);
    Tensor rows1 = aten.reshape(input1, -1, input1.size(last));
    Tensor rows2 = aten.reshape(input2, -1, input2.size(last));
    Tensor product = aten._trilinear(rows1, weight, rows2, OF_INPUT1, OF_WEIGHT, OF_INPUT2, SUMMED);
    Tensor result = aten.reshape(product, sizes);
    return bias == null ? result : aten.add(result, bias);
  }

  private static void requireOneType(Tensor input1, Tensor input2, Tensor weight, Tensor bias) {
    boolean isOne = input1.dtype() == input2.dtype() && input1.dtype() == weight.dtype();
    if (!isOne || (bias != null && bias.dtype() != input1.dtype())) {
      throw new TypeMismatch(
          BILINEAR,
          "expected one type, found %s, %s, %s%s"
              .formatted(
                  input1.dtype(),
                  input2.dtype(),
                  weight.dtype(),
                  bias == null ? "" : " and " + bias.dtype()));
    }
  }

  private static void requireShapes(Tensor input1, Tensor input2, Tensor weight, Tensor bias) {
    int last = input1.rank() - 1;
    if (last < 0 || input2.rank() != input1.rank()) {
      throw new ShapeMismatch(
          BILINEAR,
          "expected inputs of as many dimensions, at least one",
          input1.sizes(),
          input2.sizes());
    }
    for (int dim = 0; dim < last; dim++) {
      if (input1.size(dim) != input2.size(dim)) {
        throw new ShapeMismatch(
            BILINEAR, "the inputs have other rows", input1.sizes(), input2.sizes());
      }
    }
    if (weight.rank() != 3
        || weight.size(1) != input1.size(last)
        || weight.size(2) != input2.size(last)) {
      throw new ShapeMismatch(
          BILINEAR,
          "expected a weight of [out, %d, %d]".formatted(input1.size(last), input2.size(last)),
          weight.sizes());
    }
    if (bias != null && (bias.rank() == 0 || bias.size(0) != weight.size(0))) {
      throw new ShapeMismatch(
          BILINEAR, "expected a bias of [%d]".formatted(weight.size(0)), bias.sizes());
    }
  }

  /**
   * Multiplies three tensors, after each got dimensions of size 1, and sums along some.
   *
   * @param expand1 the dimensions that {@code i1} gets; {@code expand2} and {@code expand3} those
   *     of the others. With them all tensors have the same number of dimensions
   * @param sumdim the dimensions to sum along, which the result does not have
   * @param unrollDim the dimension along which one slice after the other is computed
   */
  public Tensor trilinear(
      Tensor i1,
      Tensor i2,
      Tensor i3,
      long[] expand1,
      long[] expand2,
      long[] expand3,
      long[] sumdim,
      long unrollDim) {
    int rank = i1.rank() + expand1.length;
    if (unrollDim < 0 || unrollDim >= rank) {
      throw new InvalidArgument(
          "_trilinear",
          "unroll_dim",
          "%d is out of range (expected 0 to %d)".formatted(unrollDim, rank - 1));
    }
    Factor[] factors = {
      Factor.of(aten, i1, expand1, rank),
      Factor.of(aten, i2, expand2, rank),
      Factor.of(aten, i3, expand3, rank)
    };
    return new ThreeFactors(aten, factors, sumdim, (int) unrollDim).product();
  }
}
