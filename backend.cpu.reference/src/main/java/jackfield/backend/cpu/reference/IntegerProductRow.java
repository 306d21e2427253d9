package jackfield.backend.cpu.reference;

import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.Arrays;

/** Sums modulo 2⁶⁴, truncated to the type's width when they are written. */
final class IntegerProductRow implements ProductRow {
  private final long[] sums;

  IntegerProductRow(int columns) {
    sums = new long[columns];
  }

  @Override
  public void compute(Matrix left, long row, Matrix right) {
    Arrays.fill(sums, 0);
    for (long k = 0; k < right.rows(); k++) {
      long factor = Elements.longAt(left.type(), left.at(row, k));
      for (int j = 0; j < sums.length; j++) {
        sums[j] += factor * Elements.longAt(right.type(), right.at(k, j));
      }
    }
  }

  @Override
  public void store(Matrix out, long row, Scalar alpha) {
    long scale = alpha.toLong();
    for (int j = 0; j < sums.length; j++) {
      Elements.putLong(out.type(), out.at(row, j), scale * sums[j]);
    }
  }

  @Override
  public void store(Matrix out, long row, Scalar alpha, Matrix added, Scalar beta) {
    long scale = alpha.toLong();
    long addedScale = beta.toLong();
    for (int j = 0; j < sums.length; j++) {
      long addend = Elements.longAt(added.type(), added.at(row, j));
      Elements.putLong(out.type(), out.at(row, j), addedScale * addend + scale * sums[j]);
    }
  }
}
