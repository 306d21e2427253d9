package jackfield.backend.cpu.reference.scan;

import jackfield.aten.Aten;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Runs along lines; each result depends on all elements up to it. Sums are in double precision. */
public final class ScanKernels {
  private ScanKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.CUMSUM, plan -> totals(plan, ScanKernels::sum))
        .structured(Aten.CUMPROD, plan -> totals(plan, ScanKernels::product))
        .structured(Aten.LOGCUMSUMEXP, ScanKernels::logarithms)
        .structured(Aten.CUMMAX, plan -> extremes(plan, 1))
        .structured(Aten.CUMMIN, plan -> extremes(plan, -1));
  }

  /** The total of the elements so far, for one sort of numbers at a time. */
  private static final class Total {
    long whole;
    double real;
    double imaginary;
  }

  /** Adds the element at an address of a type to a total, or multiplies the total by it. */
  @FunctionalInterface
  private interface Step {
    void take(Total total, DType type, long address, boolean isWhole);
  }

  private static void sum(Total total, DType type, long address, boolean isWhole) {
    if (isWhole) {
      total.whole += Elements.longAt(type, address);
      return;
    }
    total.real += Elements.doubleAt(type, address);
    total.imaginary += type.isComplex() ? Elements.imaginaryAt(type, address) : 0;
  }

  private static void product(Total total, DType type, long address, boolean isWhole) {
    if (isWhole) {
      total.whole *= Elements.longAt(type, address);
      return;
    }
    double factor = Elements.doubleAt(type, address);
    double real = total.real * factor;
    if (type.isComplex()) {
      double imaginary = Elements.imaginaryAt(type, address);
      real -= total.imaginary * imaginary;
      total.imaginary = total.real * imaginary + total.imaginary * factor;
    }
    total.real = real;
  }

  private static void totals(LinePlan plan, Step step) {
    SliceIterator lines = plan.lines();
    if (lines.length(0) == 0) {
      return; // there may be any number of such lines
    }
    DType type = lines.type(0); // and that of the input: the plan converts it
    boolean isWhole = type.isIntegral() || type == DType.BOOL;
    int first = plan.operator().equals("cumprod") ? 1 : 0;
    lines.forEach(at -> {
      Total total = new Total();
      total.whole = first;
      total.real = first;
      for (long i = 0; i < lines.length(0); i++) {
        step.take(total, type, at[1] + i * lines.stepBytes(1), isWhole);
        put(total, type, at[0] + i * lines.stepBytes(0), isWhole);
      }
    });
  }

  private static void put(Total total, DType type, long address, boolean isWhole) {
    if (isWhole) {
      Elements.putLong(type, address, total.whole);
    } else if (type.isComplex()) {
      Elements.putComplex(type, address, total.real, total.imaginary);
    } else {
      Elements.putDouble(type, address, total.real);
    }
  }

  private static void logarithms(LinePlan plan) {
    SliceIterator lines = plan.lines();
    if (lines.length(0) == 0) {
      return; // there may be any number of such lines
    }
    DType type = lines.type(0);
    lines.forEach(at -> {
      LogarithmOfSum sum = new LogarithmOfSum();
      for (long i = 0; i < lines.length(0); i++) {
        long from = at[1] + i * lines.stepBytes(1);
        long to = at[0] + i * lines.stepBytes(0);
        double real = Elements.doubleAt(type, from);
        if (type.isComplex()) {
          sum.add(real, Elements.imaginaryAt(type, from));
          Elements.putComplex(type, to, sum.real(), sum.imaginary());
        } else {
          sum.add(real, 0);
          Elements.putDouble(type, to, sum.real());
        }
      }
    });
  }

  /** Of equal elements the later one counts. From the first NaN on, the last NaN does. */
  private static void extremes(LinePlan plan, int sign) {
    SliceIterator lines = plan.lines();
    if (lines.length(2) == 0) {
      return; // a line has no first element
    }
    DType type = lines.type(2);
    lines.forEach(at -> {
      Extreme best = new Extreme(type, sign, at[2]);
      for (long i = 0; i < lines.length(2); i++) {
        best.take(at[2] + i * lines.stepBytes(2), i);
        best.put(at[0] + i * lines.stepBytes(0));
        Elements.putLong(DType.INT64, at[1] + i * lines.stepBytes(1), best.position);
      }
    });
  }

  /**
   * The largest or smallest element so far. It is kept apart from the input, into which positions
   * may be written.
   */
  private static final class Extreme {
    private final DType type;
    private final int sign;
    private double real; // written as elements are taken, like the next two
    private long whole;
    private long position;

    Extreme(DType type, int sign, long first) {
      this.type = type;
      this.sign = sign;
      set(first);
    }

    private void set(long address) {
      real = type.isFloating() ? Elements.doubleAt(type, address) : 0;
      whole = type.isFloating() ? 0 : Elements.longAt(type, address);
    }

    void take(long address, long index) {
      double number = type.isFloating() ? Elements.doubleAt(type, address) : 0;
      int compared =
          !type.isFloating()
              ? Long.compare(Elements.longAt(type, address), whole)
              : number == real ? 0 : Double.compare(number, real);
      boolean isBetter = !Double.isNaN(real) && sign * compared >= 0;
      if (isBetter || Double.isNaN(number)) {
        set(address);
        position = index;
      }
    }

    void put(long address) {
      if (type.isFloating()) {
        Elements.putDouble(type, address, real);
      } else {
        Elements.putLong(type, address, whole);
      }
    }
  }
}
