package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The fast kernels and their scalar twins, and random tensors to compare them on: any layout, with
 * NaN, infinities and zeros of both signs.
 */
public final class Twins {
  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY
  };

  /** Operators with the fast kernels, which all tests share. */
  static final Aten FAST = aten(true);

  /** Operators with the kernels of the reference, which all tests share. */
  static final Aten TWIN = aten(false);

  /** Operators with the fast kernels. */
  public final Aten fast = FAST;

  /** Operators with the kernels of the reference. */
  public final Aten twin = TWIN;

  /** Repeats with the same seed, the property {@code test.seed}. */
  public final Random random;

  private final long seed = Long.getLong("test.seed", 1);

  public Twins() {
    random = new Random(seed);
  }

  private static Aten aten(boolean isFast) {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    if (isFast) {
      whiteboard.plug(new CpuBackend(), Provenance.of("backend.cpu"), 0);
    }
    return Aten.of(dispatcher);
  }

  /** Returns small whole numbers, many of them equal; row-major, reversed, or with gaps. */
  public Tensor tensor(DType type, boolean hasSpecial, long... sizes) {
    long[] strides = new long[sizes.length];
    boolean isReversed = random.nextBoolean();
    long step = random.nextInt(3) == 0 ? 2 : 1;
    for (int i = 0; i < sizes.length; i++) {
      int dim = isReversed ? i : sizes.length - 1 - i;
      strides[dim] = step;
      step *= Math.max(sizes[dim], 1);
    }
    Tensor storage = HostData.empty(type, step + 3);
    HostData.forEachAddress(storage, address -> put(type, hasSpecial, address));
    return storage.alias(sizes, strides, random.nextInt(3));
  }

  private void put(DType type, boolean hasSpecial, long address) {
    double value = random.nextInt(41) - (type == DType.UINT8 ? 0 : 20);
    if (type == DType.BOOL) {
      Elements.putLong(type, address, random.nextInt(2));
    } else if (type.category() == DType.Category.INTEGRAL) {
      Elements.putLong(type, address, (long) value);
    } else if (hasSpecial && random.nextInt(6) == 0) {
      Elements.putDouble(type, address, SPECIAL[random.nextInt(SPECIAL.length)]);
    } else {
      Elements.putComplex(type, address, value / 4, (random.nextInt(41) - 20) / 4.0);
    }
  }

  /** Expects the same type, sizes, strides and elements. */
  public void expectSame(String what, Tensor found, Tensor expected) {
    expectEqual(what, found, expected);
    assertThat(found.strides()).as("%s, seed %d", what, seed).isEqualTo(expected.strides());
  }

  /** Expects the same type, sizes and elements, bit for bit but for NaN. */
  public void expectEqual(String what, Tensor found, Tensor expected) {
    String where = "%s, seed %d".formatted(what, seed);
    assertThat(found.dtype()).as(where).isEqualTo(expected.dtype());
    assertThat(found.sizes()).as(where).isEqualTo(expected.sizes());
    assertThat(parts(found)).as(where).isEqualTo(parts(expected));
  }

  private static List<Double> parts(Tensor tensor) {
    List<Double> parts = new ArrayList<>();
    HostData.forEachAddress(
        tensor,
        at -> {
          parts.add(Elements.doubleAt(tensor.dtype(), at));
          parts.add(Elements.imaginaryAt(tensor.dtype(), at));
        });
    return parts;
  }

  /** Returns given elements, in one line. */
  public Tensor numbers(DType type, double... values) {
    Tensor numbers = HostData.empty(type, values.length);
    for (int i = 0; i < values.length; i++) {
      Elements.putDouble(type, numbers.address() + (long) i * type.sizeBytes(), values[i]);
    }
    return numbers;
  }

  /** Returns the length of a line: empty, short, or beyond a block. */
  public long length() {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(2);
      case 1 -> 500 + random.nextInt(600);
      default -> 1 + random.nextInt(70);
    };
  }

  /** Expects elements within a tolerance, relative to those above 0.01. */
  public void expectClose(String what, double tolerance, Tensor found, Tensor expected) {
    List<Double> values = parts(found);
    List<Double> wanted = parts(expected);
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    for (int i = 0; i < values.size(); i++) {
      double value = values.get(i);
      double exact = wanted.get(i);
      boolean isClose =
          value == exact
              || (Double.isNaN(value) && Double.isNaN(exact))
              || Math.abs(value - exact) <= tolerance * Math.max(Math.abs(exact), 1e-2);
      assertThat(isClose).as("%s: %s for %s, seed %d", what, value, exact, seed).isTrue();
    }
  }
}
