package jackfield.backend.cpu.scatter;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.memory.RowMajor;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code put}: it writes values at row-major positions, or adds them, in order. A
 * repeated position gets the last value. All positions are checked before the first one is used.
 */
public final class PutKernels {
  private final DType type;
  private final int size; // of an element
  private final ChosenIndex chosen;
  private final Tensor out;
  private final boolean isDense;
  private final long address;
  private final long positions;
  private final long values;

  private PutKernels(ChosenIndex chosen, Tensor out, Tensor index, Tensor source) {
    this.chosen = chosen;
    this.out = out;
    this.type = out.dtype();
    this.size = type.sizeBytes();
    this.isDense = out.isContiguous();
    this.address = out.address();
    this.positions = index.address();
    this.values = source.address();
  }

  /** Writes or adds values. */
  public static void put(OutputPlan plan, boolean accumulate) {
    Tensor out = plan.output(0);
    ChosenIndex chosen =
        new ChosenIndex(plan.operator(), DType.INT64, plan.input(0).elementCount(), true);
    chosen.check(plan.input(1));
    plan.copyInput(0);
    long count = plan.input(1).elementCount();
    if (count == 0) {
      return;
    }
    PutKernels kernel = new PutKernels(chosen, out, plan.rowMajor(1), plan.rowMajor(2));
    if (accumulate) {
      kernel.add(count);
    } else {
      kernel.write(count);
    }
  }

  /** Returns the address of the element at a position; it is checked again. */
  private long target(long number) {
    long position = chosen.at(positions + number * Long.BYTES);
    return address + (isDense ? position : RowMajor.offset(out, position)) * size;
  }

  private void write(long count) {
    switch (size) {
      case Integer.BYTES -> {
        for (long i = 0; i < count; i++) {
          HostBytes.putInt(target(i), HostBytes.intAt(values + i * Integer.BYTES));
        }
      }
      case Long.BYTES -> {
        for (long i = 0; i < count; i++) {
          HostBytes.putLong(target(i), HostBytes.longAt(values + i * Long.BYTES));
        }
      }
      default -> {
        for (long i = 0; i < count; i++) {
          HostBytes.copy(values + i * size, target(i), size);
        }
      }
    }
  }

  private void add(long count) {
    for (long i = 0; i < count; i++) {
      long to = target(i);
      long from = values + i * size;
      switch (type) {
        case FLOAT32 -> HostBytes.putFloat(to, HostBytes.floatAt(to) + HostBytes.floatAt(from));
        case FLOAT64 -> HostBytes.putDouble(to, HostBytes.doubleAt(to) + HostBytes.doubleAt(from));
        case INT64 -> HostBytes.putLong(to, HostBytes.longAt(to) + HostBytes.longAt(from));
        default -> addAny(to, from);
      }
    }
  }

  /** Adds an element; booleans by "or". A complex value is multiplied by 1, as by the reference. */
  private void addAny(long to, long from) {
    switch (type.category()) {
      case BOOLEAN ->
          Elements.putLong(type, to, Elements.longAt(type, to) | Elements.longAt(type, from));
      case INTEGRAL ->
          Elements.putLong(type, to, Elements.longAt(type, to) + Elements.longAt(type, from));
      case FLOATING ->
          Elements.putDouble(type, to, Elements.doubleAt(type, to) + Elements.doubleAt(type, from));
      case COMPLEX -> {
        double real = Elements.doubleAt(type, from);
        double imaginary = Elements.imaginaryAt(type, from);
        Elements.putComplex(
            type,
            to,
            Elements.doubleAt(type, to) + (real - imaginary * 0),
            Elements.imaginaryAt(type, to) + (real * 0 + imaginary));
      }
    }
  }
}
