package jackfield.backend.cpu.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.NllLossForward;
import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The negative log likelihood and its gradient are those of the reference, bit for bit. */
@Tag("slow")
final class LikelihoodKernelsTest {
  private static final long NONE = 0;

  private final Twins twins = new Twins();

  private Tensor classes(DType type, long below, long... sizes) {
    Tensor classes = twins.tensor(type, false, sizes);
    HostData.forEachAddress(
        classes, address -> Elements.putLong(type, address, twins.random.nextInt((int) below)));
    return classes;
  }

  private void agree(Tensor self, Tensor target, Tensor weight, long ignored) {
    for (long reduction = 0; reduction < 3; reduction++) {
      NllLossForward.Result found =
          twins.fast.nllLossForward(self, target, weight, reduction, ignored);
      NllLossForward.Result expected =
          twins.twin.nllLossForward(self, target, weight, reduction, ignored);
      twins.expectSame("loss", found.output(), expected.output());
      twins.expectSame("total weight", found.totalWeight(), expected.totalWeight());
      boolean isEach = reduction == NONE && self.rank() == 2;
      Tensor grad =
          isEach
              ? twins.tensor(self.dtype(), true, self.size(0))
              : twins.tensor(self.dtype(), true);
      Tensor total = twins.tensor(self.dtype(), true);
      twins.expectSame(
          "reduction %d of %s".formatted(reduction, self),
          twins.fast.nllLossBackward(grad, self, target, weight, reduction, ignored, total),
          twins.twin.nllLossBackward(grad, self, target, weight, reduction, ignored, total));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void lossesAndGradientsAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      long count = 1L + twins.random.nextInt(12);
      Tensor self = twins.tensor(type, true, twins.length(), count);
      DType chosen = round % 2 == 0 ? DType.INT64 : DType.UINT8;
      Tensor target = classes(chosen, count, self.size(0));
      Tensor weight = round % 3 == 0 ? null : twins.tensor(type, true, count);
      agree(self, target, weight, round % 4 == 0 ? 0 : -100);
    }
    Tensor one = twins.tensor(type, true, 5);
    agree(one, classes(DType.INT64, 5), twins.tensor(type, true, 5), -100);
    agree(one, classes(DType.INT64, 5), null, 2);
  }

  @Test
  void theMeanOfNothingIsNaN() {
    Tensor none = twins.tensor(DType.FLOAT32, true, 0, 3);
    agree(none, classes(DType.INT64, 3, 0), null, -100);
    Tensor ignored = HostData.tensor(new long[] {7, 7}, 2);
    agree(twins.tensor(DType.FLOAT32, true, 2, 3), ignored, null, 7);
  }

  @Test
  void outputsMayHaveAnyLayout() {
    Tensor self = twins.tensor(DType.FLOAT32, true, 30, 4);
    Tensor target = classes(DType.INT64, 4, 30);
    Tensor grad = twins.tensor(DType.FLOAT32, false, 30);
    Tensor total = twins.tensor(DType.FLOAT32, false);
    Tensor found = HostData.empty(DType.FLOAT32, 4, 30);
    Tensor out = found.alias(new long[] {30, 4}, new long[] {1, 30}, 0);
    Tensor expected = twins.twin.nllLossBackward(grad, self, target, null, NONE, 1, total);
    twins.expectEqual(
        "a transposed gradient",
        twins.fast.nllLossBackwardOut(grad, self, target, null, NONE, 1, total, out),
        expected);
  }

  @Test
  void aTargetThatIsNoClassIsRefusedBeforeAnythingIsWritten() {
    Tensor self = twins.tensor(DType.FLOAT32, false, 2, 3);
    Tensor out = twins.tensor(DType.FLOAT32, false, 2, 3);
    float[] before = HostData.floats(out);
    Tensor one = twins.numbers(DType.FLOAT32, 1);
    for (long outside : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor target = HostData.tensor(new long[] {0, outside}, 2);
      assertThatThrownBy(() -> twins.fast.nllLossForward(self, target, null, 1, -100))
          .hasMessageContaining("has " + outside + " for sample 1, expected 0 to 2");
      assertThatThrownBy(
              () -> twins.fast.nllLossBackwardOut(one, self, target, null, 1, -100, one, out))
          .isInstanceOfSatisfying(
              InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("target"))
          .hasMessageContaining("has " + outside + " for sample 1, expected 0 to 2");
    }
    assertThat(HostData.floats(out)).isEqualTo(before);
  }
}
