package jackfield.backend.cpu;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.matrix.Matrix;
import jackfield.backend.cpu.loops.matrix.MatrixProduct;
import jackfield.backend.cpu.loops.matrix.VectorProduct;
import jackfield.backend.cpu.loops.matrix.VectorProducts;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Products of one row or one column with a matrix of float32 or float64. The matrix is read once,
 * where it is, which is what such a product costs; panels would double that.
 *
 * <p>The number of threads does not change the bits: each number of the output is computed by one
 * thread, in one order.
 */
final class RowProduct {
  /** The multiplications of a part. */
  private static final long PART = 1 << 18;

  /** The numbers of the output that stay in the first-level cache while rows are added. */
  private static final long WIDE = 2048;

  private final ByType<VectorProduct> products = VectorProducts.byType();
  private final ByType<PointwiseLoop> add;
  private final Workspaces shared; // for the row, which all threads read
  private final Workspaces own; // for the partial sums of each thread

  RowProduct(ByType<PointwiseLoop> add, Workspaces shared, Workspaces own) {
    this.add = add;
    this.shared = shared;
    this.own = own;
  }

  /** Returns whether a product has one row or one column and a layout that needs no panels. */
  static boolean fits(DType type, MatrixProduct product) {
    if (product.rows() != 1 && product.columns() != 1) {
      return false;
    }
    MatrixProduct row = asRow(product);
    int element = type.sizeBytes();
    boolean isByRows =
        row.columns() > 1 && row.b().columnStep() == element && row.out().columnStep() == element;
    return isByRows || isByColumns(type, row);
  }

  private static MatrixProduct asRow(MatrixProduct product) {
    return product.rows() == 1 ? product : product.transposed();
  }

  private static boolean isByColumns(DType type, MatrixProduct row) {
    return row.b().rowStep() == type.sizeBytes() || row.depth() == 1;
  }

  /** Adds a product that {@linkplain #fits fits} to its output. */
  void run(DType type, MatrixProduct product) {
    MatrixProduct row = asRow(product);
    if (isByColumns(type, row)) {
      dots(type, row);
    } else {
      sums(type, row);
    }
  }

  /** Computes each number of the output as the sum of products along a column of the matrix. */
  private void dots(DType type, MatrixProduct row) {
    int element = type.sizeBytes();
    if (row.a().columnStep() == element || row.depth() == 1) {
      dots(type, row, row.a().address());
      return;
    }
    shared.use(
        row.depth() * element,
        packed -> {
          StridedCopy.move(
              element, row.a().address(), row.a().columnStep(), packed, element, row.depth());
          dots(type, row, packed);
        });
  }

  private void dots(DType type, MatrixProduct row, long packed) {
    VectorProduct product = products.of(type);
    Parallel.range(
        row.columns(),
        Math.max(1, PART / row.depth()),
        (from, to) ->
            own.use(
                (long) product.sums() * type.sizeBytes(),
                sums -> {
                  for (long column = from; column < to; column++) {
                    product.dot(packed, row.b().at(0, column), row.depth(), sums);
                    double sum = row.alpha() * sum(type, sums, product.sums());
                    long at = row.out().at(0, column);
                    Elements.putDouble(type, at, Elements.doubleAt(type, at) + sum);
                  }
                }));
  }

  private static double sum(DType type, long sums, int count) {
    double even = 0;
    double odd = 0;
    if (type == DType.FLOAT32) {
      for (long i = 0; i < count; i += 2) {
        even += HostBytes.floatAt(sums + i * Float.BYTES);
        odd += HostBytes.floatAt(sums + (i + 1) * Float.BYTES);
      }
    } else {
      for (long i = 0; i < count; i += 2) {
        even += HostBytes.doubleAt(sums + i * Double.BYTES);
        odd += HostBytes.doubleAt(sums + (i + 1) * Double.BYTES);
      }
    }
    return even + odd;
  }

  /** Adds the rows of the matrix, each times its factor. */
  private void sums(DType type, MatrixProduct row) {
    Parallel.range(
        Math.ceilDiv(row.columns(), WIDE),
        Math.max(1, PART / (WIDE * row.depth())),
        (from, to) -> {
          for (long part = from; part < to; part++) {
            long column = part * WIDE;
            sums(type, row, column, Math.min(WIDE, row.columns() - column));
          }
        });
  }

  private void sums(DType type, MatrixProduct row, long column, long wide) {
    VectorProduct product = products.of(type);
    Matrix rows = row.b().from(0, column);
    long out = row.out().at(0, column);
    long k = 0;
    for (; k <= row.depth() - VectorProduct.ROWS; k += VectorProduct.ROWS) {
      product.combine(
          out,
          rows.at(k, 0),
          rows.rowStep(),
          factor(type, row, k),
          factor(type, row, k + 1),
          factor(type, row, k + 2),
          factor(type, row, k + 3),
          wide);
    }
    for (; k < row.depth(); k++) {
      add.of(type).run(out, out, rows.at(k, 0), 0, wide, Scalar.of(factor(type, row, k)));
    }
  }

  private static double factor(DType type, MatrixProduct row, long k) {
    return row.alpha() * Elements.doubleAt(type, row.a().at(0, k));
  }
}
