package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Generator;
import java.util.function.DoubleSupplier;

/**
 * Fills tensors with random numbers in the order of memory, with one draw per element for every
 * type, so that a seed gives the same numbers everywhere.
 */
final class RandomKernels {
  private final Generator ownGenerator;

  /**
   * Creates the kernels.
   *
   * @param seed the seed of the generator for calls without one
   */
  RandomKernels(long seed) {
    ownGenerator = new Generator(Device.CPU, seed);
  }

  /** Draws uniformly from [from, to). */
  void uniform(ElementwiseIterator it, double from, double to, Generator generator) {
    Generator numbers = generator == null ? ownGenerator : generator;
    // A double just below 1 could be rounded up to 1 in a narrower type, and 1 is not in the range.
    double units = 1L << significantBits(it.type(0));
    double range = to - from;
    fill(it, numbers, () -> from + Math.floor(numbers.nextUniform() * units) / units * range);
  }

  /** Draws from the normal distribution. */
  void normal(ElementwiseIterator it, double mean, double std, Generator generator) {
    Generator numbers = generator == null ? ownGenerator : generator;
    fill(it, numbers, () -> mean + std * numbers.nextNormal());
  }

  /** Sets elements to 0 with probability {@code p}, and writes the mask of the others. */
  void nativeDropout(ElementwiseIterator it, double p, Boolean train) {
    boolean isOff = Boolean.FALSE.equals(train);
    double dropped = isOff ? 0 : p;
    double scale = dropped == 1 ? 0 : 1 / (1 - dropped);
    synchronized (ownGenerator.lock()) {
      it.forEachRow((at, step, count) -> {
        for (long i = 0; i < count; i++) {
          boolean isKept = isOff || ownGenerator.nextUniform() >= dropped;
          Elements.putLong(it.type(1), at[1] + i * step[1], isKept ? 1 : 0);
          scaled(it, at[2] + i * step[2], at[0] + i * step[0], isKept ? scale : 0);
        }
      });
    }
  }

  private static void scaled(ElementwiseIterator it, long from, long to, double factor) {
    DType type = it.type(0);
    switch (type.category()) {
      case BOOLEAN, INTEGRAL -> CopyKernels.element(type, from, type, to); // never in training
      case FLOATING -> Elements.putDouble(type, to, Elements.doubleAt(type, from) * factor);
      case COMPLEX ->
          Elements.putComplex(
              type,
              to,
              Elements.doubleAt(type, from) * factor,
              Elements.imaginaryAt(type, from) * factor);
    }
  }

  private static void fill(ElementwiseIterator it, Generator numbers, DoubleSupplier next) {
    DType type = it.type(0);
    synchronized (numbers.lock()) {
      it.forEachRow((at, step, count) -> {
        for (long i = 0; i < count; i++) {
          Elements.putDouble(type, at[0] + i * step[0], next.getAsDouble());
        }
      });
    }
  }

  private static int significantBits(DType type) {
    return switch (type) {
      case FLOAT16 -> 11;
      case BFLOAT16 -> 8;
      case FLOAT32 -> 24;
      default -> 53;
    };
  }
}
