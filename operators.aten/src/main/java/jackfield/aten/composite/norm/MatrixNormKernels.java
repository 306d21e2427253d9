package jackfield.aten.composite.norm;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.stream.LongStream;

/**
 * Norms of matrices: by singular values (2, -2, nuclear), by sums of rows or columns (1, -1,
 * infinite), or as the norm of a vector (Frobenius).
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MatrixNormKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public MatrixNormKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns the norm of order {@code ord}: 2, -2, 1, -1 or infinite. */
  public Tensor numbered(Tensor self, Scalar ord, long[] dim, boolean keepdim, DType dtype) {
    int[] dims = matrixDims("linalg_matrix_norm", self, dim);
    double order = Math.abs(ord.toDouble());
    if (ord.imaginary() != 0 || (order != 1 && order != 2 && !Double.isInfinite(order))) {
      throw new InvalidArgument(
          "linalg_matrix_norm", "ord", ord + ", expected 1, -1, 2, -2, inf or -inf");
    }
    Tensor matrix = converted("linalg_matrix_norm", self, dtype);
    boolean isLargest = ord.toDouble() > 0;
    if (order == 2) {
      Tensor values = singularValues(matrix, dims);
      return kept(extreme(values, -1, false, isLargest), dims, keepdim);
    }
    int summed = order == 1 ? dims[0] : dims[1];
    int compared = order == 1 ? dims[1] : dims[0];
    long[] along = {summed};
    Tensor sums = aten.linalgVectorNorm(matrix, Scalar.of(1.0), along, keepdim, (DType) null);
    int left = keepdim || compared < summed ? compared : compared - 1;
    return extreme(sums, left, keepdim, isLargest);
  }

  /** Returns the norm that is named {@code ord}: fro or nuc. */
  public Tensor named(Tensor self, String ord, long[] dim, boolean keepdim, DType dtype) {
    int[] dims = matrixDims("linalg_matrix_norm", self, dim);
    Tensor matrix = converted("linalg_matrix_norm", self, dtype);
    return switch (ord) {
      case "fro" ->
          aten.linalgVectorNorm(
              matrix, Scalar.of(2.0), new long[] {dims[0], dims[1]}, keepdim, (DType) null);
      case "nuc" -> kept(aten.sum(singularValues(matrix, dims), new long[] {-1}), dims, keepdim);
      default ->
          throw new InvalidArgument(
              "linalg_matrix_norm", "ord", "'%s', expected fro or nuc".formatted(ord));
    };
  }

  private static int[] matrixDims(String operator, Tensor self, long[] dim) {
    if (self.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", self.sizes());
    }
    if (dim.length != 2) {
      throw new InvalidArgument(
          operator, "dim", "has %d dimensions, expected 2".formatted(dim.length));
    }
    return Dimensions.wrapDistinct(operator, dim, self.rank());
  }

  private Tensor converted(String operator, Tensor self, DType dtype) {
    if (!self.dtype().isFloating() && !self.dtype().isComplex()) {
      throw new TypeMismatch(operator, "expected a floating type, found " + self.dtype());
    }
    if (dtype == null || dtype == self.dtype()) {
      return self;
    }
    if (dtype.isComplex() != self.dtype().isComplex()
        || !(dtype.isFloating() || dtype.isComplex())
        || dtype.sizeBytes() < self.dtype().sizeBytes()) {
      throw new TypeMismatch(operator, "%s does not widen %s".formatted(dtype, self.dtype()));
    }
    return aten.to(self, dtype);
  }

  private Tensor singularValues(Tensor matrix, int[] dims) {
    long[] others =
        LongStream.range(0, matrix.rank()).filter(d -> d != dims[0] && d != dims[1]).toArray();
    long[] order =
        LongStream.concat(LongStream.of(others), LongStream.of(dims[0], dims[1])).toArray();
    return aten.linalgSvdvals(aten.permute(matrix, order));
  }

  private Tensor extreme(Tensor values, long dim, boolean keepdim, boolean isLargest) {
    long[] dims = {dim};
    return isLargest ? aten.amax(values, dims, keepdim) : aten.amin(values, dims, keepdim);
  }

  private Tensor kept(Tensor norms, int[] dims, boolean keepdim) {
    return keepdim
        ? aten.unsqueeze(
            aten.unsqueeze(norms, Math.min(dims[0], dims[1])), Math.max(dims[0], dims[1]))
        : norms;
  }

  /** Returns the norm of a vector or, of two dimensions with an order, of a matrix. */
  public Tensor norm(Tensor self, Scalar ord, long[] dim, boolean keepdim, DType dtype) {
    if (ord == null) {
      return aten.linalgVectorNorm(self, Scalar.of(2.0), dim, keepdim, dtype);
    }
    int count = dim == null ? self.rank() : dim.length;
    if (dim == null ? count > 2 || count == 0 : count != 1 && count != 2) {
      throw new InvalidArgument(
          "linalg_norm", "dim", "of %d dimensions, expected 1 or 2".formatted(count));
    }
    long[] dims = dim == null && count == 2 ? new long[] {0, 1} : dim;
    return count == 2
        ? numbered(self, ord, dims, keepdim, dtype)
        : aten.linalgVectorNorm(self, ord, dims, keepdim, dtype);
  }

  /** Returns the norm of a matrix that is named {@code ord}. */
  public Tensor normNamed(Tensor self, String ord, long[] dim, boolean keepdim, DType dtype) {
    if (dim == null && self.rank() != 2) {
      throw new ShapeMismatch("linalg_norm", "expected a matrix", self.sizes());
    }
    return named(self, ord, dim == null ? new long[] {0, 1} : dim, keepdim, dtype);
  }

  /** Returns the square root of the sum of squares along at most two dimensions. */
  public Tensor frobenius(Tensor self, long[] dim, boolean keepdim) {
    if (dim.length > 2) {
      throw new InvalidArgument(
          "frobenius_norm", "dim", "has %d dimensions, expected 0 to 2".formatted(dim.length));
    }
    return aten.linalgVectorNorm(self, Scalar.of(2.0), dim, keepdim, (DType) null);
  }

  /** Returns the sum of the singular values of a matrix. */
  public Tensor nuclear(Tensor self, boolean keepdim) {
    return normNamed(self, "nuc", new long[] {-2, -1}, keepdim, null);
  }

  /** Returns the sums of the singular values of matrices. */
  public Tensor nuclearDim(Tensor self, long[] dim, boolean keepdim) {
    return named(self, "nuc", dim, keepdim, null);
  }

  /** Writes the norm of {@link #frobenius} into {@code out}. */
  public Tensor frobeniusOut(Tensor self, long[] dim, boolean keepdim, Tensor out) {
    return given.into("frobenius_norm", frobenius(self, dim, keepdim), out);
  }
}
