package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.DuplicateDefinition;
import jackfield.dispatch.Registration;
import jackfield.error.InvalidArgument;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LocalDispatcherTest {
  private static final OperatorName NAME = Concat.TYPE.name();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private Registration define() {
    return dispatcher.commit(
        Provenance.of("library"), changes -> changes.define(Concat.TYPE.schema()));
  }

  private Registration kernel(String answer, DispatchKey key, int ranking) {
    Concat.Kernel kernel = (self, text) -> text + answer;
    return dispatcher.commit(
        Provenance.of(answer),
        changes ->
            changes.ranking(ranking).kernel(NAME, key, KernelFunction.typed(Concat.TYPE, kernel)));
  }

  private Registration cpuKernel(String answer) {
    return kernel(answer, DispatchKey.CPU, 0);
  }

  @Test
  void closingTheNewestKernelUncoversTheOlder() {
    define();
    cpuKernel("older");
    try (Registration newer = cpuKernel("newer")) {
      assertThat(newer).isNotNull();
      assertThat(concat.call(x, "by ")).isEqualTo("by newer");
    }
    assertThat(concat.call(x, "by ")).isEqualTo("by older");
  }

  @Test
  void whatReportsMissingKernelsIsOneForAllSlotsOperatorsAndReports() {
    define();
    dispatcher.commit(
        Provenance.of("other"),
        changes -> changes.define(OperatorSchema.parse("t::other(Tensor self) -> Tensor")));
    assertThat(
            Stream.of("t::concat", "t::other", "t::concat")
                .map(name -> dispatcher.report(OperatorName.parse(name)).orElseThrow())
                .flatMap(report -> report.table().stream())
                .filter(slot -> slot.reason() == Resolution.Reason.MISSING)
                .map(Resolution::kernel)
                .distinct())
        .hasSize(1);
  }

  @Test
  void closingAShadowedKernelChangesNothing() {
    define();
    Registration older = cpuKernel("older");
    cpuKernel("newer");
    older.close();
    assertThat(concat.call(x, "by ")).isEqualTo("by newer");
  }

  @Test
  void theHigherRankServesHoweverOldItIs() {
    define();
    Registration overlay = kernel("overlay", DispatchKey.CPU, 100);
    kernel("layer", DispatchKey.CPU, 0);
    kernel("reference", DispatchKey.CPU, -100);
    assertThat(concat.call(x, "by ")).isEqualTo("by overlay");
    overlay.close();
    assertThat(concat.call(x, "by ")).isEqualTo("by layer");
  }

  @Test
  void closingTwiceTakesBackOnce() {
    define();
    cpuKernel("older");
    Registration newer = cpuKernel("newer");
    newer.close();
    newer.close();
    assertThat(concat.call(x, "by ")).isEqualTo("by older");
  }

  @Test
  void aRefusedCommitLeavesNothingBehind() {
    define();
    assertThat(
            catchThrowableOfType(
                DuplicateDefinition.class,
                () ->
                    dispatcher.commit(
                        Provenance.of("second"),
                        changes ->
                            changes
                                .kernel(
                                    NAME, DispatchKey.CPU, KernelFunction.boxed((o, k, s) -> {}))
                                .define(Concat.TYPE.schema()))))
        .extracting(error -> error.previous().bundle(), error -> error.latest().bundle())
        .containsExactly("library", "second");
    assertThat(dispatcher.table(NAME).row(DispatchKey.CPU).reason())
        .isEqualTo(Resolution.Reason.MISSING);
  }

  @Test
  void aDefinitionMayBeMadeAgainOnceTheFirstIsClosed() {
    define().close();
    define();
    cpuKernel("kernel");
    assertThat(concat.call(x, "by ")).isEqualTo("by kernel");
  }

  @Test
  void kernelsMayComeBeforeTheDefinition() {
    cpuKernel("early");
    define();
    assertThat(concat.call(x, "by ")).isEqualTo("by early");
  }

  @Test
  void aCallThatNobodyServesNamesKeyArgumentsAndOthers() {
    define();
    kernel("cuda", DispatchKey.CUDA, 0);
    NoKernel error = catchThrowableOfType(NoKernel.class, () -> concat.call(x, "t"));
    assertThat(error.key()).isEqualTo(DispatchKey.CPU);
    assertThat(error.operator()).isEqualTo(NAME);
    assertThat(error.asked()).containsExactly("self float32[1] cpu", "text t");
    assertThat(error.registered()).singleElement().asString().contains("CUDA").contains("cuda");
  }

  @Test
  void aBoxedCallWithTooFewValuesIsRefused() {
    define();
    cpuKernel("backend");
    Stack stack = new Stack();
    stack.push(x);
    InvalidArgument refused =
        catchThrowableOfType(InvalidArgument.class, () -> concat.callBoxed(stack));
    assertThat(refused).hasMessageContaining("has 1 of 2 values");
    assertThat(stack.size()).isEqualTo(1);
  }

  @Test
  void aBoxedCallOfAnOperatorWithoutTensorsIsRefusedWithTooFewValues() {
    OperatorSchema schema = OperatorSchema.parse("t::filled(int size, float value) -> Tensor");
    dispatcher.commit(
        Provenance.of("library"),
        changes ->
            changes
                .define(schema)
                .kernel(
                    schema.name(),
                    DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD,
                    KernelFunction.boxed((_, _, stack) -> stack.replace(2, x))));
    assertThat(
            catchThrowable(
                () -> dispatcher.operator("t::filled").callBoxed(new Stack().pushLong(2))))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("has 1 of 2 values");
  }

  @Test
  void aCallAfterAProgramWithdrewItsKernelSaysSo() {
    define();
    cpuKernel("cell 3").close();
    assertThat(catchThrowableOfType(NoKernel.class, () -> concat.call(x, "t")))
        .hasMessageContaining("cell 3 withdrew its kernel")
        .hasMessageContaining("register a kernel for CPU again, or move the tensors");
  }

  @Test
  void aCallAfterABundleWithdrewItsKernelNamesTheBundle() {
    define();
    Provenance backend = new Provenance("backend", "2", "", Instant.now(), 0);
    dispatcher
        .commit(
            backend, changes -> changes.kernel(NAME, DispatchKey.CPU, KernelFunction.fallthrough()))
        .close();
    assertThat(catchThrowableOfType(NoKernel.class, () -> concat.call(x, "t")))
        .hasMessageContaining("a kernel for CPU was withdrawn")
        .hasMessageContaining("backend 2 was stopped")
        .hasMessageContaining("plug backend again, or move the tensors");
  }

  @Test
  void aCallIsNotToldOfAProviderThatServedOtherOperators() {
    define();
    Provenance other = Provenance.of("other");
    dispatcher
        .commit(
            other,
            changes ->
                changes
                    .define(OperatorSchema.parse("o::other(Tensor self) -> Tensor"))
                    .kernel(
                        OperatorName.parse("o::other"),
                        DispatchKey.CPU,
                        KernelFunction.fallthrough()))
        .close();
    assertThat(catchThrowableOfType(NoKernel.class, () -> concat.call(x, "t")))
        .hasMessageNotContaining("withdrawn")
        .hasMessageNotContaining("other");
  }

  @Test
  void anOperatorOutlivesItsDefinitionAndRefusesMeanwhile() {
    Registration definition = define();
    Registration kernel = cpuKernel("kernel");
    kernel.close();
    definition.close();
    assertThat(catchThrowableOfType(NoSuchOperator.class, () -> concat.call(x, "t")).name())
        .isEqualTo(NAME);
    define();
    cpuKernel("again");
    assertThat(concat.call(x, "by ")).isEqualTo("by again");
  }

  @Test
  void boxedAndTypedCallsAgree() {
    define();
    cpuKernel("kernel");
    Stack stack = new Stack().push(x).push("by ");
    dispatcher.operator("t::concat").callBoxed(stack);
    assertThat(stack.size()).isEqualTo(1);
    assertThat(stack.string(0)).isEqualTo(concat.call(x, "by "));
  }

  @Test
  void aTypedCallReachesABoxedKernel() {
    define();
    dispatcher.commit(
        Provenance.of("boxed"),
        changes ->
            changes.kernel(
                NAME,
                DispatchKey.CPU,
                KernelFunction.boxed((operator, keys, stack) -> {
                  String text = stack.string(stack.fromTop(2, 1));
                  stack.drop(2);
                  stack.push(operator.name() + " " + text);
                })));
    assertThat(concat.call(x, "boxed")).isEqualTo("t::concat boxed");
    assertThat(Stack.current().size()).isZero();
  }

  @Test
  void aKernelGoesOnBelowItsOwnKey() {
    define();
    cpuKernel("cpu");
    Concat.Keyed autograd =
        (keys, self, text) ->
            concat.redispatch(
                DispatchKeySet.below(keys, DispatchKey.AUTOGRAD_CPU), self, text + "autograd, ");
    dispatcher.commit(
        Provenance.of("autograd"),
        changes ->
            changes.kernel(
                NAME, DispatchKey.AUTOGRAD, KernelFunction.typed(Concat.TYPE, autograd)));
    assertThat(concat.call(x, "by ")).isEqualTo("by autograd, cpu");
  }

  @Test
  void aFallbackServesOperatorsWithoutAKernelOfTheirOwn() {
    define();
    cpuKernel("cpu");
    KernelFunction fallback =
        KernelFunction.boxed((operator, keys, stack) ->
            operator.redispatchBoxed(DispatchKeySet.below(keys, DispatchKey.PROFILER), stack));
    int[] calls = new int[1];
    Registration registration =
        dispatcher.commit(
            Provenance.of("profiler"),
            changes ->
                changes.fallback(
                    DispatchKey.PROFILER,
                    KernelFunction.boxed((operator, keys, stack) -> {
                      calls[0]++;
                      fallback.callBoxed(operator, keys, stack);
                    })));
    assertThat(concat.call(x, "by ")).isEqualTo("by cpu");
    registration.close();
    assertThat(concat.call(x, "by ")).isEqualTo("by cpu");
    assertThat(calls[0]).isEqualTo(1);
  }

  @Test
  void aSecondFallbackForAKeyIsRefused() {
    KernelFunction fallback = KernelFunction.boxed((operator, keys, stack) -> {});
    dispatcher.commit(Provenance.of("one"), changes -> changes.fallback(DispatchKey.XLA, fallback));
    assertThat(
            catchThrowableOfType(
                    RegistrationRefused.class,
                    () ->
                        dispatcher.commit(
                            Provenance.of("two"),
                            changes -> changes.fallback(DispatchKey.XLA, fallback)))
                .kind())
        .isEqualTo(RegistrationRefused.Kind.DUPLICATE_FALLBACK);
  }

  @Test
  void theReportNamesShadowedProviders() {
    define();
    kernel("reference", DispatchKey.CPU, -100);
    cpuKernel("fast");
    var row = dispatcher.table(NAME).row(DispatchKey.CPU);
    assertThat(row.servedBy()).isEqualTo("fast");
    assertThat(row.reason()).isEqualTo(Resolution.Reason.KERNEL);
    assertThat(row.shadowed()).containsExactly("reference");
  }

  @Test
  void anUnknownOperatorIsRefusedWithSimilarNames() {
    define();
    NoSuchOperator error =
        catchThrowableOfType(NoSuchOperator.class, () -> dispatcher.operator("u::concat"));
    assertThat(error.similar()).containsExactly("t::concat");
    assertThat(error.isImplemented()).isFalse();
  }
}
