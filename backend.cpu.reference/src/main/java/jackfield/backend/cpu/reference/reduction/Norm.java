package jackfield.backend.cpu.reference.reduction;

/** The norm of the numbers that are added, of which only the sizes count. */
sealed interface Norm {
  /** Returns the norm of a power. */
  static Norm of(double power) {
    if (power == 0) {
      return new Count();
    }
    return Double.isInfinite(power) ? new Extreme(power > 0) : new Root(power);
  }

  /** Adds a number. */
  void add(double number);

  /** Returns the norm of the numbers so far. */
  double value();

  /** The number of numbers that are not 0. */
  final class Count implements Norm {
    private long count;

    @Override
    public void add(double number) {
      count += number == 0 ? 0 : 1;
    }

    @Override
    public double value() {
      return count;
    }
  }

  /** The largest or smallest size; NaN if there is one. */
  final class Extreme implements Norm {
    private final boolean isLargest;
    private double extreme;

    Extreme(boolean isLargest) {
      this.isLargest = isLargest;
      this.extreme = isLargest ? 0 : Double.POSITIVE_INFINITY;
    }

    @Override
    public void add(double number) {
      double size = Math.abs(number);
      extreme = isLargest ? Math.max(extreme, size) : Math.min(extreme, size);
    }

    @Override
    public double value() {
      return extreme;
    }
  }

  /** The root of the sum of powers of the sizes. */
  final class Root implements Norm {
    private final double power;
    private double sum;

    Root(double power) {
      this.power = power;
    }

    @Override
    public void add(double number) {
      double size = Math.abs(number);
      if (power == 1) {
        sum += size;
      } else {
        sum += power == 2 ? size * size : Math.pow(size, power);
      }
    }

    @Override
    public double value() {
      if (power == 1) {
        return sum;
      }
      return power == 2 ? Math.sqrt(sum) : Math.pow(sum, 1 / power);
    }
  }
}
