package jackfield.backend.cpu.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connectionist temporal classification and its gradient, with the bits of the reference. */
final class CtcLossKernelsTest {
  private static final int ROUNDS = 80;

  private final Twins twins = new Twins();

  private long[] lengths(int count, int most) {
    long[] lengths = new long[count];
    Arrays.setAll(lengths, n -> twins.random.nextInt(most + 1));
    return lengths;
  }

  private Tensor labels(boolean isWide, long classes, long... sizes) {
    Tensor any = twins.tensor(isWide ? DType.INT64 : DType.INT32, false, sizes);
    Tensor labels = twins.twin.remainder(twins.twin.abs(any), Scalar.of(classes));
    return twins.twin.copy_(any, labels);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void alignmentsAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      boolean isBatch = round % 4 > 0;
      int batch = isBatch ? 1 + twins.random.nextInt(4) : 1;
      int steps = 1 + twins.random.nextInt(12);
      long classes = 2L + twins.random.nextInt(6);
      long[] inputs = lengths(batch, steps);
      long[] targets = lengths(batch, 5);
      long sum = Arrays.stream(targets).sum();
      Tensor labels =
          round % 3 == 0
              ? labels(round % 2 == 0, classes, sum)
              : labels(round % 2 == 0, classes, batch, 5 + round % 2);
      long[] sizes = isBatch ? new long[] {steps, batch, classes} : new long[] {steps, classes};
      boolean hasSpecial = round % 5 == 0;
      Tensor numbers = twins.tensor(type, hasSpecial, sizes);
      Tensor logs = hasSpecial ? numbers : twins.twin.logSoftmax(numbers, sizes.length - 1);
      long blank = twins.random.nextInt((int) classes);
      boolean isZero = twins.random.nextBoolean();
      agree(logs, labels, inputs, targets, blank, isZero);
    }
  }

  private void agree(
      Tensor logs, Tensor labels, long[] inputs, long[] targets, long blank, boolean isZero) {
    String what = "_ctc_loss of " + logs + " for " + Arrays.toString(targets);
    var wanted = twins.twin._ctcLoss(logs, labels, inputs, targets, blank, isZero);
    var found = twins.fast._ctcLoss(logs, labels, inputs, targets, blank, isZero);
    twins.expectSame(what, found.first(), wanted.first());
    twins.expectSame(what, found.second(), wanted.second());
    Tensor grad = twins.tensor(logs.dtype(), false, wanted.first().sizes());
    Tensor loss = wanted.first();
    Tensor alpha = wanted.second();
    twins.expectSame(
        "gradient of " + what,
        twins.fast._ctcLossBackward(
            grad, logs, labels, inputs, targets, loss, alpha, blank, isZero),
        twins.twin._ctcLossBackward(
            grad, logs, labels, inputs, targets, loss, alpha, blank, isZero));
  }

  @Test
  void aTargetThatIsNoLabelIsRefusedBeforeAnythingIsWritten() {
    Tensor logs = twins.tensor(DType.FLOAT32, false, 4, 2, 3);
    long[] inputs = {4, 4};
    long[] targets = {1, 2};
    for (long wrong : new long[] {3, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor labels = HostData.tensor(new long[] {1, 2, wrong}, 3);
      Tensor loss = HostData.tensor(new float[] {7, 7}, 2);
      Tensor alpha = twins.twin.fill_(HostData.empty(DType.FLOAT32, 2, 4, 5), Scalar.of(7L));
      assertThatThrownBy(
              () -> twins.fast._ctcLossOut(logs, labels, inputs, targets, 0, false, loss, alpha))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("has %d, expected 0 to 2".formatted(wrong));
      assertThat(HostData.floats(loss)).containsOnly(7);
      assertThat(HostData.floats(alpha)).containsOnly(7);
    }
  }

  @Test
  void lossesAndGradientsThatAreNoVectorsAreRefused() {
    Tensor logs = twins.tensor(DType.FLOAT32, false, 3, 4, 2);
    Tensor labels = HostData.tensor(new long[] {1, 1, 1, 1}, 4);
    long[] inputs = {3, 3, 3, 3};
    long[] targets = {1, 1, 1, 1};
    var result = twins.fast._ctcLoss(logs, labels, inputs, targets, 0, false);
    Tensor losses = result.first();
    Tensor alpha = result.second();
    Tensor square = HostData.tensor(new float[] {1, 2, 3, 4}, 2, 2);
    assertThatThrownBy(() ->
            twins.fast._ctcLossBackward(
                square, logs, labels, inputs, targets, losses, alpha, 0, false))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() ->
            twins.fast._ctcLossBackward(
                losses, logs, labels, inputs, targets, square, alpha, 0, false))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void aGradientForMoreStatesThanAnArrayHoldsIsRefused() {
    long longest = 1L << 30;
    Tensor logs = twins.tensor(DType.FLOAT32, false, 1, 1, 2);
    Tensor one = HostData.tensor(new long[] {1}, 1);
    Tensor labels = one.alias(new long[] {1, longest}, new long[2], 0);
    Tensor losses = HostData.tensor(new float[] {1}, 1);
    Tensor alpha = losses.alias(new long[] {1, 1, 2 * longest + 1}, new long[3], 0);
    long[] targets = {longest};
    assertThatThrownBy(() ->
            twins.fast._ctcLossBackward(
                losses, logs, labels, new long[] {1}, targets, losses, alpha, 0, false))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("log_alpha");
  }
}
