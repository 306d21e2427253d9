package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares reductions and softmax with their scalar twins, for every type and many layouts. */
@Tag("slow")
class ReductionAgreementTest {
  private final TwinComparison twins = new TwinComparison();

  @ParameterizedTest
  @EnumSource(DType.class)
  void reductions(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, twins.sizes(1 + twins.random.nextInt(3)));
      long[] dims = {twins.random.nextInt(self.rank())};
      boolean keep = twins.random.nextBoolean();
      twins.agree("sum", aten -> aten.sum(self));
      twins.agree("sum of " + dims[0], aten -> aten.sum(self, dims, keep));
      if (type.isFloating() || type.isComplex()) {
        twins.agree("mean", aten -> aten.mean(self));
        twins.agree("mean of " + dims[0], aten -> aten.mean(self, dims, keep));
      }
      if (!type.isComplex() && self.elementCount() > 0) {
        twins.agree("amax", aten -> aten.amax(self, dims, keep));
        twins.agree("amax of all", aten -> aten.amax(self));
        twins.agree("amin", aten -> aten.amin(self, dims, keep));
        twins.agree("aminmax, min", aten -> aten.aminmax(self, dims[0], keep).min());
        twins.agree("aminmax, max", aten -> aten.aminmax(self, dims[0], keep).max());
        twins.agree("max", aten -> aten.max(self));
        twins.agree("min", aten -> aten.min(self));
      }
      if (!type.isComplex() && type != DType.BOOL && self.elementCount() > 0) {
        twins.agree("argmax", aten -> aten.argmax(self));
        twins.agree("argmax of " + dims[0], aten -> aten.argmax(self, dims[0], keep));
        twins.agree("argmin of " + dims[0], aten -> aten.argmin(self, dims[0], keep));
      }
    }
  }

  @Test
  void reductionsOfColumnsBeyondOneStrip() {
    Tensor self = twins.contiguous(DType.FLOAT64, 600, 1100);
    twins.agree("sum", aten -> aten.sum(self, new long[] {0}));
    twins.agree("mean", aten -> aten.mean(self, new long[] {0}));
    twins.agree("amax", aten -> aten.amax(self, new long[] {0}));
  }

  @Test
  void theFirstNanIsTheLargest() {
    Tensor self = twins.contiguous(DType.FLOAT32, 70);
    int[] next = {0};
    HostData.forEachAddress(
        self,
        address -> {
          if (next[0]++ >= 37) {
            Elements.putDouble(DType.FLOAT32, address, Double.NaN);
          }
        });
    assertThat(HostData.item(twins.fast.argmax(self)).toLong()).isEqualTo(37);
    assertThat(HostData.item(twins.fast.amax(self)).toDouble()).isNaN();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void softmaxAndItsGradients(DType type) {
    for (int round = 0; round < 20; round++) {
      long[] sizes = twins.sizes(1 + twins.random.nextInt(3));
      Tensor self = twins.tensor(type, sizes);
      Tensor grad = twins.tensor(type, sizes);
      long dim = twins.random.nextInt(sizes.length);
      twins.agree("_softmax", aten -> aten._softmax(self, dim, false));
      twins.agree("_log_softmax", aten -> aten._logSoftmax(self, dim, false));
      Tensor y = twins.twin._softmax(self, dim, false);
      twins.agree("_softmax_backward_data", aten -> aten._softmaxBackwardData(grad, y, dim, type));
      Tensor logY = twins.twin._logSoftmax(self, dim, false);
      twins.agree(
          "_log_softmax_backward_data",
          aten -> aten._logSoftmaxBackwardData(grad, logY, dim, type));
    }
  }

  @Test
  void variancesOfSumsAndSquaresThatFloatsCannotHoldAgree() {
    for (float scale : new float[] {3e38f, 9e18f, 1e-25f, 1e-38f}) {
      Tensor given = HostData.tensor(new float[] {scale, -scale, scale, 0, scale / 2}, 5);
      var expected = twins.twin.stdMean(given, true);
      var found = twins.fast.stdMean(given, true);
      for (int i = 0; i < 2; i++) {
        Tensor one = i == 0 ? expected.first() : expected.second();
        Tensor other = i == 0 ? found.first() : found.second();
        double value = HostData.floats(one)[0];
        assertThat((double) HostData.floats(other)[0])
            .as("result %d of %s", i, scale)
            .isCloseTo(value, Offset.offset(Math.abs(value) * 1e-6));
      }
    }
  }
}
