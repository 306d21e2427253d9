package jackfield.tools.fuzz.operator;

import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The rule of comparison for singular value decompositions. Singular vectors are unique up to
 * signs, and those of equal values up to rotations, so two backends may give other vectors. What is
 * compared: the geometry of the factors, the singular values, the product of the factors, and the
 * products of the vectors with their adjoints.
 */
final class SingularFactors {
  private static final Pattern OPERATORS = Pattern.compile("aten::_?linalg_svd(\\.U)?");

  private SingularFactors() {}

  /** Returns whether the rule is for this operator. */
  static boolean areOf(OperatorName operator) {
    return OPERATORS.matcher(operator.toString()).matches();
  }

  /**
   * Returns what is compared.
   *
   * @param shown the results U, S and Vh, then arguments that were written, which are the same
   */
  static List<Object> compared(List<Object> shown) {
    List<Object> compared = new ArrayList<>();
    for (Object each : shown) {
      boolean isVectors = compared.size() % 3 != 1;
      compared.add(isVectors && each instanceof Content content ? content.withoutElements() : each);
    }
    if (shown.size() >= 3
        && shown.get(0) instanceof Content u
        && shown.get(1) instanceof Content s
        && shown.get(2) instanceof Content vh
        && u.sizes().length > 1) {
      compared.add(product(u, s, vh));
      compared.add(product(adjoint(u), null, u));
      compared.add(product(vh, null, adjoint(vh)));
    }
    return compared;
  }

  private static Content adjoint(Content of) {
    int rank = of.sizes().length;
    long[] sizes = of.sizes().clone();
    sizes[rank - 2] = of.sizes()[rank - 1];
    sizes[rank - 1] = of.sizes()[rank - 2];
    int rows = (int) sizes[rank - 2];
    int columns = (int) sizes[rank - 1];
    double[] reals = new double[of.reals().length];
    double[] imaginaries = new double[of.imaginaries().length];
    for (int i = 0; i < reals.length; i++) {
      int first = i / (rows * columns) * rows * columns;
      int from = first + (i - first) % columns * rows + (i - first) / columns;
      reals[i] = of.reals()[from];
      if (imaginaries.length > 0) {
        imaginaries[i] = -of.imaginaries()[from];
      }
    }
    return new Content(
        of.dtype(), sizes, of.strides(), of.isRead(), new long[0], reals, imaginaries);
  }

  /** Returns {@code a diag(s) b}; more columns than numbers count as multiplied by 0. */
  private static Content product(Content a, Content s, Content b) {
    int rank = a.sizes().length;
    long[] sizes = a.sizes().clone();
    sizes[rank - 1] = b.sizes()[rank - 1];
    boolean isRead = a.isRead() && b.isRead() && (s == null || s.isRead());
    int rows = (int) a.sizes()[rank - 2];
    int inner = (int) a.sizes()[rank - 1];
    int columns = (int) sizes[rank - 1];
    int depth = s == null ? inner : (int) s.sizes()[rank - 2];
    int count = isRead ? matrices(a) * rows * columns : 0;
    double[] reals = new double[count];
    double[] imaginaries = new double[a.imaginaries().length > 0 ? count : 0];
    for (int i = 0; i < count; i++) {
      int matrix = i / (rows * columns);
      for (int k = 0; k < depth; k++) {
        int left = (matrix * rows + i / columns % rows) * inner + k;
        int right = (matrix * (int) b.sizes()[rank - 2] + k) * columns + i % columns;
        double by = s == null ? 1 : s.reals()[matrix * depth + k];
        reals[i] += by * a.reals()[left] * b.reals()[right];
        if (imaginaries.length > 0) {
          reals[i] -= by * a.imaginaries()[left] * b.imaginaries()[right];
          imaginaries[i] += by * a.reals()[left] * b.imaginaries()[right];
          imaginaries[i] += by * a.imaginaries()[left] * b.reals()[right];
        }
      }
    }
    return new Content(a.dtype(), sizes, new long[0], isRead, new long[0], reals, imaginaries);
  }

  private static int matrices(Content of) {
    int count = 1;
    for (int dim = 0; dim < of.sizes().length - 2; dim++) {
      count *= (int) of.sizes()[dim];
    }
    return count;
  }
}
