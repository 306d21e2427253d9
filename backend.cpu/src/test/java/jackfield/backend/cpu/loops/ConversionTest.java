package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class ConversionTest {
  private static final ByType<ByType<Conversion>> CONVERSIONS = Conversion.byTypes();
  private static final int COUNT = 1 << 16; // every pattern of 16 bits

  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  @ParameterizedTest
  @EnumSource(DType.class)
  void everyConversionWritesTheBitsOfOneElementAtATime(DType from) {
    Numbers source = patterns(from);
    for (DType to : DType.values()) {
      Conversion conversion = CONVERSIONS.of(from).of(to);
      Numbers out = new Numbers(to, COUNT);
      Numbers expected = new Numbers(to, COUNT);
      int size = from.sizeBytes();
      conversion.run(source.address(), size, out.address(), to.sizeBytes(), COUNT);
      for (int i = 0; i < COUNT; i++) {
        one(
            from,
            source.address() + (long) i * size,
            to,
            expected.address() + (long) i * to.sizeBytes());
      }
      assertThat(differs(out, expected, COUNT * to.sizeBytes()))
          .as("first byte of %s to %s that differs, seed %d", from, to, seed)
          .isEqualTo(-1);
      assertThat(out.isGuarded()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "BFLOAT16", "INT64"})
  void stepsMayBeNegativeZeroOrLarge(DType from) {
    Numbers source = patterns(from);
    Conversion conversion = CONVERSIONS.of(from).of(DType.FLOAT64);
    long last = source.address() + 99L * from.sizeBytes();
    Numbers out = new Numbers(DType.FLOAT64, 200);
    conversion.run(last, -from.sizeBytes(), out.address(), 2L * Double.BYTES, 100);
    for (int i = 0; i < 100; i++) {
      assertThat(Double.compare(out.at(2L * i), source.at(99 - i))).as("seed %d", seed).isZero();
    }
    conversion.run(last, 0, out.address(), Double.BYTES, 200);
    for (int i = 0; i < 200; i++) {
      assertThat(Double.compare(out.at(i), source.at(99))).as("seed %d", seed).isZero();
    }
    conversion.run(0, from.sizeBytes(), 0, Double.BYTES, 0);
  }

  private Numbers patterns(DType type) {
    Numbers numbers = new Numbers(type, COUNT);
    for (int i = 0; i < COUNT; i++) {
      long at = numbers.address() + (long) i * type.sizeBytes();
      switch (type.sizeBytes()) {
        case 1 -> HostBytes.putByte(at, (byte) (type == DType.BOOL ? i & 1 : i));
        case 2 -> HostBytes.putShort(at, (short) quiet(type, i));
        default -> Elements.putComplex(type, at, real(), real());
      }
    }
    return numbers;
  }

  /** Returns the bits without a signalling NaN, which becomes quiet or not as the JIT compiles. */
  private static int quiet(DType type, int bits) {
    return switch (type) {
      case BFLOAT16 -> (bits & 0x7fff) > 0x7f80 ? bits | 0x40 : bits;
      case FLOAT16 -> (bits & 0x7fff) > 0x7c00 ? bits | 0x200 : bits;
      default -> bits;
    };
  }

  private double real() {
    return switch (random.nextInt(8)) {
      case 0 -> Double.NaN;
      case 1 -> Float.intBitsToFloat(random.nextInt());
      case 2 -> Double.longBitsToDouble(random.nextLong());
      case 3 -> random.nextInt(5) - 2;
      case 4 -> random.nextLong();
      default -> random.nextGaussian() * 300;
    };
  }

  private static void one(DType from, long at, DType to, long out) {
    switch (from.category()) {
      case BOOLEAN, INTEGRAL -> Elements.putLong(to, out, Elements.longAt(from, at));
      case FLOATING -> Elements.putDouble(to, out, Elements.doubleAt(from, at));
      case COMPLEX ->
          Elements.putComplex(to, out, Elements.doubleAt(from, at), Elements.imaginaryAt(from, at));
    }
  }

  private static int differs(Numbers a, Numbers b, int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (HostBytes.byteAt(a.address() + i) != HostBytes.byteAt(b.address() + i)) {
        return i;
      }
    }
    return -1;
  }
}
