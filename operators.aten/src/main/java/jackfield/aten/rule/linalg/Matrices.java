package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/** Checks and layouts of batches of matrices, for one operator. */
record Matrices(String operator) {
  /** Accepts matrices of numbers with fractions in full precision. */
  Tensor check(Tensor a) {
    if (a.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", a.sizes());
    }
    DType type = a.dtype();
    if (type.isHalf() || !(type.isFloating() || type.isComplex())) {
      throw new TypeMismatch(
          operator, "expected float32, float64, complex64 or complex128, found " + type);
    }
    return a;
  }

  /** Accepts what {@link #check} accepts if the matrices have as many rows as columns. */
  Tensor checkSquare(Tensor a) {
    if (check(a).size(a.rank() - 2) != a.size(a.rank() - 1)) {
      throw new ShapeMismatch(operator, "expected square matrices", a.sizes());
    }
    return a;
  }

  /** Accepts tensors of one type. */
  void checkSameType(Tensor a, Tensor b) {
    if (a.dtype() != b.dtype()) {
      throw new TypeMismatch(
          operator, "expected one type, found %s and %s".formatted(a.dtype(), b.dtype()));
    }
  }

  /** Accepts square matrices {@code a} and matrices {@code b} that they can divide. */
  void checkSystem(Tensor a, Tensor b, boolean isLeft) {
    checkSameType(a, b);
    checkSquare(a);
    check(b);
    if (columns(a) != (isLeft ? rows(b) : columns(b))) {
      throw new ShapeMismatch(
          operator, "the matrices do not fit the right-hand sides", a.sizes(), b.sizes());
    }
  }

  /** Accepts pivots: int32 numbers, {@code count} for each matrix of the batch of {@code a}. */
  void checkPivots(Tensor a, Tensor pivots, long count) {
    if (pivots.dtype() != DType.INT32) {
      throw new TypeMismatch(operator, "expected pivots of int32, found " + pivots.dtype());
    }
    if (!Arrays.equals(pivots.sizes(), with(batch(a), count))) {
      throw new ShapeMismatch(
          operator, "the pivots do not fit the factors", a.sizes(), pivots.sizes());
    }
  }

  static long rows(Tensor a) {
    return a.size(a.rank() - 2);
  }

  static long columns(Tensor a) {
    return a.size(a.rank() - 1);
  }

  /** Returns the sizes without those of one matrix. */
  static long[] batch(Tensor a) {
    return Arrays.copyOf(a.sizes(), a.rank() - 2);
  }

  /** Returns the sizes of the batch to which two batches are broadcast. */
  long[] batch(Tensor a, Tensor b) {
    return Broadcast.sizes(operator, batch(a), batch(b));
  }

  static long[] with(long[] batch, long... inner) {
    long[] sizes = Arrays.copyOf(batch, batch.length + inner.length);
    System.arraycopy(inner, 0, sizes, batch.length, inner.length);
    return sizes;
  }

  /** Returns an output in which the elements of a column are neighbours, as LAPACK wants it. */
  static OutputSpec columnMajor(DType type, long[] batch, long rows, long columns) {
    return columnMajor(type, with(batch, rows, columns));
  }

  static OutputSpec columnMajor(DType type, long... sizes) {
    int row = sizes.length - 2;
    long[] strides = Shapes.contiguousStrides(sizes).clone();
    if (row >= 0) {
      strides[row] = 1;
      strides[row + 1] = Math.max(sizes[row], 1);
    }
    return new OutputSpec(type, sizes).withStrides(strides);
  }

  static OutputSpec rowMajor(DType type, long[] batch, long... inner) {
    return new OutputSpec(type, with(batch, inner));
  }

  /** Returns an output of one int32 for each matrix. */
  static OutputSpec info(long[] batch) {
    return new OutputSpec(DType.INT32, batch);
  }
}
