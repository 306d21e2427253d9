package jackfield.backend.cuda;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Matrix products. A block of threads computes a tile of the result, in registers. */
final class ProductBodies {
  private static final int THREADS = 256; // of a block, as in products.cu
  private static final long SHORT_TILE = 32; // of complex numbers
  private static final long TILE = 64;
  private static final long LONG_TILE = 128; // rows of float32 and shorter floats

  private final Launcher launcher;

  ProductBodies(Launcher launcher) {
    this.launcher = launcher;
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
    if (out.elementCount() == 0) {
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
    launcher.cooperative(
        operator, "mm_" + out.dtype(), block, batches * tiles(rows, columns, out), THREADS);
  }

  /** Returns the number of tiles of a matrix. */
  private static long tiles(long rows, long columns, Tensor out) {
    DType type = out.dtype();
    boolean isLong = type.isFloating() && type != DType.FLOAT64;
    long across = type.isComplex() ? SHORT_TILE : TILE;
    long down = isLong ? LONG_TILE : across;
    return Math.ceilDiv(rows, down) * Math.ceilDiv(columns, across);
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
