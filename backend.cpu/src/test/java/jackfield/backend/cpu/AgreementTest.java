package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares each kernel with its scalar twin, for every type and for many layouts. */
@Tag("slow")
class AgreementTest {
  private final Aten fast = Twins.FAST;
  private final Aten twin = Twins.TWIN;
  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  /** Returns a tensor of random numbers: row-major, transposed, with gaps, or expanded. */
  private Tensor tensor(DType type, long... sizes) {
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

  private long[] sizes(int rank) {
    long[] sizes = new long[rank];
    for (int dim = 0; dim < rank; dim++) {
      sizes[dim] = random.nextInt(12) == 0 ? random.nextInt(2) : 1 + random.nextInt(25);
    }
    return sizes;
  }

  private void agree(String what, Function<Aten, Tensor> call) {
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

  private void binary(String what, DType type, Binary call) {
    for (int round = 0; round < 25; round++) {
      long[] sizes = sizes(random.nextInt(4));
      Tensor self = tensor(type, sizes);
      Tensor other = random.nextInt(4) == 0 ? tensor(type) : tensor(type, sizes);
      agree(what, aten -> call.of(aten, self, other));
    }
  }

  private void unary(String what, DType type, BiFunction<Aten, Tensor, Tensor> call) {
    for (int round = 0; round < 15; round++) {
      Tensor self = tensor(type, sizes(random.nextInt(4)));
      agree(what, aten -> call.apply(aten, self));
    }
  }

  private interface Binary {
    Tensor of(Aten aten, Tensor self, Tensor other);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void arithmetic(DType type) {
    Scalar alpha = type == DType.BOOL ? Scalar.of(true) : Scalar.of(2L);
    binary("add", type, (aten, a, b) -> aten.add(a, b, alpha));
    binary("mul", type, Aten::mul);
    binary("div", type, Aten::div);
    if (type != DType.BOOL) {
      binary("sub", type, (aten, a, b) -> aten.sub(a, b, alpha));
      unary("neg", type, Aten::neg);
    }
    if (type.isComplex()) {
      binary("add", type, (aten, a, b) -> aten.add(a, b, Scalar.of(0.5, -1.5)));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void functions(DType type) {
    unary("exp", type, Aten::exp);
    unary("log", type, Aten::log);
    unary("sqrt", type, Aten::sqrt);
    unary("sigmoid", type, Aten::sigmoid);
    unary("tanh", type, Aten::tanh);
    if (!type.isComplex() && type != DType.BOOL) {
      unary("relu", type, Aten::relu);
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void comparisons(DType type) {
    binary("eq", type, Aten::eq);
    if (!type.isComplex()) {
      binary("gt", type, Aten::gt);
    }
    for (int round = 0; round < 20; round++) {
      long[] sizes = sizes(random.nextInt(4));
      Tensor condition = tensor(DType.BOOL, sizes);
      Tensor yes = tensor(type, sizes);
      Tensor no = random.nextBoolean() ? tensor(type) : tensor(type, sizes);
      agree("where", aten -> aten.where(condition, yes, no));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void gradients(DType type) {
    binary("sigmoid_backward", type, Aten::sigmoidBackward);
    binary("tanh_backward", type, Aten::tanhBackward);
    if (!type.isComplex()) {
      binary(
          "threshold_backward",
          type,
          (aten, grad, self) -> aten.thresholdBackward(grad, self, Scalar.of(0.25)));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void inPlaceAndIntoAViewOfAnotherType(DType type) {
    for (int round = 0; round < 15; round++) {
      long[] sizes = sizes(2);
      Tensor other = tensor(type, sizes);
      Tensor start = tensor(type, sizes);
      agree("add_", aten -> aten.add_(aten.clone(start), other));
      agree("copy_", aten -> aten.copy_(HostData.empty(DType.COMPLEX128, sizes), other));
      agree(
          "copy_ transposed",
          aten -> aten.copy_(transposed(HostData.empty(type, sizes[1], sizes[0])), other));
      agree("fill_", aten -> aten.fill_(HostData.empty(type, sizes), Scalar.of(1L)));
      agree("zero_", aten -> aten.zero_(transposed(HostData.empty(type, sizes[1], sizes[0]))));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void copiesOfPermutedDimensions(DType type) {
    long[][] sizes = {{70, 131}, {3, 70, 9}, {9, 2, 67}, {8, 3, 2, 65}};
    for (long[] shape : sizes) {
      Tensor self = tensor(type, shape);
      long[] reversed = new long[shape.length];
      for (int dim = 0; dim < shape.length; dim++) {
        reversed[dim] = shape.length - 1L - dim;
      }
      agree("permute", aten -> aten.contiguous(aten.permute(self, reversed)));
      Tensor other = tensor(type, reversed(shape));
      agree("add of a permuted tensor", aten -> aten.add(aten.permute(self, reversed), other));
      agree(
          "add_ to a permuted tensor",
          aten -> aten.add_(aten.permute(aten.clone(self), reversed), other));
      agree("eq of a permuted tensor", aten -> aten.eq(aten.permute(self, reversed), other));
    }
  }

  private static long[] reversed(long[] sizes) {
    long[] reversed = new long[sizes.length];
    for (int dim = 0; dim < sizes.length; dim++) {
      reversed[dim] = sizes[sizes.length - 1 - dim];
    }
    return reversed;
  }

  private static Tensor transposed(Tensor tensor) {
    long[] sizes = {tensor.size(1), tensor.size(0)};
    long[] strides = {tensor.stride(1), tensor.stride(0)};
    return tensor.alias(sizes, strides, tensor.offset());
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void reductions(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = tensor(type, sizes(1 + random.nextInt(3)));
      long[] dims = {random.nextInt(self.rank())};
      boolean keep = random.nextBoolean();
      agree("sum", aten -> aten.sum(self));
      agree("sum of " + dims[0], aten -> aten.sum(self, dims, keep));
      if (type.isFloating() || type.isComplex()) {
        agree("mean", aten -> aten.mean(self));
        agree("mean of " + dims[0], aten -> aten.mean(self, dims, keep));
      }
      if (!type.isComplex() && self.elementCount() > 0) {
        agree("amax", aten -> aten.amax(self, dims, keep));
        agree("amax of all", aten -> aten.amax(self));
      }
      if (!type.isComplex() && type != DType.BOOL && self.elementCount() > 0) {
        agree("argmax", aten -> aten.argmax(self));
        agree("argmax of " + dims[0], aten -> aten.argmax(self, dims[0], keep));
      }
    }
  }

  @Test
  void reductionsOfColumnsBeyondOneStrip() {
    Tensor self = contiguous(DType.FLOAT64, 600, 1100);
    agree("sum", aten -> aten.sum(self, new long[] {0}));
    agree("mean", aten -> aten.mean(self, new long[] {0}));
    agree("amax", aten -> aten.amax(self, new long[] {0}));
  }

  private Tensor contiguous(DType type, long... sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    HostData.forEachAddress(tensor, address -> put(type, address));
    return tensor;
  }

  @Test
  void theFirstNanIsTheLargest() {
    Tensor self = contiguous(DType.FLOAT32, 70);
    int[] next = {0};
    HostData.forEachAddress(
        self,
        address -> {
          if (next[0]++ >= 37) {
            Elements.putDouble(DType.FLOAT32, address, Double.NaN);
          }
        });
    assertThat(HostData.item(fast.argmax(self)).toLong()).isEqualTo(37);
    assertThat(HostData.item(fast.amax(self)).toDouble()).isNaN();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void softmaxAndItsGradients(DType type) {
    for (int round = 0; round < 20; round++) {
      long[] sizes = sizes(1 + random.nextInt(3));
      Tensor self = tensor(type, sizes);
      Tensor grad = tensor(type, sizes);
      long dim = random.nextInt(sizes.length);
      agree("_softmax", aten -> aten._softmax(self, dim, false));
      agree("_log_softmax", aten -> aten._logSoftmax(self, dim, false));
      Tensor y = twin._softmax(self, dim, false);
      agree("_softmax_backward_data", aten -> aten._softmaxBackwardData(grad, y, dim, type));
      Tensor logY = twin._logSoftmax(self, dim, false);
      agree(
          "_log_softmax_backward_data",
          aten -> aten._logSoftmaxBackwardData(grad, logY, dim, type));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void products(DType type) {
    for (int round = 0; round < 12; round++) {
      long[] size = sizes(4);
      Tensor left = tensor(type, size[0], size[1]);
      Tensor right = tensor(type, size[1], size[2]);
      Tensor lefts = tensor(type, size[3], size[0], size[1]);
      Tensor rights = tensor(type, size[3], size[1], size[2]);
      Tensor added = random.nextBoolean() ? tensor(type, size[2]) : tensor(type, size[0], 1);
      agree("mm", aten -> aten.mm(left, right));
      agree("bmm", aten -> aten.bmm(lefts, rights));
      agree("addmm", aten -> aten.addmm(added, left, right, Scalar.of(2L), Scalar.of(3L)));
      agree("addmm", aten -> aten.addmm(added, left, right));
      Tensor start = contiguous(type, size[0], size[2]);
      agree(
          "addmm_", aten -> aten.addmm_(aten.clone(start), left, right, Scalar.of(2L), Scalar.ONE));
    }
  }

  @Test
  void addmmWithAnInfiniteAlphaMultipliesTheSumByIt() {
    Tensor left = HostData.tensor(new float[] {-0.5f, 2}, 1, 2);
    Tensor right = HostData.tensor(new float[] {1, 1}, 2, 1);
    Tensor added = HostData.tensor(new float[] {1}, 1, 1);
    Scalar infinite = Scalar.of(Double.POSITIVE_INFINITY);
    agree("addmm", aten -> aten.addmm(added, left, right, Scalar.ONE, infinite));
    assertThat(HostData.floats(fast.addmm(added, left, right, Scalar.ONE, infinite)))
        .containsExactly(Float.POSITIVE_INFINITY);
  }

  @Test
  void addmmDoesNotReadWhatBetaLeavesOut() {
    Tensor nan = HostData.tensor(new float[] {Float.NaN}, 1);
    Tensor left = contiguous(DType.FLOAT32, 3, 4);
    Tensor right = contiguous(DType.FLOAT32, 4, 5);
    agree("addmm", aten -> aten.addmm(nan, left, right, Scalar.ZERO, Scalar.ONE));
    assertThat(HostData.floats(fast.addmm(nan, left, right, Scalar.ZERO, Scalar.ONE)))
        .doesNotContain(Float.NaN);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void slicesAreChosenAndJoined(DType type) {
    for (int round = 0; round < 15; round++) {
      Tensor self = tensor(type, 5, 3, 4);
      Tensor matrix = tensor(type, 5, 6);
      Tensor index = HostData.tensor(new long[] {4, 0, 0, 3}, 4);
      agree("index_select", aten -> aten.indexSelect(self, 0, index));
      agree("index_select", aten -> aten.indexSelect(matrix, 0, index));
      agree("index_select", aten -> aten.indexSelect(matrix, -1, index));
      Tensor[] parts = {self, tensor(type, 5, 2, 4), contiguous(DType.FLOAT32, 5, 1, 4)};
      agree("cat", aten -> aten.cat(parts, 1));
    }
  }

  @Test
  void anIndexOutOfRangeIsRefusedBeforeAnythingIsWritten() {
    Tensor self = contiguous(DType.FLOAT32, 3, 2);
    Tensor index = HostData.tensor(new long[] {0, 3}, 2);
    Tensor out = HostData.tensor(new float[] {7, 7, 7, 7}, 2, 2);
    assertThatThrownBy(() -> fast.indexSelectOut(self, 0, index, out))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("has 3, expected 0 to 2");
    assertThat(HostData.floats(out)).containsOnly(7);
  }

  @Test
  void variancesOfSumsAndSquaresThatFloatsCannotHoldAgree() {
    for (float scale : new float[] {3e38f, 9e18f, 1e-25f, 1e-38f}) {
      Tensor given = HostData.tensor(new float[] {scale, -scale, scale, 0, scale / 2}, 5);
      var expected = twin.stdMean(given, true);
      var found = fast.stdMean(given, true);
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
