package jackfield.backend.cuda;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.Launch;
import jackfield.backend.cuda.driver.matrix.Matrix;
import jackfield.backend.cuda.driver.matrix.MatrixLibrary;
import jackfield.backend.cuda.driver.matrix.MatrixProduct;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Matrix products. A block of threads computes a tile of the result, in registers. */
final class ProductBodies {
  private static final int THREADS = 256; // of a block, as in products.cu
  private static final long SHORT_TILE = 32; // of complex numbers, and of results of few tiles
  private static final long TILE = 64;
  private static final long VECTOR = 8; // elements of 16 bytes
  private static final long WIDE_TILE = 128; // of float32 and shorter floats

  private final Launcher launcher;
  private final MatrixLibrary library; // null where it is not installed

  ProductBodies(Launcher launcher, MatrixLibrary library) {
    this.launcher = launcher;
    this.library = library;
  }

  void mm(Tensor self, Tensor mat2, Tensor out) {
    multiply("mm", self, mat2, null, Scalar.ZERO, Scalar.ONE, out);
  }

  void bmm(Tensor self, Tensor mat2, Tensor out) {
    multiply("bmm", self, mat2, null, Scalar.ZERO, Scalar.ONE, out);
  }

  /** Adds {@code beta} times self, which is not read if beta is 0. */
  void addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta, Scalar alpha, Tensor out) {
    multiply("addmm", mat1, mat2, beta.is(0) ? null : self, beta, alpha, out);
  }

  private void multiply(
      String operator,
      Tensor left,
      Tensor right,
      Tensor added,
      Scalar beta,
      Scalar alpha,
      Tensor out) {
    if (out.elementCount() == 0 || byLibrary(operator, left, right, added, beta, alpha, out)) {
      return;
    }
    Tensor[] operands =
        added == null ? new Tensor[] {out, left, right} : new Tensor[] {out, left, right, added};
    int rank = out.rank();
    long batches = rank == 3 ? out.size(0) : 1;
    long rows = out.size(rank - 2);
    long columns = out.size(rank - 1);
    long[][] steps = new long[3][operands.length];
    for (int operand = 0; operand < operands.length; operand++) {
      place(operands[operand], operand, steps, out);
    }
    steps[2][1] = 0; // the left factor has no columns of the result, the right one no rows
    steps[1][2] = 0;
    long bytes = out.dtype().sizeBytes();
    ParameterBlock block =
        Blocks.of(operands)
            .dimension(batches, steps[0])
            .dimension(rows, steps[1])
            .dimension(columns, steps[2])
            .build()
            .with(
                left.size(rank - 1), left.stride(rank - 1) * bytes, right.stride(rank - 2) * bytes)
            .with(Launcher.words(DType.INT64, beta, alpha));
    if (isForTensorCores(left, rank - 2, rank - 1) && isForTensorCores(right, rank - 1, rank - 2)) {
      long wide = batches * tiles(rows, columns, WIDE_TILE);
      launcher.cooperative(operator, "mm_tensor_" + out.dtype(), block, wide, THREADS);
    } else {
      launch(operator, out.dtype(), block, batches, rows, columns);
    }
  }

  /**
   * Returns whether tensor cores can multiply a factor: floats of 16 bits, of which 8 are side by
   * side wherever 8 are read, at an address of 16 bytes.
   *
   * @param lines the dimension of rows of the left factor, or of columns of the right one
   * @param inner the other dimension
   */
  private static boolean isForTensorCores(Tensor factor, int lines, int inner) {
    DType type = factor.dtype();
    if (type != DType.FLOAT16 && type != DType.BFLOAT16) {
      return false;
    }
    boolean isByInner = factor.stride(inner) == 1;
    int dense = isByInner ? inner : lines;
    int other = isByInner ? lines : inner;
    long places =
        factor.stride(other) | factor.size(dense) | (factor.rank() == 3 ? factor.stride(0) : 0);
    return factor.stride(dense) == 1
        && places % VECTOR == 0
        && factor.address() % (VECTOR * Short.BYTES) == 0
        && factor.size(inner) > 0;
  }

  /** Lets the library multiply, if it is there and can; returns whether it did. */
  private boolean byLibrary(
      String operator,
      Tensor left,
      Tensor right,
      Tensor added,
      Scalar beta,
      Scalar alpha,
      Tensor out) {
    if (library == null || left.size(left.rank() - 1) == 0 || out.dtype().isComplex()) {
      return false;
    }
    int rank = out.rank();
    long rows = out.size(rank - 2);
    long columns = out.size(rank - 1);
    MatrixProduct product =
        new MatrixProduct(
            out.dtype(),
            rank == 3 ? out.size(0) : 1,
            matrix(out, rows, columns),
            matrix(left, rows, left.size(left.rank() - 1)),
            matrix(right, right.size(right.rank() - 2), columns),
            added == null ? null : matrix(added, rows, columns),
            alpha.toDouble(),
            beta.toDouble());
    return library.multiply(
        product, new Launch("cublasLtMatmul", "aten::" + operator, "backend.cuda"));
  }

  /** Returns a matrix, or one for each batch, that is broadcast to the given sizes. */
  private static Matrix matrix(Tensor tensor, long rows, long columns) {
    long[] steps = new long[3];
    for (int dim = 0; dim < tensor.rank(); dim++) {
      int place = 3 - tensor.rank() + dim;
      long size = place == 0 ? 0 : place == 1 ? rows : columns;
      boolean repeats = place > 0 && tensor.size(dim) == 1 && size != 1;
      steps[place] = repeats ? 0 : tensor.stride(dim);
    }
    return new Matrix(tensor.address(), rows, columns, steps[1], steps[2], steps[0]);
  }

  /** Launches the kernel with the largest tiles of which there are enough for the device. */
  private void launch(
      String operator, DType type, ParameterBlock block, long batches, long rows, long columns) {
    if (!type.isFloating() || type == DType.FLOAT64) {
      long tiles = batches * tiles(rows, columns, type.isComplex() ? SHORT_TILE : TILE);
      launcher.cooperative(operator, "mm_" + type, block, tiles, THREADS);
      return;
    }
    long wide = batches * tiles(rows, columns, WIDE_TILE);
    if (wide > Math.ceilDiv(launcher.processors(), 4)) {
      launcher.cooperative(operator, "mm_" + type, block, wide, THREADS);
    } else {
      long tiles = batches * tiles(rows, columns, SHORT_TILE);
      launcher.cooperative(operator, "mm_small_" + type, block, tiles, THREADS);
    }
  }

  /** Returns the number of tiles of a matrix. */
  private static long tiles(long rows, long columns, long side) {
    return Math.ceilDiv(rows, side) * Math.ceilDiv(columns, side);
  }

  /** Sets the steps of an operand in batches, rows and columns; broadcast ones are 0. */
  private static void place(Tensor tensor, int operand, long[][] steps, Tensor out) {
    long bytes = tensor.dtype().sizeBytes();
    for (int dim = 0; dim < tensor.rank(); dim++) {
      int place = 3 - tensor.rank() + dim;
      boolean repeats =
          operand == 3 && tensor.size(dim) == 1 && out.size(out.rank() - tensor.rank() + dim) != 1;
      steps[place][operand] = repeats ? 0 : tensor.stride(dim) * bytes;
    }
  }
}
