package jackfield.backend.cpu.line;

import jackfield.aten.UniqueDim;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Distinct slices, places and counts are those of the reference. */
@Tag("slow")
final class DistinctSlicesTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, long dim) {
    String what = "along %d of %s".formatted(dim, self);
    UniqueDim.Result found = twins.fast.uniqueDim(self, dim, true, true, true);
    UniqueDim.Result expected = twins.twin.uniqueDim(self, dim, true, true, true);
    twins.expectSame(what, found.first(), expected.first());
    twins.expectSame("places, " + what, found.second(), expected.second());
    twins.expectSame("counts, " + what, found.third(), expected.third());
    agreeWithoutOrder(self, dim);
  }

  private void agreeWithoutOrder(Tensor self, Long dim) {
    String what = "consecutive, along %s of %s".formatted(dim, self);
    var found = twins.fast.uniqueConsecutive(self, true, true, dim);
    var expected = twins.twin.uniqueConsecutive(self, true, true, dim);
    twins.expectSame(what, found.first(), expected.first());
    twins.expectSame("places, " + what, found.second(), expected.second());
    twins.expectSame("counts, " + what, found.third(), expected.third());
    if (dim != null) {
      var slices = twins.fast.uniqueDimConsecutive(self, dim, true, true);
      var wanted = twins.twin.uniqueDimConsecutive(self, dim, true, true);
      twins.expectSame("slices, " + what, slices.first(), wanted.first());
    }
  }

  /** Returns a tensor of few different numbers, in any layout. */
  private Tensor few(DType type, int below, long... sizes) {
    Tensor few = twins.tensor(type, false, sizes);
    HostData.forEachAddress(
        few, address -> Elements.putDouble(type, address, twins.random.nextInt(below)));
    return few;
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void slicesOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      long length = Math.max(1, twins.length());
      long width = 1L + twins.random.nextInt(4);
      agree(few(type, 2, length, width), 0);
      agree(few(type, 3, width, length), 1);
      agree(few(type, 2, width, length, 2), -2);
      agree(twins.tensor(type, true, length, width), round % 2);
      agreeWithoutOrder(few(type, 2, width, length), null);
    }
    agree(few(type, 2, 700), 0);
    agree(few(type, 2, 300, 40), 0);
    agree(few(type, 1, 300, 5), 0);
    agree(twins.tensor(type, true, 3, 0), 1);
    agreeWithoutOrder(twins.tensor(type, false), null);
    agreeWithoutOrder(twins.tensor(type, false, 3, 0), null);
  }

  /** Slice i differs from those after it in column i alone, so each column divides off one. */
  @Test
  void slicesThatColumnsDivideOffOneByOneAgree() {
    Tensor self = twins.numbers(DType.INT32, new double[500 * 500]);
    Tensor square = self.alias(new long[] {500, 500}, new long[] {500, 1}, 0);
    for (long i = 0; i < 500; i++) {
      Elements.putLong(DType.INT32, self.address() + i * 501 * Integer.BYTES, 1);
    }
    agree(square, 0);
  }

  @Test
  void outputsMayHaveAnyLayout() {
    Tensor self = few(DType.FLOAT32, 2, 30, 3);
    long count = twins.twin.uniqueDim(self, 0).first().size(0);
    Tensor[] first = outputs(count);
    Tensor[] second = outputs(count);
    var _ = twins.fast.uniqueDimOut(self, 0, true, true, true, first[0], first[1], first[2]);
    var _ = twins.twin.uniqueDimOut(self, 0, true, true, true, second[0], second[1], second[2]);
    for (int output = 0; output < first.length; output++) {
      twins.expectSame("output " + output, first[output], second[output]);
    }
  }

  private static Tensor[] outputs(long count) {
    Tensor slices = HostData.empty(DType.FLOAT32, 3 * count);
    Tensor places = HostData.empty(DType.INT64, 60);
    Tensor counts = HostData.empty(DType.INT64, 3 * count);
    return new Tensor[] {
      slices.alias(new long[] {count, 3}, new long[] {1, count}, 0),
      places.alias(new long[] {30}, new long[] {2}, 0),
      counts.alias(new long[] {count}, new long[] {3}, 0)
    };
  }
}
