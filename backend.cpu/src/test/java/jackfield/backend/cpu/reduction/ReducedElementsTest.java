package jackfield.backend.cpu.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Elements that are chosen, counted, multiplied or measured are those of the reference: bit for bit
 * where no number is rounded, with equal elements, zeros of both signs and NaN.
 */
@Tag("slow")
final class ReducedElementsTest {
  private static final double[] ORDERS = {
    0, 1, 2, 3, -1, 0.5, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  private final Twins twins = new Twins();
  private final int threadsBefore = Parallel.threads();

  private record Call(String name, Calling calling) {}

  private interface Calling {
    Tensor of(Aten aten, Tensor self);
  }

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threadsBefore);
  }

  private static List<Call> exact(Tensor self, long dim, boolean keep) {
    List<Call> calls = new ArrayList<>();
    calls.add(new Call("any", (on, x) -> on.any(x)));
    calls.add(new Call("all", (on, x) -> on.all(x)));
    calls.add(new Call("any.dim", (on, x) -> on.any(x, dim, keep)));
    calls.add(new Call("all.dim", (on, x) -> on.all(x, dim, keep)));
    calls.add(new Call("any.dims", (on, x) -> on.any(x, new long[] {dim}, keep)));
    calls.add(new Call("all.dims", (on, x) -> on.all(x, new long[] {dim}, keep)));
    calls.add(new Call("count_nonzero", (on, x) -> on.countNonzero(x)));
    calls.add(new Call("count_nonzero.dim", (on, x) -> on.countNonzero(x, new long[] {dim})));
    if (self.dtype().isIntegral() || self.dtype() == DType.BOOL) {
      calls.add(new Call("prod", (on, x) -> on.prod(x)));
      calls.add(new Call("prod.dim", (on, x) -> on.prod(x, dim, keep)));
    }
    if (!self.dtype().isComplex() && self.elementCount() > 0) {
      calls.addAll(extremes(dim, keep));
      if (self.dtype() != DType.BOOL) {
        calls.add(new Call("argmax", (on, x) -> on.argmax(x)));
        calls.add(new Call("argmin", (on, x) -> on.argmin(x)));
        calls.add(new Call("argmax.dim", (on, x) -> on.argmax(x, dim, keep)));
        calls.add(new Call("argmin.dim", (on, x) -> on.argmin(x, dim, keep)));
      }
    }
    return calls;
  }

  private static List<Call> extremes(long dim, boolean keep) {
    long[] dims = {dim};
    return List.of(
        new Call("max", (on, x) -> on.max(x)),
        new Call("min", (on, x) -> on.min(x)),
        new Call("amax", (on, x) -> on.amax(x, dims, keep)),
        new Call("amin", (on, x) -> on.amin(x, dims, keep)),
        new Call("aminmax of all", (on, x) -> on.aminmax(x, null, keep).min()),
        new Call("aminmax, min", (on, x) -> on.aminmax(x, dim, keep).min()),
        new Call("aminmax, max", (on, x) -> on.aminmax(x, dim, keep).max()),
        new Call("max.dim", (on, x) -> on.max(x, dim, keep).values()),
        new Call("max.dim, places", (on, x) -> on.max(x, dim, keep).indices()),
        new Call("min.dim", (on, x) -> on.min(x, dim, keep).values()),
        new Call("min.dim, places", (on, x) -> on.min(x, dim, keep).indices()));
  }

  private static List<Call> rounded(Tensor self, long dim, boolean keep) {
    List<Call> calls = new ArrayList<>();
    long[] dims = {dim};
    calls.add(new Call("prod", (on, x) -> on.prod(x)));
    calls.add(new Call("prod.dim", (on, x) -> on.prod(x, dim, keep)));
    calls.add(new Call("logsumexp", (on, x) -> on.logsumexp(x, dims, keep)));
    for (double ord : ORDERS) {
      if (self.elementCount() > 0) {
        Scalar order = Scalar.of(ord);
        calls.add(new Call("norm " + ord, (on, x) -> on.linalgVectorNorm(x, order)));
        calls.add(
            new Call(
                "norm along a dimension " + ord,
                (on, x) -> on.linalgVectorNorm(x, order, dims, keep)));
      }
    }
    return calls;
  }

  private void compare(Tensor self, long dim, boolean keep) {
    DType type = self.dtype();
    String where = " of %s along %d".formatted(self, dim);
    for (Call call : exact(self, dim, keep)) {
      twins.expectSame(
          call.name() + where,
          call.calling().of(twins.fast, self),
          call.calling().of(twins.twin, self));
    }
    if (type.isFloating() || type.isComplex()) {
      for (Call call : rounded(self, dim, keep)) {
        twins.expectClose(
            call.name() + where,
            tolerance(type),
            call.calling().of(twins.fast, self),
            call.calling().of(twins.twin, self));
      }
    }
  }

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> 2e-3;
      case BFLOAT16 -> 1.6e-2;
      case FLOAT32, COMPLEX64 -> 2e-5;
      default -> 1e-11;
    };
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void linesOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      boolean hasSpecial = round % 3 == 0;
      long[] sizes = {twins.random.nextInt(6), twins.length()};
      int dim = twins.random.nextInt(2);
      if (sizes[dim] == 0) {
        sizes[dim] = 1;
      }
      compare(twins.tensor(type, hasSpecial, sizes), dim, twins.random.nextBoolean());
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void eachLengthAgrees(DType type) {
    for (int length = 1; length <= 70; length++) {
      compare(twins.tensor(type, length % 2 == 0, length), 0, false);
      compare(twins.tensor(type, length % 3 == 0, 3, 1, length), 2, true);
    }
    compare(twins.tensor(type, true), 0, false);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOOL", "UINT8", "INT64", "FLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64"})
  void longRowsAndManyColumnsAgree(DType type) {
    compare(twins.tensor(type, false, 70_001), 0, false);
    compare(twins.tensor(type, true, 3, 1100), 0, false);
    compare(twins.tensor(type, false, 300, 1100), 0, true);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOOL", "INT32", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void theNumberOfThreadsChangesNoBits(DType type) {
    Tensor self = twins.tensor(type, false, 3, 140_001);
    List<Call> calls = new ArrayList<>(exact(self, 1, false));
    if (type.isFloating()) {
      calls.addAll(rounded(self, 1, false));
    }
    for (Call call : calls) {
      Parallel.setThreads(1);
      Tensor expected = call.calling().of(twins.fast, self);
      for (int threads : new int[] {2, 4}) {
        Parallel.setThreads(threads);
        twins.expectSame(call.name(), call.calling().of(twins.fast, self), expected);
      }
    }
  }

  @Test
  void oneElementThatDecidesIsFoundAnywhere() {
    for (int at = 0; at < 200_000; at += 9_973) {
      double[] values = new double[200_000];
      values[at] = Double.NaN;
      Tensor self = twins.numbers(DType.FLOAT32, values);
      compare(self, 0, false);
      values[at] = -0.0;
      compare(twins.numbers(DType.FLOAT32, values), 0, false);
    }
  }

  @Test
  void normsThatFloatsCannotHoldAgree() {
    for (double size : new double[] {3e38, 1e25, 1e-20, 1e-30, 1e-44, 0}) {
      Tensor self = twins.numbers(DType.FLOAT32, size, -size, size, 0, size / 2);
      for (double ord : ORDERS) {
        Scalar order = Scalar.of(ord);
        twins.expectClose(
            "norm %s of %s".formatted(ord, size),
            1e-6,
            twins.fast.div(twins.fast.linalgVectorNorm(self, order), Math.max(size, 1e-30)),
            twins.fast.div(twins.twin.linalgVectorNorm(self, order), Math.max(size, 1e-30)));
      }
    }
  }

  @Test
  void productsOfSmallAndGreatFactorsAgree() {
    double[] values = new double[401];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 2 == 0 ? 1e-38 : 1e38;
    }
    for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      Tensor self = twins.numbers(type, values);
      twins.expectClose("prod", 1e-5, twins.fast.prod(self), twins.twin.prod(self));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLEX64", "COMPLEX128"})
  void extremesForAComplexOutputAreThoseOfTheRealParts(DType type) {
    for (Aten on : new Aten[] {twins.fast, twins.twin}) {
      for (float last : new float[] {3, Float.NaN}) {
        Tensor numbers = HostData.tensor(new float[] {-2, 1.2f, 1.9f, last}, 4);
        double largest = on.item(on.real(on.maxOut(numbers, HostData.empty(type)))).toDouble();
        double least = on.item(on.real(on.minOut(numbers, HostData.empty(type)))).toDouble();
        assertThat(largest).isEqualTo(Double.valueOf(last));
        assertThat(least).isEqualTo(Double.valueOf(Float.isNaN(last) ? last : -2));
      }
    }
  }

  /** The output is written only after the input has been read. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT64"})
  void aRowMayBeReducedIntoItself(DType type) {
    long[] dims = {0};
    List<Call> calls =
        List.of(
            new Call("amin", (on, x) -> on.aminOut(x, dims, true, x)),
            new Call("amax", (on, x) -> on.amaxOut(x, dims, true, x)),
            new Call("sum", (on, x) -> on.sumOut(x, dims, true, x)),
            new Call("prod", (on, x) -> on.prodOut(x, 0, true, x)));
    for (long width : new long[] {1, 3, 4, 5, 40, 2000}) {
      Tensor self = twins.twin.clone(twins.tensor(type, false, 1, width));
      for (Call call : calls) {
        Tensor found = call.calling.of(twins.fast, twins.twin.clone(self));
        twins.expectSame(call.name + " of " + width, found, self);
      }
    }
  }

  @Test
  void aNormInFloat64IsAddedInFloat64() {
    float[] ones = new float[65];
    Arrays.fill(ones, 1);
    ones[0] = 1 << 24;
    Tensor self = HostData.tensor(ones, 65);
    Tensor norm =
        twins.fast.linalgVectorNorm(self, Scalar.ONE, new long[] {0}, false, DType.FLOAT64);
    assertThat(twins.fast.item(norm).toDouble()).isEqualTo((1 << 24) + 64);
    Tensor tiny = HostData.tensor(new float[] {3e-30f, 4e-30f}, 2);
    twins.expectSame("norm", twins.fast.linalgVectorNorm(tiny), twins.twin.linalgVectorNorm(tiny));
  }
}
