package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.OperatorTags;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check before a swap of operators that create tensors or draw random numbers. */
final class SelfChecksTest {
  private static final OperatorName MAKE = OperatorName.parse("t::make");
  private static final OperatorName DRAW = OperatorName.parse("t::draw_");
  private static final OperatorName BATCHES = OperatorName.parse("t::batches");
  private static final OperatorName RAND = OperatorName.parse("t::rand");

  private final LocalDispatcher serving = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(serving);
  private int drawn; // numbers that the kernels of these tests draw without the generator

  private static final class Operators implements OperatorLibrary {
    @Override
    public String namespace() {
      return "t";
    }

    @Override
    public void define(Library library) {
      library.define("make(SymInt[] size) -> Tensor");
      library.define("draw_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)");
      library.define("batches(Tensor self) -> Tensor");
      library.define("rand(SymInt[] size) -> Tensor", List.of(OperatorTags.RANDOM));
    }
  }

  /** A backend with one kernel. */
  private record One(OperatorName operator, DispatchKey key, BoxedKernel kernel)
      implements Backend {
    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.boxed(operator, key, kernel);
    }
  }

  private static void fill(Tensor tensor, DoubleSupplier next) {
    HostData.forEachAddress(
        tensor, address -> HostBytes.putFloat(address, (float) next.getAsDouble()));
  }

  private static One making(OperatorName operator, DoubleSupplier next, long... sizes) {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          Tensor made = HostData.empty(DType.FLOAT32, sizes);
          fill(made, next);
          stack.replace(1, made);
        };
    return new One(operator, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, kernel);
  }

  /** A kernel that refuses tensors without {@code rank} dimensions. */
  private static One ofRank(int rank, float value) {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          Tensor self = stack.tensor(stack.size() - 1);
          if (self.rank() != rank) {
            throw new IllegalArgumentException("expected " + rank + " dimensions");
          }
          Tensor made = HostData.empty(DType.FLOAT32, self.sizes());
          fill(made, () -> value);
          stack.replace(1, made);
        };
    return new One(BATCHES, DispatchKey.CPU, kernel);
  }

  /** Returns a number that depends on the generator's seed and on how often it was asked. */
  private static double next(Generator generator) {
    Generator.State at = generator.reserve();
    return new SplittableRandom(at.seed() + at.offset()).nextDouble();
  }

  private static One drawing(ToDoubleFunction<Generator> next) {
    return new One(DRAW, DispatchKey.CPU, (called, keys, stack) -> draw(stack, next));
  }

  private static void draw(Stack stack, ToDoubleFunction<Generator> next) {
    int first = stack.size() - 2;
    Tensor self = stack.tensor(first);
    Generator generator = stack.generator(first + 1);
    fill(self, () -> next.applyAsDouble(generator));
    stack.replace(2, self);
  }

  /** Plugs {@code old} and checks {@code replacement}, which is to replace it. */
  private CheckOutcome check(One old, One replacement) {
    whiteboard.plug(new Operators(), Provenance.of("operators"), 0);
    whiteboard.plug(old, Provenance.of("old"), 0);
    Offer added = Offer.of(replacement, Provenance.of("new"), 0);
    return new SelfChecks(serving, whiteboard.offers(), List.of(old), List.of(added))
        .run(List.of());
  }

  private static void assertAgrees(CheckOutcome outcome) {
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.text()).isEqualTo("1 of 1 operators agree");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t::f(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor",
        "t::f(Tensor self, SymInt[] size, *, ScalarType dtype) -> Tensor",
        "t::f(Tensor self, int dim, Tensor index) -> Tensor",
        "t::f(Tensor[] tensors, int dim=0) -> Tensor",
        "t::f(SymInt[] size, *, Generator? generator, Device? device=None) -> Tensor",
        "t::f(Scalar start, Scalar end) -> Tensor",
        "t::f(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0) -> Tensor",
        "t::f(Tensor grad, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding) -> Tensor"
      })
  void theseHaveSamples(String schema) {
    assertThat(new Samples(OperatorSchema.parse(schema)).next(7)).isPresent();
  }

  /** A window is at each element of an image, so a gradient has the image's sizes. */
  @Test
  void windowsHaveAsManyDimensionsAsTheSchemaSaysAndPositionsInTheImage() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "t::f(Tensor grad, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding,"
                + " int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor");
    List<Object> made =
        new Samples(schema, Device.CPU, UnaryOperator.identity(), Samples.Form.BATCHES)
            .next(7)
            .orElseThrow()
            .positional();

    assertThat(made.subList(2, 6))
        .containsExactly(
            new long[] {3, 3}, new long[] {1, 1}, new long[] {1, 1}, new long[] {1, 1});
    Tensor image = (Tensor) made.get(1);
    Tensor positions = (Tensor) made.getLast();
    assertThat(((Tensor) made.getFirst()).sizes()).isEqualTo(image.sizes());
    assertThat(positions.sizes()).isEqualTo(image.sizes());
    assertThat(Arrays.stream(HostData.longs(positions)).boxed())
        .contains(0L, 8L)
        .allMatch(at -> at >= 0 && at < 9);
  }

  @Test
  void anOperatorWithoutTensorsHasNoSamples() {
    OperatorSchema schema = OperatorSchema.parse("t::seed(int seed) -> ()");
    assertThat(new Samples(schema).next(7)).isEmpty();
  }

  @Test
  void anOperatorThatCreatesTheSameTensorAgrees() {
    assertAgrees(check(making(MAKE, () -> 1, 3, 3), making(MAKE, () -> 1, 3, 3)));
  }

  @Test
  void oneBitOfAMadeTensorIsAMistake() {
    CheckOutcome outcome =
        check(making(MAKE, () -> 1, 3, 3), making(MAKE, () -> Math.nextUp(1f), 3, 3));
    assertThat(outcome.differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::make", "gives other values"));
    assertThat(outcome.text()).isEqualTo("0 of 1 operators agree");
  }

  @Test
  void unwrittenMemoryMayDiffer() {
    BoxedKernel kernel =
        (called, keys, stack) -> stack.replace(1, HostData.empty(DType.FLOAT32, 3, 3));
    One empty = new One(MAKE, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, kernel);
    assertAgrees(check(empty, making(MAKE, () -> 5, 3, 3)));
  }

  @Test
  void anotherShapeOfSuchMemoryIsAMistake() {
    BoxedKernel kernel =
        (called, keys, stack) -> stack.replace(1, HostData.empty(DType.FLOAT32, 3, 3));
    One empty = new One(MAKE, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, kernel);
    assertThat(check(empty, making(MAKE, () -> 5, 9)).differences()).hasSize(1);
  }

  @Test
  void anOperatorForBatchesOnlyIsComparedWithBatches() {
    assertThat(check(ofRank(3, 1), ofRank(3, 2)).differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::batches", "gives other values"));
  }

  @Test
  void anOperatorThatRefusesAllSamplesIsNotCompared() {
    assertThat(check(ofRank(7, 1), ofRank(7, 2)).text())
        .isEqualTo("0 of 0 operators agree; 1 were not compared");
  }

  @Test
  void theSameNumbersFromASeedAgree() {
    assertAgrees(check(drawing(SelfChecksTest::next), drawing(SelfChecksTest::next)));
  }

  @Test
  void otherNumbersThatFollowFromTheSeedAgree() {
    assertAgrees(check(drawing(SelfChecksTest::next), drawing(generator -> 1 - next(generator))));
  }

  @Test
  void numbersThatTheSeedDoesNotRepeatAreAMistake() {
    CheckOutcome outcome = check(drawing(SelfChecksTest::next), drawing(generator -> ++drawn));
    assertThat(outcome.differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::draw_", "gives other values than its seed asks for"));
  }

  @Test
  void numbersThatNoSeedChangesAreAMistake() {
    assertThat(check(drawing(SelfChecksTest::next), drawing(generator -> 0.5)).differences())
        .hasSize(1);
  }

  @Test
  void anOperatorThatDrawsFromASharedGeneratorIsNotCalled() {
    CheckOutcome outcome =
        check(making(RAND, () -> ++drawn, 3, 3), making(RAND, () -> ++drawn, 3, 3));
    assertThat(drawn).isZero();
    assertThat(outcome.text()).isEqualTo("0 of 0 operators agree; 1 were not compared");
  }

  // ---- against the reference

  /** A backend that returns {@code value} times the first element. */
  private static One twice(float factor) {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          Tensor self = stack.tensor(stack.size() - 1);
          Tensor made = HostData.tensor(HostData.floats(self), self.sizes());
          HostData.forEachAddress(
              made, at -> HostBytes.putFloat(at, factor * HostBytes.floatAt(at)));
          stack.replace(1, made);
        };
    return new One(BATCHES, DispatchKey.CPU, kernel);
  }

  /** Plugs {@code reference} and {@code old}; checks {@code replacement}, which replaces old. */
  private CheckOutcome check(One reference, One old, One replacement) {
    whiteboard.plug(reference, Provenance.of("reference"), -100);
    return check(old, replacement);
  }

  @Test
  void aCorrectedKernelAgreesWithTheReference() {
    assertAgrees(check(twice(2), twice(3), twice(2)));
  }

  @Test
  void aMistakeThatTheOldKernelMadeTooIsAMistake() {
    assertThat(check(twice(2), twice(3), twice(3)).differences())
        .extracting(Difference::subject)
        .containsExactly("t::batches");
  }

  @Test
  void aKernelThatRanksHigherDoesNotAnswerForTheNewOne() {
    whiteboard.plug(twice(5), Provenance.of("better"), 7);
    assertThat(check(twice(2), twice(3)).differences()).hasSize(1);
  }

  @Test
  void aSampleThatTheReferenceRefusesIsComparedWithTheOldKernel() {
    assertAgrees(check(ofRank(7, 1), twice(3), twice(3)));
  }

  @Test
  void aDifferenceTellsTheArgumentsAndBothValues() {
    Difference difference = check(twice(2), twice(4)).differences().getFirst();
    assertThat(difference.problem()).isEqualTo("gives other values");
    assertThat(difference.asked())
        .isEqualTo("self float32[3, 3] {0.1, 1.2900001, 0.61, 1.8000001, …}");
    assertThat(difference.expected()).isEqualTo("0.2 at [0, 0] of float32[3, 3]");
    assertThat(difference.found()).isEqualTo("0.4; 9 of 9 elements differ");
  }

  @Test
  void aKernelThatThrowsWhereTheReferenceAnswersIsADifference() {
    Difference difference = check(twice(2), twice(3), ofRank(7, 1)).differences().getFirst();
    assertThat(difference.problem()).contains("refuses", "expected 7 dimensions");
    assertThat(difference.asked()).startsWith("self float32[3, 3]");
  }

  @Test
  void anOperatorThatOnlyTheOldBundleHasIsMissing() {
    CheckOutcome outcome = check(twice(2), making(MAKE, () -> 1, 3, 3));
    assertThat(outcome.missing())
        .extracting(Difference::subject)
        .containsExactly("t::batches at CPU");
    assertThat(outcome.isSame()).isFalse();
    assertThat(outcome.details()).contains("it has no kernel or definition of t::batches at CPU");
  }

  // ---- without a bundle to replace

  private CheckOutcome checkAlone(One added) {
    whiteboard.plug(new Operators(), Provenance.of("operators"), 0);
    Offer offer = Offer.of(added, Provenance.of("new"), 0);
    return new SelfChecks(serving, whiteboard.offers(), List.of(), List.of(offer)).run(List.of());
  }

  @Test
  void aFirstKernelIsComparedWithNothing() {
    CheckOutcome outcome = checkAlone(twice(2));
    assertThat(outcome.isSame()).isTrue();
    assertThat(outcome.text()).isEqualTo("0 of 0 operators agree; 1 were not compared");
  }

  @Test
  void aKernelBesideTheReferenceIsComparedWithIt() {
    whiteboard.plug(twice(2), Provenance.of("reference"), -100);
    assertThat(checkAlone(twice(3)).differences()).hasSize(1);
  }

  @Test
  void aKernelThatLacksAClassCannotRun() {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          throw new NoClassDefFoundError("acme/Loops");
        };
    CheckOutcome outcome = checkAlone(new One(BATCHES, DispatchKey.CPU, kernel));
    assertThat(outcome.broken()).extracting(Difference::subject).containsExactly("t::batches");
    assertThat(outcome.details()).contains("cannot run", "acme/Loops");
  }

  @Test
  void aBundlesOwnResultThatNothingExpectsIsNotCompared() {
    whiteboard.plug(new Operators(), Provenance.of("operators"), 0);
    Offer added = Offer.of(twice(2), Provenance.of("new"), 0);
    CheckOutcome outcome =
        new SelfChecks(serving, whiteboard.offers(), List.of(), List.of(added))
            .run(List.of(dispatcher -> Map.of("own", 1.0)));
    assertThat(outcome.text()).isEqualTo("0 of 0 operators agree; 1 were not compared");
    assertThat(outcome.skipped()).containsExactly("own");
  }

  /** A backend with a counting kernel for each of two operators. */
  private record Counting(AtomicInteger batches, AtomicInteger draws) implements Backend {
    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.boxed(
          BATCHES,
          DispatchKey.CPU,
          (_, _, stack) -> {
            batches.incrementAndGet();
            stack.replace(1, stack.tensor(stack.size() - 1));
          });
      kernels.boxed(
          DRAW,
          DispatchKey.CPU,
          (_, _, stack) -> {
            draws.incrementAndGet();
            draw(stack, SelfChecksTest::next);
          });
    }
  }

  private static Counting counting() {
    return new Counting(new AtomicInteger(), new AtomicInteger());
  }

  @Test
  void onlyOperatorsInUseAreWarmedUp() {
    Counting old = counting();
    whiteboard.plug(new Operators(), Provenance.of("operators"), 0);
    whiteboard.plug(old, Provenance.of("old"), 0);
    Operator used = serving.operator(BATCHES.toString());
    Counting arriving = counting();
    SelfChecks checks =
        new SelfChecks(
            serving,
            whiteboard.offers(),
            List.of(old),
            List.of(Offer.of(arriving, Provenance.of("new"), 0)));
    assertThat(checks.run(List.of()).isSame())
        .isTrue(); // it also calls the serving kernel of the other operator
    int batches = arriving.batches().get();
    int draws = arriving.draws().get();
    int oldBatches = old.batches().get();

    CheckOutcome outcome = checks.warmUp(Duration.ofMinutes(1));

    assertThat(outcome.isSame()).isTrue();
    assertThat(outcome.asked()).isEqualTo(1);
    assertThat(arriving.batches().get() - batches).isEqualTo(2 * RepeatedCalls.MOST);
    assertThat(arriving.draws()).hasValue(draws);
    assertThat(old.batches()).hasValue(oldBatches);
    assertThat(serving.operator(BATCHES.toString())).isSameAs(used); // and so it is held until here
  }
}
