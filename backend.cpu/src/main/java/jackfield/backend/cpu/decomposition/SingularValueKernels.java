package jackfield.backend.cpu.decomposition;

import jackfield.aten.kernel.SingularValuePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.error.InvalidArgument;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Singular value decompositions. Matrices of all types are copied to float64 columns. Several
 * matrices are decomposed in parallel, each by one thread, so results do not depend on the number
 * of threads.
 */
public final class SingularValueKernels {
  private static final int U = 0;
  private static final int S = 1;
  private static final int VH = 2;
  private static final int A = 3;

  // Multiplications of a part of a parallel loop; a sweep takes some per element and column.
  private static final long GRAIN = 1 << 14;

  private final Function<DType, FoldLoop> products;
  private final Function<DType, PointwiseLoop> add;
  private final Function<DType, PointwiseLoop> scale;
  private final Scratch scratch;

  /** A source of scratch memory; safe for use by several threads. */
  @FunctionalInterface
  public interface Scratch {
    /** Runs {@code use} with the address of {@code bytes} bytes, which it must not keep. */
    void use(long bytes, LongConsumer use);
  }

  /**
   * Creates the kernels.
   *
   * @param products the loops of {@link jackfield.backend.cpu.loops.fold.FoldLoops#sumOfProducts}
   * @param add the loops of {@link jackfield.backend.cpu.loops.PointwiseLoops#add}
   * @param scale the loops of {@link jackfield.backend.cpu.loops.PointwiseLoops#scale}
   */
  public SingularValueKernels(
      Function<DType, FoldLoop> products,
      Function<DType, PointwiseLoop> add,
      Function<DType, PointwiseLoop> scale,
      Scratch scratch) {
    this.products = products;
    this.add = add;
    this.scale = scale;
    this.scratch = scratch;
  }

  /**
   * Decomposes each matrix. A wide matrix is decomposed by its adjoint: {@code A = U S Vh} if
   * {@code Aᴴ = Vhᴴ S Uᴴ}.
   *
   * @throws InvalidArgument if the plan refuses {@code driver} or elements, or a decomposition does
   *     not converge
   */
  public void svd(SingularValuePlan plan, String driver) {
    plan.checkOnHost(driver);
    ColumnLoops loops =
        new ColumnLoops(
            products.apply(DType.FLOAT64), add.apply(DType.FLOAT64), scale.apply(DType.FLOAT64));
    Decomposition decomposition = new Decomposition(plan, loops);
    Parallel.range(
        decomposition.matrices.count(),
        Math.max(1, GRAIN / decomposition.work()),
        (from, to) ->
            scratch.use(
                decomposition.bytes(),
                memory ->
                    decomposition.matrices.forEach(from, to, at -> decomposition.run(at, memory))));
  }

  /** The decomposition of all matrices of a call. */
  private static final class Decomposition {
    private final String operator;
    private final ColumnLoops loops;
    private final SliceIterator matrices;
    private final boolean hasVectors;
    private final boolean isWide;
    private final long rows; // of the matrix or its adjoint, whichever has more rows
    private final int count; // of its columns
    private final int leftCount; // orthonormal columns of as many rows
    private final int parts;

    Decomposition(SingularValuePlan plan, ColumnLoops loops) {
      this.operator = plan.operator();
      this.loops = loops;
      this.matrices = plan.matrices();
      this.hasVectors = plan.hasVectors();
      this.isWide = matrices.size(A, 0) < matrices.size(A, 1);
      this.rows = matrices.size(A, isWide ? 1 : 0);
      this.count = Math.toIntExact(matrices.size(A, isWide ? 0 : 1));
      this.leftCount =
          hasVectors ? Math.toIntExact(isWide ? matrices.size(VH, 0) : matrices.size(U, 1)) : count;
      this.parts = matrices.type(A).isComplex() ? 2 : 1;
    }

    long work() {
      return Math.max(1, rows * count * count);
    }

    long bytes() {
      return PackedColumns.bytes(leftCount, rows, parts) + PackedColumns.bytes(count, count, parts);
    }

    void run(long[] at, long memory) {
      PackedColumns columns = new PackedColumns(loops, memory, rows, parts);
      long after = memory + PackedColumns.bytes(leftCount, rows, parts);
      PackedColumns rotations = hasVectors ? new PackedColumns(loops, after, count, parts) : null;
      int exponent = read(at[A], columns);
      SingularValues values = new SingularValues(columns, count, rotations);
      if (!values.converge()) {
        throw new InvalidArgument(
            operator, "A", "is a matrix whose decomposition does not converge");
      }
      double[] descending = values.descending();
      for (int i = 0; i < count; i++) {
        long address = at[S] + i * matrices.stepBytes(S, 0);
        Elements.putDouble(matrices.type(S), address, Math.scalb(descending[i], exponent));
      }
      if (hasVectors) {
        int[] left = values.left(leftCount);
        for (int i = 0; i < leftCount; i++) {
          write(at, i, columns, left[i], !isWide);
        }
        for (int i = 0; i < count; i++) {
          write(at, i, rotations, values.right(i), isWide);
        }
      }
    }

    /**
     * Copies the matrix or its adjoint, scaled by a power of two so that no square overflows.
     *
     * @return the exponent of the power by which the columns have been divided
     */
    private int read(long from, PackedColumns columns) {
      DType type = matrices.type(A);
      long columnStep = matrices.stepBytes(A, isWide ? 0 : 1);
      long rowStep = matrices.stepBytes(A, isWide ? 1 : 0);
      double largest = 0;
      for (long j = 0; j < count; j++) {
        for (long i = 0; i < rows; i++) {
          long address = from + j * columnStep + i * rowStep;
          double re = Elements.doubleAt(type, address);
          double im = parts == 1 ? 0 : Elements.imaginaryAt(type, address);
          columns.put(j, i, re, isWide ? -im : im);
          largest = Math.max(largest, Math.max(Math.abs(re), Math.abs(im)));
        }
      }
      int exponent = largest == 0 ? 0 : Math.getExponent(largest);
      for (long j = 0; j < count && exponent != 0; j++) {
        // Two factors: one alone would be subnormal for the largest exponent.
        columns.scale(j, Math.scalb(1.0, -exponent / 2));
        columns.scale(j, Math.scalb(1.0, -exponent - -exponent / 2));
      }
      return exponent;
    }

    /** Writes a vector to a column of U, or its conjugate to a row of Vh. */
    private void write(long[] at, int index, PackedColumns from, int column, boolean isU) {
      int operand = isU ? U : VH;
      long step = matrices.stepBytes(operand, isU ? 0 : 1);
      long first = at[operand] + index * matrices.stepBytes(operand, isU ? 1 : 0);
      DType type = matrices.type(operand);
      for (long row = 0; row < from.rows(); row++) {
        double im = from.imaginary(column, row);
        Elements.putComplex(type, first + row * step, from.real(column, row), isU ? im : -im);
      }
    }
  }
}
