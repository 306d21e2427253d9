package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.NativeBatchNorm;
import jackfield.aten.NativeBatchNormBackward;
import jackfield.aten.NativeGroupNorm;
import jackfield.aten.NativeGroupNormBackward;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares batch and group normalization with their scalar twins, for many types and layouts. */
@Tag("slow")
class NormalizationAgreementTest {
  private static final boolean[] ALL = {true, true, true};
  private static final double EPS = 1e-5;

  // Columns, short planes, planes of one block or several, one channel, one element, none.
  private static final long[][] SIZES = {
    {17, 6}, {300, 4}, {70, 20}, {18, 16, 1, 1}, {5, 6, 3}, {40, 4, 9},
    {3, 4, 7, 7}, {3, 18, 5, 7}, {2, 6, 17, 31}, {1, 4, 50, 47}, {2, 2, 5, 30, 30}, {9, 1, 30},
    {2, 20, 16}, {1, 2, 1}, {1, 4}, {0, 4, 3}, {3, 4, 0}, {3, 4, 1, 1}
  };

  private final TwinComparison twins = new TwinComparison();

  private Tensor positive(DType type, long count) {
    Tensor numbers = twins.contiguous(type, count);
    HostData.forEachAddress(
        numbers, at -> Elements.putDouble(type, at, 0.1 + Math.abs(Elements.doubleAt(type, at))));
    return numbers;
  }

  private Tensor maybe(DType type, long channels) {
    return twins.random.nextInt(3) == 0 ? null : twins.contiguous(type, channels);
  }

  /** Returns a row-major tensor, one of channels_last, or one of any layout. */
  private Tensor input(DType type, long... sizes) {
    int choice = twins.random.nextInt(4);
    if (choice == 0) {
      return twins.tensor(type, sizes);
    }
    return choice == 1 && sizes.length == 4 ? channelsLast(type, sizes) : dense(type, sizes);
  }

  private Tensor dense(DType type, long... sizes) {
    return twins.contiguous(type, sizes);
  }

  private Tensor channelsLast(DType type, long... sizes) {
    long[] strides = {sizes[1] * sizes[2] * sizes[3], 1, sizes[3] * sizes[1], sizes[1]};
    return dense(type, sizes).alias(sizes, strides, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void batchNormalizations(DType type) {
    for (int round = 0; round < 4; round++) {
      for (long[] sizes : SIZES) {
        Tensor x = input(type, sizes);
        DType parameters = type.isHalf() && round % 2 == 0 ? DType.FLOAT32 : type;
        Tensor weight = maybe(parameters, sizes[1]);
        Tensor bias = maybe(parameters, sizes[1]);
        for (int part = 0; part < 5; part++) {
          int wanted = part;
          Tensor mean = twins.contiguous(parameters, sizes[1]);
          Tensor var = positive(parameters, sizes[1]);
          twins.agree(
              "training, part %d of %s".formatted(part, x),
              aten -> trained(aten, x, weight, bias, mean, var, wanted));
        }
        Tensor mean = twins.contiguous(parameters, sizes[1]);
        Tensor var = positive(parameters, sizes[1]);
        twins.agree(
            "evaluation of " + x,
            aten -> aten.nativeBatchNorm(x, weight, bias, mean, var, false, .1, EPS).first());
        batchGradients(input(type, sizes), x, weight, mean, var);
      }
    }
  }

  private static Tensor trained(
      Aten aten, Tensor x, Tensor weight, Tensor bias, Tensor mean, Tensor var, int part) {
    Tensor moved = aten.clone(mean);
    Tensor movedVar = aten.clone(var);
    NativeBatchNorm.Result all =
        aten.nativeBatchNorm(x, weight, bias, moved, movedVar, true, .25, EPS);
    return switch (part) {
      case 0 -> all.first();
      case 1 -> all.second();
      case 2 -> all.third();
      case 3 -> moved;
      default -> movedVar;
    };
  }

  private void batchGradients(Tensor grad, Tensor x, Tensor weight, Tensor mean, Tensor var) {
    for (boolean isTraining : new boolean[] {true, false}) {
      for (int part = 0; part < 3; part++) {
        int wanted = part;
        boolean[] mask = {part == 0, part == 1, part == 2};
        twins.agree(
            "gradient %d, %s, of %s".formatted(part, isTraining, x),
            aten -> {
              NativeBatchNormBackward.Result all =
                  aten.nativeBatchNormBackward(
                      grad, x, weight, mean, var, mean, var, isTraining, EPS, mask);
              return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
            });
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void groupNormalizations(DType type) {
    for (int round = 0; round < 4; round++) {
      for (long[] sizes : SIZES) {
        Tensor x = input(type, sizes);
        Tensor grad = input(type, sizes);
        DType parameters = type.isHalf() && round % 2 == 0 ? DType.FLOAT32 : type;
        Tensor weight = twins.contiguous(parameters, sizes[1]);
        Tensor bias = maybe(parameters, sizes[1]);
        long groups = sizes[1] % 2 == 0 && round < 2 ? 2 : 1;
        long inner = 1;
        for (int dim = 2; dim < sizes.length; dim++) {
          inner *= sizes[dim];
        }
        groups(grad, x, round == 3 ? null : weight, bias, inner, groups);
      }
    }
  }

  private void groups(Tensor grad, Tensor x, Tensor weight, Tensor bias, long inner, long groups) {
    long n = x.size(0);
    long c = x.size(1);
    DType type = weight == null ? bias == null ? x.dtype() : bias.dtype() : weight.dtype();
    Tensor mean = twins.contiguous(type, n, groups);
    Tensor rstd = twins.contiguous(type, n, groups);
    for (int part = 0; part < 3; part++) {
      int wanted = part;
      twins.agree(
          "group_norm, part %d of %s".formatted(part, x),
          aten -> {
            NativeGroupNorm.Result all =
                aten.nativeGroupNorm(x, weight, bias, n, c, inner, groups, EPS);
            return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
          });
      boolean[] mask = {part == 0, part == 1, part == 2};
      twins.agree(
          "gradient %d of group_norm of %s".formatted(part, x),
          aten -> {
            NativeGroupNormBackward.Result all =
                aten.nativeGroupNormBackward(
                    grad, x, mean, rstd, weight, n, c, inner, groups, mask);
            return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
          });
    }
  }

  /** Numbers far from 0, and such that float32 loses their squares, products or distances. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void extremeNumbersAgree(int choice) {
    double[] scales = {1, 1e-3, 1e-25, 1e-38, 1e18, 1e38, 1, 0};
    double[] centers = {1e4, 1e6, 0, 0, 0, 0, Double.NaN, 0.1f};
    Tensor x = dense(DType.FLOAT32, 3, 4, 40, 10);
    long[] next = {0};
    HostData.forEachAddress(
        x,
        at -> {
          double old = Elements.doubleAt(DType.FLOAT32, at);
          boolean isNan = Double.isNaN(centers[choice]) && next[0]++ % 1000 != 7;
          double center = isNan ? 0 : centers[choice];
          Elements.putDouble(DType.FLOAT32, at, center + old * scales[choice] / 4);
        });
    Tensor grad = dense(DType.FLOAT32, 3, 4, 40, 10);
    for (double eps : new double[] {0, 1e-30, 1e-5}) {
      relative(aten -> aten.nativeBatchNorm(x, null, null, null, null, true, .1, eps).first());
      relative(aten -> aten.nativeBatchNorm(x, null, null, null, null, true, .1, eps).third());
      relative(aten -> aten.nativeGroupNorm(x, null, null, 3, 4, 400, 2, eps).first());
      NativeBatchNorm.Result saved =
          twins.twin.nativeBatchNorm(x, null, null, null, null, true, .1, eps);
      relative(aten ->
          aten.nativeBatchNormBackward(
                  grad, x, null, null, null, saved.second(), saved.third(), true, eps, ALL)
              .first());
    }
  }

  /** Expects results within a part of their largest. */
  private void relative(Function<Aten, Tensor> call) {
    float[] found = HostData.floats(call.apply(twins.fast));
    float[] wanted = HostData.floats(call.apply(twins.twin));
    double largest = 0;
    for (float value : wanted) {
      largest = Float.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest;
    }
    for (int i = 0; i < wanted.length; i++) {
      boolean isClose =
          Float.compare(found[i], wanted[i]) == 0
              || Math.abs((double) found[i] - wanted[i]) <= 3e-6 * largest;
      assertThat(isClose).as("element %d: %s for %s", i, found[i], wanted[i]).isTrue();
    }
  }

  @Test
  void aConstantChannelIsItsBias() {
    Tensor x = dense(DType.FLOAT32, 50, 2, 300);
    HostData.forEachAddress(x, at -> Elements.putDouble(DType.FLOAT32, at, 0.1));
    Tensor bias = dense(DType.FLOAT32, 2);
    NativeBatchNorm.Result found =
        twins.fast.nativeBatchNorm(x, null, bias, null, null, true, .1, 0);
    assertThat(HostData.floats(found.third())).containsOnly(0);
    assertThat(HostData.floats(found.first())).containsOnly(HostData.floats(bias));
  }

  @Test
  void theNumberOfThreadsDoesNotChangeBits() {
    Tensor x = dense(DType.FLOAT32, 6, 8, 70, 70);
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      float[] batch = batch(x);
      float[] group = group(x);
      Parallel.setThreads(2);
      assertThat(batch(x)).isEqualTo(batch);
      assertThat(group(x)).isEqualTo(group);
    } finally {
      Parallel.setThreads(before);
    }
  }

  private float[] batch(Tensor x) {
    NativeBatchNorm.Result saved =
        twins.fast.nativeBatchNorm(x, null, null, null, null, true, .1, EPS);
    return HostData.floats(
        twins
            .fast
            .nativeBatchNormBackward(
                saved.first(), x, null, null, null, saved.second(), saved.third(), true, EPS, ALL)
            .first());
  }

  private float[] group(Tensor x) {
    NativeGroupNorm.Result saved = twins.fast.nativeGroupNorm(x, null, null, 6, 8, 4900, 4, EPS);
    return HostData.floats(
        twins
            .fast
            .nativeGroupNormBackward(
                saved.first(), x, saved.second(), saved.third(), null, 6, 8, 4900, 4, ALL)
            .second());
  }
}
