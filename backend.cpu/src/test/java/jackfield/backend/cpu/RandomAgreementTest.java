package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The numbers have the same bits as the reference's, on one, two and four threads. */
@Tag("slow")
final class RandomAgreementTest {
  /** A part of a loop has 4,096 elements: below, at and above one and several of them. */
  private static final long[] SIZES = {0, 1, 3, 4095, 4096, 4097, 8191, 8192, 8193, 20_483};

  private static final Generator.State START = new Generator.State(-5, 1L << 40);

  private final Twins twins = new Twins();
  private final int threadsBefore = Parallel.threads();

  private record Draw(String name, boolean isTaken, Drawing drawing) {}

  private interface Drawing {
    Tensor of(Aten aten, Tensor self, Generator generator);
  }

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threadsBefore);
  }

  private static List<Draw> draws(DType type) {
    boolean isReal = type.isFloating();
    boolean isNumber = isReal || type.isIntegral();
    boolean isNotComplex = !type.isComplex();
    boolean isFraction = isReal || type.isComplex();
    List<Draw> draws = new ArrayList<>();
    draws.add(new Draw("uniform_", isFraction, (on, x, g) -> on.uniform_(x, -1, 3, g)));
    draws.add(new Draw("normal_", isFraction, (on, x, g) -> on.normal_(x, 1, 2, g)));
    draws.add(new Draw("log_normal_", isReal, (on, x, g) -> on.logNormal_(x, 0, 1, g)));
    draws.add(new Draw("exponential_", isReal, (on, x, g) -> on.exponential_(x, 3, g)));
    draws.add(new Draw("cauchy_", isReal, (on, x, g) -> on.cauchy_(x, 0, 1, g)));
    draws.add(new Draw("geometric_", isNumber, (on, x, g) -> on.geometric_(x, 0.2, g)));
    draws.add(new Draw("bernoulli_.float", isNotComplex, (on, x, g) -> on.bernoulli_(x, 0.3, g)));
    draws.add(new Draw("bernoulli_.Tensor", isNotComplex, RandomAgreementTest::bernoulli));
    draws.add(new Draw("random_", isNotComplex, (on, x, g) -> on.random_(x, g)));
    draws.add(new Draw("random_.from", isNotComplex, (on, x, g) -> on.random_(x, 0, (Long) 2L, g)));
    draws.removeIf(draw -> !draw.isTaken());
    return draws;
  }

  private static Tensor bernoulli(Aten aten, Tensor self, Generator generator) {
    long count = self.elementCount();
    Tensor steps = aten.arange(count, DType.FLOAT64);
    return aten.bernoulli_(
        self, aten.reshape(aten.div(steps, Math.max(1, count)), self.sizes()), generator);
  }

  private static Generator start() {
    Generator generator = new Generator(Device.CPU, 0);
    generator.restore(START);
    return generator;
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void aSeedGivesTheBitsOfTheReferenceOnEachNumberOfThreads(DType type) {
    for (Draw draw : draws(type)) {
      for (long size : SIZES) {
        Tensor expected = draw.drawing().of(twins.twin, HostData.empty(type, size), start());
        for (int threads : new int[] {1, 2, 4}) {
          Parallel.setThreads(threads);
          Tensor found = draw.drawing().of(twins.fast, HostData.empty(type, size), start());
          twins.expectEqual("%s of %d".formatted(draw.name(), size), found, expected);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void layoutsThatAreCutIntoPartsGiveTheSameNumbers(DType type) {
    Parallel.setThreads(4);
    for (Draw draw : draws(type)) {
      for (int round = 0; round < 6; round++) {
        long[] sizes = {1 + twins.random.nextInt(90), 1 + twins.random.nextInt(300)};
        Tensor expected = draw.drawing().of(twins.twin, HostData.empty(type, sizes), start());
        Tensor found = draw.drawing().of(twins.fast, twins.tensor(type, false, sizes), start());
        twins.expectEqual(draw.name(), found, expected);
      }
    }
  }

  @Test
  void choicesAndOrdersAreThoseOfTheReference() {
    Tensor weights = twins.twin.rand(new long[] {40, 300}, start(), DType.FLOAT32);
    for (int threads : new int[] {1, 2, 4}) {
      Parallel.setThreads(threads);
      twins.expectEqual(
          "randperm", twins.fast.randperm(10_000, start()), twins.twin.randperm(10_000, start()));
      twins.expectEqual(
          "multinomial",
          twins.fast.multinomial(weights, 100, false, start()),
          twins.twin.multinomial(weights, 100, false, start()));
      twins.expectEqual("dropout", dropped(twins.fast, weights), dropped(twins.twin, weights));
    }
  }

  private static Tensor dropped(Aten aten, Tensor input) {
    aten.manualSeed(11);
    return aten.nativeDropout(input, 0.3, true).first();
  }

  @Test
  void threadsThatShareAGeneratorGetNumbersOfTheirOwn() throws InterruptedException {
    Generator generator = start();
    List<Tensor> drawn = Collections.synchronizedList(new ArrayList<>());
    List<Thread> callers = new ArrayList<>();
    for (int caller = 0; caller < 4; caller++) {
      callers.add(
          Thread.ofPlatform()
              .name("caller " + caller)
              .start(() -> {
                for (int call = 0; call < 50; call++) {
                  drawn.add(twins.fast.random_(HostData.empty(DType.INT64, 1), generator));
                }
              }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(drawn.stream().map(one -> HostData.longs(one)[0]).distinct()).hasSize(200);
    assertThat(generator.state().offset()).isEqualTo(START.offset() + 200L * Generator.STEP);
  }
}
