package jackfield.backend.cpu.reference;

import jackfield.backend.cpu.reference.loops.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.Arrays;

/** Sums of complex products in double precision. */
final class ComplexProductRow implements ProductRow {
  private final double[] reals;
  private final double[] imaginaries;
  private final Complex product = new Complex();
  private final Complex addend = new Complex();

  ComplexProductRow(int columns) {
    reals = new double[columns];
    imaginaries = new double[columns];
  }

  @Override
  public void compute(Matrix left, long row, Matrix right) {
    Arrays.fill(reals, 0);
    Arrays.fill(imaginaries, 0);
    DType type = right.type();
    for (long k = 0; k < right.rows(); k++) {
      double a = Elements.doubleAt(left.type(), left.at(row, k));
      double b = Elements.imaginaryAt(left.type(), left.at(row, k));
      for (int j = 0; j < reals.length; j++) {
        long at = right.at(k, j);
        product.multiply(a, b, Elements.doubleAt(type, at), Elements.imaginaryAt(type, at));
        reals[j] += product.real();
        imaginaries[j] += product.imaginary();
      }
    }
  }

  @Override
  public void store(Matrix out, long row, Scalar alpha) {
    for (int j = 0; j < reals.length; j++) {
      scale(j, alpha);
      Elements.putComplex(out.type(), out.at(row, j), product.real(), product.imaginary());
    }
  }

  @Override
  public void store(Matrix out, long row, Scalar alpha, Matrix added, Scalar beta) {
    DType type = added.type();
    for (int j = 0; j < reals.length; j++) {
      scale(j, alpha);
      long at = added.at(row, j);
      addend.multiply(
          beta.toDouble(),
          beta.imaginary(),
          Elements.doubleAt(type, at),
          Elements.imaginaryAt(type, at));
      Elements.putComplex(
          out.type(),
          out.at(row, j),
          addend.real() + product.real(),
          addend.imaginary() + product.imaginary());
    }
  }

  private void scale(int column, Scalar alpha) {
    product.multiply(alpha.toDouble(), alpha.imaginary(), reals[column], imaginaries[column]);
  }
}
