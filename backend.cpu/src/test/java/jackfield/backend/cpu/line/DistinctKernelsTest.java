package jackfield.backend.cpu.line;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Distinct elements, their places and counts are those of the reference. */
@Tag("slow")
final class DistinctKernelsTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, boolean hasPlaces, boolean hasCounts) {
    String what = "distinct elements of %s".formatted(self);
    var found = twins.fast._unique2(self, true, hasPlaces, hasCounts);
    var expected = twins.twin._unique2(self, true, hasPlaces, hasCounts);
    twins.expectSame(what, found.first(), expected.first());
    twins.expectSame("places, " + what, found.second(), expected.second());
    twins.expectSame("counts, " + what, found.third(), expected.third());
    var two = twins.fast._unique(self, false, hasPlaces);
    twins.expectSame("two results, " + what, two.first(), expected.first());
    twins.expectSame("two results, places, " + what, two.second(), expected.second());
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void elementsOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, true, 1 + twins.random.nextInt(4), twins.length());
      agree(self, round % 2 == 0, round % 3 == 0);
    }
    agree(twins.tensor(type, true), true, true);
    agree(twins.tensor(type, true, 0), true, true);
    agree(twins.tensor(type, true, 3, 0), true, true);
    agree(twins.tensor(type, true, 5_003), true, true);
  }

  @Test
  void eachNaNIsDistinctAndTheFirstOfTwoZerosCounts() {
    double nan = Double.NaN;
    for (DType type : new DType[] {DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64}) {
      agree(twins.numbers(type, nan, 1, -nan, 1), true, true);
      agree(twins.numbers(type, nan), true, true);
      agree(twins.numbers(type, -0.0, 0.0, nan, 0.0), true, true);
      agree(twins.numbers(type, 0.0, -0.0, -1), true, true);
    }
  }

  @Test
  void outputsMayHaveAnyLayout() {
    Tensor self = twins.tensor(DType.FLOAT32, true, 7, 30);
    long count = twins.twin._unique(self).first().elementCount();
    Tensor[] first = outputs(count);
    Tensor[] second = outputs(count);
    var _ = twins.fast._unique2Out(self, true, true, true, first[0], first[1], first[2]);
    var _ = twins.twin._unique2Out(self, true, true, true, second[0], second[1], second[2]);
    for (int output = 0; output < first.length; output++) {
      twins.expectSame("output " + output, first[output], second[output]);
    }
  }

  private static Tensor[] outputs(long count) {
    Tensor elements = HostData.empty(DType.FLOAT32, 2 * count);
    Tensor places = HostData.empty(DType.INT64, 7 * 30);
    Tensor counts = HostData.empty(DType.INT64, 3 * count);
    return new Tensor[] {
      elements.alias(new long[] {count}, new long[] {2}, 0),
      places.alias(new long[] {7, 30}, new long[] {1, 7}, 0),
      counts.alias(new long[] {count}, new long[] {3}, 0)
    };
  }
}
