package jackfield.aten.composite.gradient;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Gradients of operators on diagonals and lines; differentiated through what they call.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LineGradients {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public LineGradients(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns a matrix of zeros with the gradient at every {@code columns + 1} elements. As in
   * PyTorch, the diagonal of a tall matrix starts again below its end.
   */
  public Tensor trace(Tensor grad, long[] sizes) {
    if (sizes.length != 2) {
      throw new ShapeMismatch("trace_backward", "expected the sizes of a matrix", sizes);
    }
    Tensor zeros = aten.reshape(aten.newZeros(grad, sizes), -1);
    Scalar step = Scalar.of(sizes[1] + 1);
    Tensor places =
        aten.arange(
            Scalar.ZERO, Scalar.of(zeros.elementCount()), step, DType.INT64, null, grad.device());
    return aten.view(aten.indexFill(zeros, 0, places, grad), sizes);
  }

  /** Returns zeros with the gradients at the selected positions of each line. */
  public Tensor selected(Tensor grad, long dim, Tensor indices, long[] sizes, boolean keepdim) {
    boolean isReduced = !keepdim && sizes.length > 0;
    Tensor each = isReduced ? aten.unsqueeze(grad, dim) : grad;
    Tensor places = isReduced ? aten.unsqueeze(indices, dim) : indices;
    return aten.scatter(aten.newZeros(each, sizes), dim, places, each);
  }

  /**
   * Returns the gradient of running products.
   *
   * @throws TypeMismatch if the type of {@code input} is neither floating nor complex
   */
  public Tensor cumprod(Tensor grad, Tensor input, long dim, Tensor output) {
    if (!input.dtype().isFloating() && !input.dtype().isComplex()) {
      throw new TypeMismatch(
          "cumprod_backward", "expected a floating or complex type, found " + input.dtype());
    }
    int along = Dimensions.wrap("cumprod_backward", dim, input.rank());
    if (input.rank() == 0 || input.elementCount() <= 1) {
      return grad;
    }
    Tensor factors = aten.conj(input);
    if (hasZero(input)) {
      return withZeros(grad, factors, along);
    }
    // Without zeros, the derivative of a product by a factor is the product divided by it.
    return aten.div(reversedSum(aten.mul(aten.conj(output), grad), along), factors);
  }

  private Tensor reversedSum(Tensor terms, int dim) {
    long[] dims = {dim};
    return aten.flip(aten.cumsum(aten.flip(terms, dims), dim), dims);
  }

  /** Returns whether an element is 0; false for a tensor without memory. */
  private boolean hasZero(Tensor input) {
    return !input.device().equals(Device.META)
        && aten.isNonzero(aten.any(aten.eq(aten.detach(input), Scalar.ZERO)));
  }

  private Tensor withZeros(Tensor grad, Tensor factors, int dim) {
    long size = factors.size(dim);
    Tensor[] all = new Tensor[Math.toIntExact(size)];
    for (int k = 0; k < size; k++) {
      Tensor gradients = aten.narrow(grad, dim, k, size - k);
      Tensor products = aten.mul(gradients, others(factors, dim, k));
      all[k] = aten.sum(products, new long[] {dim}, true);
    }
    return aten.cat(all, dim);
  }

  /** Returns the products of all factors up to each position from k on, leaving out factor k. */
  private Tensor others(Tensor factors, int dim, int k) {
    long rest = factors.size(dim) - k - 1;
    Tensor before = aten.prod(aten.narrow(factors, dim, 0, k), dim, true);
    Tensor after = aten.cumprod(aten.narrow(factors, dim, k + 1, rest), dim);
    return aten.cat(new Tensor[] {before, aten.mul(before, after)}, dim);
  }
}
