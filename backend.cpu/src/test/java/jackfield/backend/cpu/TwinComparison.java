package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Random;
import java.util.function.Function;

/**
 * Random operands of many types and layouts, and the comparison of a kernel with its scalar twin.
 * The property test.seed repeats a run.
 */
final class TwinComparison {
  final Aten fast = Twins.FAST;
  final Aten twin = Twins.TWIN;
  private final long seed = Long.getLong("test.seed", 1);
  final Random random = new Random(seed);

  /** Returns a tensor of random numbers: row-major, transposed, with gaps, or expanded. */
  Tensor tensor(DType type, long... sizes) {
    long[] strides = new long[sizes.length];
    boolean reversed = random.nextBoolean();
    long step = random.nextInt(3) == 0 ? 2 : 1;
    for (int i = 0; i < sizes.length; i++) {
      int dim = reversed ? i : sizes.length - 1 - i;
      strides[dim] = random.nextInt(8) == 0 ? 0 : step;
      step = strides[dim] == 0 ? step : step * Math.max(sizes[dim], 1);
    }
    Tensor storage = HostData.empty(type, step + 3);
    HostData.forEachAddress(storage, address -> put(type, address));
    return storage.alias(sizes, strides, random.nextInt(3));
  }

  private void put(DType type, long address) {
    double value = type.isIntegral() ? random.nextInt(20) - 5 : random.nextGaussian() * 2;
    if (type == DType.BOOL) {
      Elements.putLong(type, address, random.nextInt(2));
    } else {
      Elements.putComplex(type, address, value, random.nextGaussian());
    }
  }

  long[] sizes(int rank) {
    long[] sizes = new long[rank];
    for (int dim = 0; dim < rank; dim++) {
      sizes[dim] = random.nextInt(12) == 0 ? random.nextInt(2) : 1 + random.nextInt(25);
    }
    return sizes;
  }

  void agree(String what, Function<Aten, Tensor> call) {
    Tensor found = call.apply(fast);
    Tensor expected = call.apply(twin);
    String where = "%s, seed %d: %s".formatted(what, seed, found);
    assertThat(found.dtype()).as(where).isEqualTo(expected.dtype());
    assertThat(found.sizes()).as(where).isEqualTo(expected.sizes());
    assertThat(found.strides()).as(where).isEqualTo(expected.strides());
    double[] values = parts(found);
    double[] wanted = parts(expected);
    for (int i = 0; i < values.length; i++) {
      boolean close =
          Double.compare(values[i], wanted[i]) == 0
              || values[i] == wanted[i]
              || Math.abs(values[i] - wanted[i])
                  <= tolerance(found.dtype()) * (1 + Math.abs(wanted[i]));
      assertThat(close).as("%s[%d]: %s for %s", where, i, values[i], wanted[i]).isTrue();
    }
  }

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> 2e-3;
      case BFLOAT16 -> 1.6e-2;
      case FLOAT32, COMPLEX64 -> 3e-5;
      case FLOAT64, COMPLEX128 -> 1e-11;
      default -> 0;
    };
  }

  private static double[] parts(Tensor tensor) {
    double[] parts = new double[2 * (int) tensor.elementCount()];
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          parts[next[0]++] = Elements.doubleAt(tensor.dtype(), address);
          parts[next[0]++] = Elements.imaginaryAt(tensor.dtype(), address);
        });
    return parts;
  }

  Tensor contiguous(DType type, long... sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    HostData.forEachAddress(tensor, address -> put(type, address));
    return tensor;
  }
}
