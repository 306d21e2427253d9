package jackfield.backend.cpu.reference.decomposition;

import jackfield.aten.kernel.SingularValuePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Singular value decompositions, matrix by matrix. */
public final class SingularValueKernels {
  private static final String SVD = "linalg_svd";
  private static final int U = 0;
  private static final int S = 1;
  private static final int VH = 2;
  private static final int A = 3;

  private SingularValueKernels() {}

  /**
   * Decomposes each matrix. A wide matrix is decomposed by its adjoint: {@code A = U S Vh} if
   * {@code Aᴴ = Vhᴴ S Uᴴ}.
   *
   * @throws InvalidArgument if the plan refuses {@code driver} or elements, or a decomposition does
   *     not converge
   */
  public static void svd(SingularValuePlan plan, String driver) {
    plan.checkOnHost(driver);
    SliceIterator matrices = plan.matrices();
    boolean isWide = matrices.size(A, 0) < matrices.size(A, 1);
    matrices.forEach(at -> {
      SingularValues values = new SingularValues(read(matrices, at, isWide), plan.hasVectors());
      if (!values.converge()) {
        throw new InvalidArgument(
            plan.operator(), "A", "is a matrix whose decomposition does not converge");
      }
      write(matrices, at, isWide, values);
    });
  }

  /** Returns the columns of the matrix, or those of its adjoint. */
  private static Columns read(SliceIterator matrices, long[] at, boolean isWide) {
    int across = isWide ? 0 : 1;
    int along = 1 - across;
    Columns columns =
        new Columns(
            ArrayLength.of(SVD, "A", matrices.size(A, across)),
            ArrayLength.of(SVD, "A", matrices.size(A, along)));
    DType type = matrices.type(A);
    for (int j = 0; j < columns.count(); j++) {
      for (int i = 0; i < columns.rows(); i++) {
        long address = at[A] + j * matrices.stepBytes(A, across) + i * matrices.stepBytes(A, along);
        double imaginary = Elements.imaginaryAt(type, address);
        columns.put(j, i, Elements.doubleAt(type, address), isWide ? -imaginary : imaginary);
      }
    }
    return columns;
  }

  private static void write(
      SliceIterator matrices, long[] at, boolean isWide, SingularValues values) {
    double[] descending = values.descending();
    for (int i = 0; i < descending.length; i++) {
      Elements.putDouble(matrices.type(S), at[S] + i * matrices.stepBytes(S, 0), descending[i]);
    }
    if (matrices.type(U) != null) {
      int ofLeft = isWide ? VH : U;
      Columns left = values.left(ArrayLength.of(SVD, "A", matrices.size(ofLeft, isWide ? 0 : 1)));
      writeU(matrices, at, isWide ? values.right() : left);
      writeVh(matrices, at, isWide ? left : values.right());
    }
  }

  private static void writeU(SliceIterator matrices, long[] at, Columns u) {
    for (int j = 0; j < matrices.size(U, 1); j++) {
      for (int i = 0; i < matrices.size(U, 0); i++) {
        long address = at[U] + i * matrices.stepBytes(U, 0) + j * matrices.stepBytes(U, 1);
        Elements.putComplex(matrices.type(U), address, u.real(j, i), u.imaginary(j, i));
      }
    }
  }

  private static void writeVh(SliceIterator matrices, long[] at, Columns v) {
    for (int j = 0; j < matrices.size(VH, 0); j++) {
      for (int i = 0; i < matrices.size(VH, 1); i++) {
        long address = at[VH] + j * matrices.stepBytes(VH, 0) + i * matrices.stepBytes(VH, 1);
        Elements.putComplex(matrices.type(VH), address, v.real(j, i), -v.imaginary(j, i));
      }
    }
  }
}
