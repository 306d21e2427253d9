package jackfield.backend.cpu.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.HistogramBinCt;
import jackfield.aten.HistogramBinsTensor;
import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts and sums of weights in bins are those of the reference, bit for bit. */
@Tag("slow")
final class HistogramKernelsTest {
  private final Twins twins = new Twins();

  private interface Call {
    Tensor of(Aten aten);
  }

  private void agree(String what, Call call) {
    twins.expectSame(what, call.of(twins.fast), call.of(twins.twin));
  }

  private Tensor integers(DType type, int most, long... sizes) {
    Tensor tensor = twins.tensor(type, false, sizes);
    HostData.forEachAddress(tensor, at -> Elements.putLong(type, at, twins.random.nextInt(most)));
    return tensor;
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT8", "INT16", "INT32", "INT64"})
  void integersAreCounted(DType type) {
    for (int round = 0; round < 40; round++) {
      long length = twins.length();
      Tensor self = integers(type, 100, length);
      agree("bincount", aten -> aten.bincount(self, null, 7));
      for (DType of : DType.values()) {
        Tensor weights = twins.tensor(of, true, length);
        agree("bincount with " + of, aten -> aten.bincount(self, weights, 3));
      }
    }
    Tensor many = integers(type, 100, 300_001);
    agree("bincount", aten -> aten.bincount(many));
    Tensor none = twins.tensor(type, false, 0);
    agree("bincount", aten -> aten.bincount(none));
    agree("bincount", aten -> aten.bincount(none, null, 5));
    Tensor self = integers(type, 100, 50);
    Tensor sparse = twins.twin.mul(self, Scalar.of(1L));
    agree("bincount.out", aten -> aten.bincountOut(sparse, HostData.empty(DType.INT64, 3)));
  }

  @Test
  void aNegativeIntegerIsRefusedBeforeTheOutputChanges() {
    Tensor out = HostData.tensor(new long[] {7, 7}, 2);
    for (long wrong : new long[] {-1, Long.MIN_VALUE}) {
      Tensor self = HostData.tensor(new long[] {0, 1, wrong, -5}, 4);
      assertThatThrownBy(() -> twins.fast.bincountOut(self, out))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("the element " + wrong + ", which has no bin");
    }
    assertThat(HostData.longs(out)).containsExactly(7, 7);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void elementsAreCounted(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, round % 2 == 0, twins.length(), 1 + round % 4);
      long bins = 1L + twins.random.nextInt(40);
      agree("histc", aten -> aten.histc(self, bins, Scalar.of(-3), Scalar.of(4.4)));
      histogram(self, bins, new double[] {-3.3, 4}, null);
      histogram(self, bins, new double[] {1, 1}, null);
      Tensor numbers = twins.tensor(type, false, 1 + twins.length(), 3);
      agree("histc", aten -> aten.histc(numbers, bins, Scalar.ZERO, Scalar.ZERO));
      histogram(numbers, bins, null, null);
      histogram(numbers, bins, null, twins.tensor(type, true, 3, numbers.size(0)));
      edges(numbers, twins.tensor(type, false, 1 + twins.random.nextInt(9)), null);
      Tensor ordered = twins.twin.sort(twins.tensor(type, false, 12), 0).values();
      edges(numbers, ordered, twins.tensor(type, true, numbers.elementCount()));
    }
    Tensor many = twins.tensor(type, false, 200_003);
    agree("histc", aten -> aten.histc(many, 9, Scalar.ZERO, Scalar.ZERO));
    histogram(many, 1000, null, null);
    Tensor none = twins.tensor(type, false, 0);
    agree("histc", aten -> aten.histc(none, 3, Scalar.ZERO, Scalar.ZERO));
    histogram(none, 3, null, null);
  }

  private void histogram(Tensor self, long bins, double[] range, Tensor weight) {
    for (boolean density : new boolean[] {false, true}) {
      HistogramBinCt.Result found = twins.fast.histogram(self, bins, range, weight, density);
      HistogramBinCt.Result wanted = twins.twin.histogram(self, bins, range, weight, density);
      twins.expectSame("histogram of " + self, found.hist(), wanted.hist());
      twins.expectSame("edges of " + self, found.binEdges(), wanted.binEdges());
    }
  }

  private void edges(Tensor self, Tensor bins, Tensor weight) {
    for (boolean density : new boolean[] {false, true}) {
      HistogramBinsTensor.Result found = twins.fast.histogram(self, bins, weight, density);
      HistogramBinsTensor.Result wanted = twins.twin.histogram(self, bins, weight, density);
      twins.expectSame("histogram of " + self, found.hist(), wanted.hist());
      twins.expectSame("edges of " + self, found.binEdges(), wanted.binEdges());
    }
  }

  @Test
  void gridsOfMoreBinsThanCanBeCountedAreRefused() {
    long[] bins = {1 << 21, 1 << 21, 1 << 21};
    Tensor points = twins.tensor(DType.FLOAT32, false, 0, bins.length);
    assertThatThrownBy(() -> twins.fast.histogramdd(points, bins))
        .isInstanceOf(ShapeMismatch.class)
        .hasMessageContaining("does not fit 64 bits");
  }
}
