package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.AwaitTimedOut;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Registration;
import jackfield.kernel.AmbiguousKernel;
import jackfield.kernel.FallthroughCalled;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.KernelWithdrawn;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is known of an operator while registrations come and go. */
final class OperatorLifeTest {
  private static final OperatorName NAME = OperatorName.parse("t::one");
  private static final OperatorSchema SCHEMA = OperatorSchema.parse("t::one(Tensor x) -> str");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private Registration commit(String who, Consumer<Changes> changes) {
    return dispatcher.commit(Provenance.of(who), changes);
  }

  private static KernelFunction answer(String text) {
    return KernelFunction.boxed((operator, keys, stack) -> {
      stack.drop(1);
      stack.push(text);
    });
  }

  private Registration kernel(String who, DispatchKey key) {
    return commit(who, changes -> changes.kernel(NAME, key, answer(who)));
  }

  private String call(Consumer<Stack> call) {
    Stack stack = new Stack().push(x);
    call.accept(stack);
    return stack.string(0);
  }

  @Test
  void aNameKeepsAnOperatorAlive() {
    Registration name = commit("name", changes -> changes.name(NAME));
    assertThat(dispatcher.dangling()).containsExactly(NAME);
    name.close();
    assertThat(dispatcher.report(NAME)).isEmpty();
  }

  @Test
  void listenersHearOfDefinitionsAndOverrides() {
    List<String> heard = new ArrayList<>();
    Registration first = commit("library", changes -> changes.define(SCHEMA));
    OperatorListener listener =
        new OperatorListener() {
          @Override
          public void defined(OperatorSchema schema) {
            heard.add("+" + schema.name());
          }

          @Override
          public void undefined(OperatorSchema schema) {
            heard.add("-" + schema.name());
          }

          @Override
          public void overridden(Overriding overriding) {
            heard.add(overriding.by() + " over " + overriding.over());
          }
        };
    Registration listening = dispatcher.listen(listener);
    kernel("a", DispatchKey.CPU);
    kernel("b", DispatchKey.CPU);
    kernel("c", DispatchKey.META);
    kernel("d", DispatchKey.META);
    first.close();
    listening.close();
    commit("library", changes -> changes.define(SCHEMA));
    assertThat(heard).containsExactly("+t::one", "b over a", "-t::one");
  }

  @Test
  void aHeldKernelOutlivesAnOverrideAndNotItsRegistration() {
    commit("library", changes -> changes.define(SCHEMA));
    Registration older = kernel("older", DispatchKey.CPU);
    HeldKernel held = dispatcher.hold(NAME, DispatchKey.CPU);
    kernel("newer", DispatchKey.CPU);
    assertThat(call(stack -> held.callBoxed(x.keyBits(), stack))).isEqualTo("older");
    older.close();
    assertThat(held.isWithdrawn()).isTrue();
    assertThatThrownBy(() -> call(stack -> held.callBoxed(x.keyBits(), stack)))
        .isInstanceOf(KernelWithdrawn.class);
  }

  @Test
  void aHeldFallbackEndsWithIt() {
    commit("library", changes -> changes.define(SCHEMA));
    Registration fallback =
        commit("all", changes -> changes.fallback(DispatchKey.CUDA, answer("all")));
    HeldKernel held = dispatcher.hold(NAME, DispatchKey.CUDA);
    assertThat(held.isWithdrawn()).isFalse();
    fallback.close();
    assertThat(held.isWithdrawn()).isTrue();
  }

  @Test
  void whatNobodyServesCannotBeHeld() {
    commit("library", changes -> changes.define(SCHEMA));
    assertThat(refusalOf(() -> dispatcher.hold(NAME, DispatchKey.CUDA)))
        .isEqualTo(RegistrationRefused.Kind.NO_COMPUTED_KERNEL);
    assertThat(refusalOf(() -> dispatcher.hold(NAME, DispatchKey.AUTOGRAD)))
        .isEqualTo(RegistrationRefused.Kind.ALIAS_KEY);
  }

  private static RegistrationRefused.Kind refusalOf(Runnable action) {
    return catchThrowableOfType(RegistrationRefused.class, action::run).kind();
  }

  @Test
  void aWaitEndsWithTheRegistration() {
    JackfieldThread other = new JackfieldThread("registers", () -> kernel("late", DispatchKey.CPU));
    other.start();
    dispatcher.awaitKernel(NAME, DispatchKey.CPU, Duration.ofSeconds(10));
    dispatcher.awaitOperator(NAME, Duration.ofSeconds(10));
    assertThat(dispatcher.report(NAME).orElseThrow().hasKernel(DispatchKey.CPU)).isTrue();
  }

  @Test
  void aWaitInVainNamesWhatDidNotCome() {
    Duration shortly = Duration.ofMillis(1);
    AwaitTimedOut timeout =
        catchThrowableOfType(
            AwaitTimedOut.class, () -> dispatcher.awaitKernel(NAME, DispatchKey.CPU, shortly));
    assertThat(timeout.key()).isEqualTo(DispatchKey.CPU);
    // As in C10 the wait has made the operator known.
    dispatcher.awaitOperator(NAME, shortly);
  }

  @Test
  void aCallByKeyRunsThatKeysKernelOrItsFallback() {
    commit("library", changes -> changes.define(SCHEMA));
    kernel("composite", DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    commit("all", changes -> changes.fallback(DispatchKey.CUDA, answer("all")));
    Operator one = dispatcher.operator("t::one");
    assertThat(call(stack -> one.callBoxedFor(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, stack)))
        .isEqualTo("composite");
    assertThat(call(stack -> one.callBoxedFor(DispatchKey.CUDA, stack))).isEqualTo("all");
    assertThatThrownBy(() -> call(stack -> one.callBoxedFor(DispatchKey.CPU, stack)))
        .isInstanceOf(NoKernel.class);
  }

  @Test
  void aFallthroughIsNotRun() {
    commit("library", changes -> changes.define(SCHEMA));
    commit(
        "test", changes -> changes.kernel(NAME, DispatchKey.TRACER, KernelFunction.fallthrough()));
    Operator one = dispatcher.operator("t::one");
    FallthroughCalled called =
        catchThrowableOfType(
            FallthroughCalled.class,
            () -> call(stack -> one.callBoxedFor(DispatchKey.TRACER, stack)));
    assertThat(called.operator()).isEqualTo(NAME);
  }

  @Test
  void aRedispatchToATransparentKeyIsToldFromAMissingKernel() {
    commit("library", changes -> changes.define(SCHEMA));
    redispatching(DispatchKey.CPU, DispatchKey.PROFILER);
    redispatching(DispatchKey.META, DispatchKey.TRACER);
    Operator one = dispatcher.operator("t::one");
    assertThat(Registry.TRANSPARENT.has(DispatchKey.PROFILER)).isTrue();
    assertThatThrownBy(() -> callFrom(one, DispatchKey.CPU)).isInstanceOf(FallthroughCalled.class);
    assertThatThrownBy(() -> callFrom(one, DispatchKey.META)).isInstanceOf(NoKernel.class);
  }

  private void redispatching(DispatchKey from, DispatchKey to) {
    KernelFunction kernel =
        KernelFunction.boxed((operator, keys, stack) -> operator.redispatchBoxed(to.bits(), stack));
    commit("test", changes -> changes.kernel(NAME, from, kernel));
  }

  private String callFrom(Operator operator, DispatchKey key) {
    return call(stack -> operator.callBoxedFor(key, stack));
  }

  @Test
  void anAmbiguityIsItsOwnError() {
    commit("library", changes -> changes.define(SCHEMA));
    kernel("composite", DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    kernel("fpga", DispatchKey.FPGA);
    Operator one = dispatcher.operator("t::one");
    long keys = DispatchKey.AUTOGRAD_OTHER.bits();
    assertThatThrownBy(() ->
            call(stack -> {
              try (var pin = dispatcher.pin()) {
                assertThat(pin).isNotNull();
                one.redispatchBoxed(keys, stack);
              }
            }))
        .isInstanceOf(AmbiguousKernel.class);
  }

  @Test
  void aMissingKernelIsToldByTheLeasedName() {
    commit("library", changes -> changes.define(SCHEMA));
    dispatcher.privateBackends().lease(BackendComponent.PRIVATE_USE_1, "acme");
    Tensor foreign =
        Tensor.of(
            KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits()),
            x.dtype(),
            x.storage(),
            x.sizes(),
            x.strides(),
            0);
    NoKernel missing =
        catchThrowableOfType(
            NoKernel.class,
            () -> dispatcher.operator("t::one").callBoxed(new Stack().push(foreign)));
    assertThat(missing.keyName()).isEqualTo("acme");
  }

  @Test
  void moreArgumentsThanACallCanHaveAreRefused() {
    String arguments =
        IntStream.range(0, 65).mapToObj(i -> "int a" + i).collect(Collectors.joining(", "));
    OperatorSchema wide = OperatorSchema.parse("t::wide(" + arguments + ") -> int");
    assertThat(refusalOf(() -> commit("test", changes -> changes.define(wide))))
        .isEqualTo(RegistrationRefused.Kind.TOO_MANY_ARGUMENTS);
  }

  @Test
  void aDumpIsInPyTorchsLines() {
    commit("library", changes -> changes.define(SCHEMA));
    kernel("older", DispatchKey.CPU);
    kernel("newer", DispatchKey.CPU);
    OperatorDump dump = new OperatorDump(dispatcher.report(NAME).orElseThrow());
    assertThat(dump.state())
        .isEqualTo(
            """
            name: t::one
            schema: t::one(Tensor x) -> str
            debug: library
            alias analysis kind: CONSERVATIVE (default)
            CPU: newer :: (none) [ boxed ]
            CPU (inactive): older :: (none) [ boxed ]
            """);
    assertThat(dump.computedTable()).isEqualTo("CPU: newer [kernel]\n");
    assertThat(dump.extractor()).startsWith("1000").contains(" DispatchKeySet(CPU, ");
  }

  @Test
  void theOrderInWhichKeysAreServedDoesNotMatter() {
    long seed = 20_251_121;
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      List<DispatchKey> keys =
          random
              .ints(5, 0, DispatchKey.values().length)
              .mapToObj(i -> DispatchKey.values()[i])
              .filter(key -> key != DispatchKey.UNDEFINED && !key.isBuildingBlock())
              .distinct()
              .toList();
      List<DispatchKey> others = new ArrayList<>(keys);
      Collections.shuffle(others, random);
      assertThat(tableAfter(others)).as("seed %d, %s", seed, others).isEqualTo(tableAfter(keys));
    }
  }

  /** Registers a kernel for each key and one more that leaves again. */
  private static String tableAfter(List<DispatchKey> keys) {
    LocalDispatcher own = new LocalDispatcher(DispatchKeySet.EMPTY);
    own.commit(Provenance.of("name"), changes -> changes.name(NAME));
    for (DispatchKey key : keys) {
      own.commit(Provenance.of("at " + key), changes -> changes.kernel(NAME, key, answer("any")));
      own.commit(Provenance.of("gone"), changes -> changes.kernel(NAME, key, answer("gone")))
          .close();
    }
    OperatorDump dump = new OperatorDump(own.report(NAME).orElseThrow());
    return dump.state() + dump.computedTable();
  }
}
