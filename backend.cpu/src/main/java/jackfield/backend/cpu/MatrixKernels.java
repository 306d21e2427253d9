package jackfield.backend.cpu;

import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.matrix.Matrix;
import jackfield.backend.cpu.loops.matrix.MatrixLoop;
import jackfield.backend.cpu.loops.matrix.MatrixProduct;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Matrix products. Those of float32 and float64 are computed by {@link MatrixLoop}, by {@link
 * SmallProduct} if they are small, or by {@link RowProduct} if they have one row or column; {@link
 * MatrixLoop} can replace the content of the output, the others add to it. Other types are computed
 * by a scalar loop.
 */
final class MatrixKernels {
  /** The multiplications from which the products of a batch are computed one after the other. */
  private static final double LARGE = 1 << 24;

  /** The multiplications of a part of a batch. */
  private static final double PART = 1 << 20;

  private final ByType<MatrixLoop> products;
  private final ByType<PointwiseLoop> scale;
  private final Workspaces workspaces;
  private final Workspaces panels = new Workspaces();
  private final RowProduct rows;

  MatrixKernels(SharedLoops loops, Workspaces workspaces) {
    this.products = new ByType<>(type -> new MatrixLoop(type, loops.scale(), loops.add()));
    this.scale = loops.scale();
    this.workspaces = workspaces;
    this.rows = new RowProduct(loops.add(), panels, workspaces);
  }

  void mm(Tensor self, Tensor mat2, Tensor out) {
    MatrixProduct product =
        new MatrixProduct(
            out.size(0),
            out.size(1),
            self.size(1),
            matrix(self),
            matrix(mat2),
            matrix(out),
            1,
            false);
    run(out.dtype(), product, null, Scalar.ZERO, Scalar.ONE);
  }

  void bmm(Tensor self, Tensor mat2, Tensor out) {
    long batches = out.elementCount() == 0 ? 0 : out.size(0);
    DType type = out.dtype();
    Matrices a = Matrices.of(self);
    Matrices b = Matrices.of(mat2);
    Matrices to = Matrices.of(out);
    double size = (double) out.size(1) * out.size(2) * self.size(2);
    Parallel.range(
        batches,
        size >= LARGE ? batches : (long) Math.max(1, PART / Math.max(1, size)),
        (from, end) -> {
          for (long batch = from; batch < end; batch++) {
            MatrixProduct product =
                new MatrixProduct(
                    out.size(1),
                    out.size(2),
                    self.size(2),
                    a.at(batch),
                    b.at(batch),
                    to.at(batch),
                    1,
                    false);
            run(type, product, null, Scalar.ZERO, Scalar.ONE);
          }
        });
  }

  /** The matrices of a batch. */
  private record Matrices(Matrix first, long stepBytes) {
    static Matrices of(Tensor batch) {
      int element = batch.dtype().sizeBytes();
      Matrix first =
          new Matrix(batch.address(), batch.stride(1) * element, batch.stride(2) * element);
      return new Matrices(first, batch.stride(0) * element);
    }

    Matrix at(long number) {
      return new Matrix(first.address() + number * stepBytes, first.rowStep(), first.columnStep());
    }
  }

  /**
   * Adds {@code beta} times self. With a beta of 0 self is not read, so NaN in self has no effect.
   * A product over no columns is 0 whatever {@code alpha} is.
   */
  void addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta, Scalar alpha, Tensor out) {
    MatrixProduct product =
        new MatrixProduct(
            out.size(0),
            out.size(1),
            mat1.size(1),
            matrix(mat1),
            matrix(mat2),
            matrix(out),
            alpha.toDouble(),
            !beta.is(0));
    Scalar scale = mat1.size(1) == 0 ? Scalar.ONE : alpha;
    run(out.dtype(), product, stretched(self), beta, scale);
  }

  private static Matrix matrix(Tensor tensor) {
    int element = tensor.dtype().sizeBytes();
    return new Matrix(tensor.address(), tensor.stride(0) * element, tensor.stride(1) * element);
  }

  /** Returns a tensor of at most two dimensions as a matrix; dimensions of size 1 are expanded. */
  private static Matrix stretched(Tensor tensor) {
    int last = tensor.rank() - 1;
    return new Matrix(tensor.address(), step(tensor, last - 1), step(tensor, last));
  }

  private static long step(Tensor tensor, int dim) {
    boolean repeats = dim < 0 || tensor.size(dim) == 1;
    return repeats ? 0 : tensor.stride(dim) * tensor.dtype().sizeBytes();
  }

  private void run(DType type, MatrixProduct product, Matrix added, Scalar beta, Scalar alpha) {
    if (product.rows() == 0 || product.columns() == 0) {
      return;
    }
    // The loops multiply rows by alpha, which must not turn a finite sum into inf - inf.
    boolean isVectorised = type == DType.FLOAT32 || type == DType.FLOAT64;
    if (!isVectorised || !Double.isFinite(product.alpha())) {
      new ScalarProduct(type, product, added, beta, alpha).run();
      return;
    }
    boolean isSmall = SmallProduct.isSmall(product);
    boolean isByPanels = product.depth() > 0 && !isSmall && !RowProduct.fits(type, product);
    if (product.adds() || !isByPanels) {
      begin(type, product, added, beta);
    }
    if (isByPanels) {
      products.of(type).run(product, panels, workspaces);
    } else if (isSmall) {
      SmallProduct.run(type, product);
    } else if (product.depth() > 0) {
      rows.run(type, product);
    }
  }

  /** Sets the output to the values to which the product is added. */
  private void begin(DType type, MatrixProduct product, Matrix added, Scalar beta) {
    Parallel.range(
        product.rows(),
        Math.max(1, PointwiseKernel.GRAIN / product.columns()),
        (from, to) -> {
          for (long row = from; row < to; row++) {
            begin(type, product, row, added, beta);
          }
        });
  }

  /** Sets a row of the output to the values to which the product is added. */
  private void begin(DType type, MatrixProduct product, long row, Matrix added, Scalar beta) {
    int element = type.sizeBytes();
    long to = product.out().at(row, 0);
    long step = product.out().columnStep();
    long columns = product.columns();
    boolean isInOrder = step == element || columns == 1;
    if (beta.is(0)) {
      if (isInOrder) {
        HostBytes.zero(to, columns * element);
      } else {
        forEach(type, to, step, columns, 0);
      }
      return;
    }
    if (added.at(row, 0) != to) {
      StridedCopy.move(element, added.at(row, 0), added.columnStep(), to, step, columns);
    }
    if (!beta.is(1) && isInOrder) {
      scale.of(type).run(to, to, 0, 0, columns, beta);
    } else if (!beta.is(1)) {
      forEach(type, to, step, columns, beta.toDouble());
    }
  }

  private static void forEach(DType type, long to, long step, long count, double factor) {
    for (long i = 0; i < count; i++) {
      long at = to + i * step;
      double scaled = factor == 0 ? 0 : factor * Elements.doubleAt(type, at);
      Elements.putDouble(type, at, scaled);
    }
  }
}
