package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random numbers on the device have the bits of those on the host, and move a generator alike. */
@Tag("slow") // compiles all kernels with g++
final class RandomAgreementTest {
  private static final Device CUDA = new Device("cuda", 0);

  /** A thread draws four elements in a row, and a block of threads 1,024. */
  private static final long[] SIZES = {0, 1, 3, 4, 5, 1023, 1024, 1025, 20_483};

  private static final Generator.State START = new Generator.State(-5, 1L << 40);

  private static PluggedCuda cuda; // set before the tests, as is the next field
  private static Aten aten;

  @BeforeAll
  static void plug() {
    cuda = new PluggedCuda();
    aten = cuda.aten();
  }

  @AfterAll
  static void close() {
    if (cuda != null) {
      cuda.close();
    }
  }

  /** Draws on the device that it is given. */
  private interface Drawing {
    Tensor on(Device device, Generator generator);
  }

  /** Draws into a tensor. */
  private interface Filling {
    Tensor of(Tensor self, Generator generator);
  }

  private record Fill(String name, Predicate<DType> takes, Filling filling) {}

  private List<Fill> fills(DType drawn) {
    Predicate<DType> real = DType::isFloating;
    Predicate<DType> fraction = real.or(DType::isComplex);
    Predicate<DType> number = real.or(DType::isIntegral);
    Predicate<DType> whole = type -> !type.isComplex();
    List<Fill> fills = new ArrayList<>();
    fills.add(new Fill("uniform_", fraction, (x, g) -> aten.uniform_(x, -1, 3, g)));
    fills.add(new Fill("uniform_ equal", fraction, (x, g) -> aten.uniform_(x, -0.0, -0.0, g)));
    fills.add(new Fill("normal_", fraction, (x, g) -> aten.normal_(x, 1, 2, g)));
    fills.add(new Fill("log_normal_", real, (x, g) -> aten.logNormal_(x, 0, 1, g)));
    fills.add(new Fill("log_normal_ wide", real, (x, g) -> aten.logNormal_(x, 0, 300, g)));
    fills.add(new Fill("exponential_", real, (x, g) -> aten.exponential_(x, 3, g)));
    fills.add(new Fill("cauchy_", real, (x, g) -> aten.cauchy_(x, 0, 1, g)));
    fills.add(new Fill("geometric_", number, (x, g) -> aten.geometric_(x, 0.2, g)));
    fills.add(new Fill("geometric_ rare", number, (x, g) -> aten.geometric_(x, 1e-300, g)));
    fills.add(new Fill("bernoulli_.float", whole, (x, g) -> aten.bernoulli_(x, 0.3, g)));
    fills.add(new Fill("bernoulli_.Tensor", whole, this::bernoulli));
    fills.add(new Fill("random_", whole, (x, g) -> aten.random_(x, g)));
    fills.add(new Fill("random_.from", whole, (x, g) -> aten.random_(x, 0, (Long) 2L, g)));
    fills.add(
        new Fill(
            "random_.from many",
            type -> type == DType.INT64 || type == DType.FLOAT64,
            (x, g) -> aten.random_(x, -3L << 60, (Long) (5L << 59), g)));
    fills.add(
        new Fill(
            "random_.from all",
            type -> type == DType.INT64,
            (x, g) -> aten.random_(x, Long.MIN_VALUE, null, g)));
    fills.removeIf(fill -> !fill.takes().test(drawn));
    return fills;
  }

  private Tensor bernoulli(Tensor self, Generator generator) {
    long count = self.elementCount();
    Tensor steps = aten.arange(count, DType.FLOAT64, null, self.device());
    Tensor shares = aten.reshape(aten.div(steps, Math.max(1, count)), self.sizes());
    return aten.bernoulli_(self, aten.to(shares, DType.FLOAT16), generator);
  }

  private static Generator start(Device device) {
    Generator generator = new Generator(device, 0);
    generator.restore(START);
    return generator;
  }

  private static byte[] bits(Aten aten, Tensor tensor) {
    Tensor near = aten.to(tensor, Device.CPU, tensor.dtype());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(near.elementCount() * near.dtype().sizeBytes(), 16);
      HostData.copy(near, copy);
      return copy.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private void assertSame(String name, Drawing drawing) {
    Generator near = start(Device.CPU);
    Generator far = start(CUDA);
    Tensor expected = drawing.on(Device.CPU, near);
    Tensor found = drawing.on(CUDA, far);
    assertThat(found.device()).as(name).isEqualTo(CUDA);
    assertThat(found.dtype()).as(name).isEqualTo(expected.dtype());
    assertThat(found.sizes()).as(name).isEqualTo(expected.sizes());
    assertThat(bits(aten, found)).as(name).isEqualTo(bits(aten, expected));
    assertThat(far.state()).as(name).isEqualTo(near.state());
  }

  @ParameterizedTest
  @EnumSource
  void eachDistributionHasTheBitsOfTheHost(DType type) {
    for (Fill fill : fills(type)) {
      for (long size : SIZES) {
        assertSame(
            "%s of %d".formatted(fill.name(), size),
            (device, generator) ->
                fill.filling().of(aten.empty(new long[] {size}, type, null, device), generator));
      }
    }
  }

  /** The number of an element counts in row-major order, whatever the layout. */
  @ParameterizedTest
  @EnumSource
  void layoutsDoNotChangeTheNumbers(DType type) {
    for (Fill fill : fills(type)) {
      assertSame(
          fill.name(),
          (device, generator) -> {
            Tensor rows = aten.zeros(new long[] {3, 5, 7}, type, null, device);
            if (device.equals(CUDA)) {
              rows = aten.permute(aten.zeros(new long[] {14, 3, 5}, type, null, CUDA), 1, 2, 0);
              rows = aten.slice(rows, 2, 0L, null, 2);
            }
            return fill.filling().of(rows, generator);
          });
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void factoriesAndFunctionalFormsHaveTheBitsOfTheHost(DType type) {
    long[] sizes = {7, 31};
    assertSame("rand", (on, g) -> aten.rand(sizes, g, type, null, on));
    assertSame("randn", (on, g) -> aten.randn(sizes, g, type, null, on));
    assertSame("randint", (on, g) -> aten.randint(-5, 90, sizes, g, type, null, on));
    assertSame("normal", (on, g) -> aten.normal(1, 2, sizes, g, type, null, on));
    assertSame("randperm", (on, g) -> aten.randperm(3001, g, type, null, on));
    assertSame(
        "normal of tensors",
        (on, g) -> {
          Tensor steps = aten.arange(9, type, null, on);
          return aten.normal(aten.neg(steps), aten.mul(steps, steps), g);
        });
    assertSame(
        "bernoulli",
        (on, g) -> aten.bernoulli(aten.rand(new long[] {50, 3}, g, type, null, on), g));
    assertSame("exponential", (on, g) -> aten.exponential(aten.zeros(sizes, type, null, on), 2, g));
    assertSame(
        "randn, out",
        (on, g) -> {
          Tensor whole = aten.zeros(new long[] {31, 14}, type, null, on);
          Tensor turned = aten.slice(aten.t(whole), 0, 0L, null, 2);
          return aten.randnOut(sizes, g, turned);
        });
  }

  @Test
  void choicesByWeightAreThoseOfTheHost() {
    for (boolean isReplaced : new boolean[] {false, true}) {
      assertSame(
          "multinomial",
          (on, g) -> {
            Tensor weights = aten.randint(0, 9, new long[] {6, 40}, g, DType.FLOAT32, null, on);
            return aten.multinomial(weights, 9, isReplaced, g);
          });
    }
  }

  @Test
  void defaultGeneratorsOfBothDevicesMoveAlike() {
    aten.manualSeed(11);
    Tensor near = aten.rand(new long[] {100}, DType.FLOAT32, null, Device.CPU);
    Tensor nearKept = aten.nativeDropout(near, 0.3, true).first();
    Generator.State moved = aten.defaultGenerator(Device.CPU).state();
    aten.manualSeed(11);
    Tensor far = aten.rand(new long[] {100}, DType.FLOAT32, null, CUDA);
    Tensor farKept = aten.nativeDropout(far, 0.3, true).first();
    assertThat(bits(aten, farKept)).isEqualTo(bits(aten, nearKept));
    assertThat(aten.defaultGenerator(CUDA).state()).isEqualTo(moved);
  }

  @Test
  void aRefusedCallWritesNothingAndReservesNothing() {
    Tensor self = cuda.floats(7, 7, 7);
    Generator generator = start(CUDA);
    for (float wrong : new float[] {-0.5f, 1.5f, Float.NaN}) {
      Tensor shares = cuda.floats(0, wrong, 1);
      assertThat(catchThrowable(() -> aten.bernoulli_(self, shares, generator)))
          .isInstanceOf(InvalidArgument.class);
    }
    assertThat(catchThrowable(() -> aten.uniform_(self, 0, 1, start(Device.CPU))))
        .isInstanceOf(TypeMismatch.class);
    assertThat(generator.state()).isEqualTo(START);
    assertThat(cuda.read(self)).containsExactly(7, 7, 7);
  }
}
