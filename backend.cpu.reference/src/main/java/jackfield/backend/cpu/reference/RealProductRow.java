package jackfield.backend.cpu.reference;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.Arrays;

/** Sums in double precision for all real floating-point types. */
final class RealProductRow implements ProductRow {
  private final double[] sums;

  RealProductRow(int columns) {
    sums = new double[columns];
  }

  @Override
  public void compute(Matrix left, long row, Matrix right) {
    Arrays.fill(sums, 0);
    for (long k = 0; k < right.rows(); k++) {
      double factor = Elements.doubleAt(left.type(), left.at(row, k));
      switch (right.type()) {
        case FLOAT32 -> addFloats(factor, right.at(k, 0), right.columnBytes());
        case FLOAT64 -> addDoubles(factor, right.at(k, 0), right.columnBytes());
        default -> addElements(factor, right, k);
      }
    }
  }

  // The next two methods are the third for one type each, five times faster: training spends its
  // time here.

  private void addFloats(double factor, long address, long stepBytes) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += factor * HostBytes.floatAt(address + j * stepBytes);
    }
  }

  private void addDoubles(double factor, long address, long stepBytes) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += factor * HostBytes.doubleAt(address + j * stepBytes);
    }
  }

  private void addElements(double factor, Matrix right, long k) {
    DType type = right.type();
    for (int j = 0; j < sums.length; j++) {
      sums[j] += factor * Elements.doubleAt(type, right.at(k, j));
    }
  }

  @Override
  public void store(Matrix out, long row, Scalar alpha) {
    double scale = alpha.toDouble();
    for (int j = 0; j < sums.length; j++) {
      Elements.putDouble(out.type(), out.at(row, j), scale * sums[j]);
    }
  }

  @Override
  public void store(Matrix out, long row, Scalar alpha, Matrix added, Scalar beta) {
    double scale = alpha.toDouble();
    double addedScale = beta.toDouble();
    for (int j = 0; j < sums.length; j++) {
      double addend = Elements.doubleAt(added.type(), added.at(row, j));
      Elements.putDouble(out.type(), out.at(row, j), addedScale * addend + scale * sums[j]);
    }
  }
}
