package jackfield.backend.cuda;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.matrix.Matrix;
import jackfield.backend.cuda.driver.matrix.MatrixLibrary;
import jackfield.backend.cuda.driver.matrix.MatrixProduct;
import jackfield.backend.cuda.driver.report.Launch;
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
  private static final long MOST_INNER = 1L << 30; // products.cu counts it in 32 bits
  private static final long WIDEST_TILE = 256; // columns of a tile of 128 rows, on tensor cores
  private static final int STAGES = 4; // slices in shared memory, as in products.cu
  private static final int SLICE = 32; // inner elements of a slice, as in tensor.h
  private static final int LINE_BYTES = STAGES * SLICE * Short.BYTES;

  private final Launcher launcher;

  ProductBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void mm(Tensor self, Tensor mat2, Tensor out) {
    multiply(new Call("mm", self, mat2, null, Scalar.ZERO, Scalar.ONE, out));
  }

  void bmm(Tensor self, Tensor mat2, Tensor out) {
    multiply(new Call("bmm", self, mat2, null, Scalar.ZERO, Scalar.ONE, out));
  }

  /** Adds {@code beta} times self, which is not read if beta is 0. */
  void addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta, Scalar alpha, Tensor out) {
    multiply(new Call("addmm", mat1, mat2, beta.is(0) ? null : self, beta, alpha, out));
  }

  /**
   * A product: {@code out = alpha left right + beta added}.
   *
   * @param added null if nothing is added
   */
  private record Call(
      String operator,
      Tensor left,
      Tensor right,
      Tensor added,
      Scalar beta,
      Scalar alpha,
      Tensor out) {
    long batches() {
      return out.rank() == 3 ? out.size(0) : 1;
    }

    long rows() {
      return out.size(out.rank() - 2);
    }

    long columns() {
      return out.size(out.rank() - 1);
    }

    /** Returns the number of products that are added up to an element. */
    long inner() {
      return left.size(left.rank() - 1);
    }
  }

  private void multiply(Call call) {
    if (call.out.elementCount() > 0 && !byLibrary(call)) {
      byOwnKernel(call);
    }
  }

  private void byOwnKernel(Call call) {
    Tensor out = call.out;
    Tensor left = call.left;
    Tensor right = call.right;
    Tensor[] operands =
        call.added == null
            ? new Tensor[] {out, left, right}
            : new Tensor[] {out, left, right, call.added};
    int rank = out.rank();
    long[][] steps = new long[3][operands.length];
    for (int operand = 0; operand < operands.length; operand++) {
      place(operands[operand], operand, steps, out);
    }
    steps[2][1] = 0; // the left factor has no columns of the result, the right one no rows
    steps[1][2] = 0;
    long bytes = out.dtype().sizeBytes();
    ParameterBlock block =
        Blocks.of(operands)
            .dimension(call.batches(), steps[0])
            .dimension(call.rows(), steps[1])
            .dimension(call.columns(), steps[2])
            .build()
            .with(call.inner(), left.stride(rank - 1) * bytes, right.stride(rank - 2) * bytes)
            .with(Launcher.words(DType.INT64, call.beta, call.alpha));
    if (isForTensorCores(left, rank - 2, rank - 1) && isForTensorCores(right, rank - 1, rank - 2)) {
      onTensorCores(call, block);
    } else {
      launch(call, block);
    }
  }

  /** Launches the kernel with the wider tiles if they occupy the device. */
  private void onTensorCores(Call call, ParameterBlock block) {
    long wide = tiles(call, WIDE_TILE, WIDEST_TILE);
    boolean isWide = wide >= launcher.processors();
    String kernel = (isWide ? "mm_tensor_wide_" : "mm_tensor_") + call.out.dtype();
    long tiles = isWide ? wide : tiles(call, WIDE_TILE);
    long lines = WIDE_TILE + (isWide ? WIDEST_TILE : WIDE_TILE);
    launcher.inSharedMemory(call.operator, kernel, block, tiles, (int) lines * LINE_BYTES);
  }

  /**
   * Returns whether tensor cores can multiply a factor: floats of 16 bits, of which 8 are side by
   * side wherever 8 are read, at an address of 16 bytes.
   *
   * @param lines the dimension of rows of the left factor, or of columns of the right one
   * @param inner the other dimension
   */
  static boolean isForTensorCores(Tensor factor, int lines, int inner) {
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
        && factor.size(inner) > 0
        && factor.size(inner) <= MOST_INNER;
  }

  /** Lets the library multiply, if it is there and can; returns whether it did. */
  private boolean byLibrary(Call call) {
    Tensor out = call.out;
    MatrixLibrary library = launcher.library().orElse(null);
    if (library == null || call.inner() == 0 || out.dtype().isComplex()) {
      return false;
    }
    MatrixProduct product =
        new MatrixProduct(
            out.dtype(),
            call.batches(),
            matrix(out, call.rows(), call.columns()),
            matrix(call.left, call.rows(), call.inner()),
            matrix(call.right, call.inner(), call.columns()),
            call.added == null ? null : matrix(call.added, call.rows(), call.columns()),
            call.alpha.toDouble(),
            call.beta.toDouble());
    return library.multiply(
        product, new Launch("cublasLtMatmul", "aten::" + call.operator, "backend.cuda"));
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
  private void launch(Call call, ParameterBlock block) {
    DType type = call.out.dtype();
    if (!type.isFloating() || type == DType.FLOAT64) {
      long tiles = tiles(call, type.isComplex() ? SHORT_TILE : TILE);
      launcher.cooperative(call.operator, "mm_" + type, block, tiles, THREADS);
      return;
    }
    long wide = tiles(call, WIDE_TILE);
    if (wide > Math.ceilDiv(launcher.processors(), 4)) {
      launcher.cooperative(call.operator, "mm_" + type, block, wide, THREADS);
    } else {
      long tiles = tiles(call, SHORT_TILE);
      launcher.cooperative(call.operator, "mm_small_" + type, block, tiles, THREADS);
    }
  }

  private static long tiles(Call call, long side) {
    return tiles(call, side, side);
  }

  /** Returns the number of tiles of a result. */
  private static long tiles(Call call, long rows, long columns) {
    return call.batches() * Math.ceilDiv(call.rows(), rows) * Math.ceilDiv(call.columns(), columns);
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
