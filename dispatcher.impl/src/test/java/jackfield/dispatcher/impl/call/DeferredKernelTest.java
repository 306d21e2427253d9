package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.context.DispatchContext;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFailure;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.KernelSource;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.kernel.WrongKernel;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.report.OperatorReport;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class DeferredKernelTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final List<Integer> made = new ArrayList<>();

  private Object kernel(int number) {
    made.add(number);
    return (Concat.Kernel) (_, text) -> text + number;
  }

  private Registration register(DispatchKey key, KernelSource source, int number) {
    return dispatcher.commit(
        Provenance.of("test"),
        changes ->
            changes.kernel(
                Concat.TYPE.name(), key, KernelFunction.deferred(Concat.TYPE, source, number)));
  }

  @BeforeEach
  void define() {
    dispatcher.commit(Provenance.of("library"), changes -> changes.define(Concat.TYPE.schema()));
  }

  @Test
  void aKernelIsMadeOnceWhenATableFirstHoldsIt() {
    register(DispatchKey.CPU, this::kernel, 7);
    OperatorReport report = dispatcher.report(Concat.TYPE.name()).orElseThrow();
    assertThat(report.kernels()).containsKey(DispatchKey.CPU);
    assertThat(made).isEmpty();

    Concat concat = dispatcher.operator(Concat.TYPE);
    Operator boxed = dispatcher.operator(Concat.TYPE.name().toString());
    assertThat(concat.call(x, "a")).isEqualTo("a7");
    Stack stack = new Stack().push(x).push("b");
    boxed.callBoxed(stack);
    assertThat(stack.string(0)).isEqualTo("b7");
    assertThat(made).containsExactly(7);
  }

  @Test
  void aShadowedKernelIsMadeWhenItIsActiveAgain() {
    register(DispatchKey.CPU, this::kernel, 1);
    Registration later = register(DispatchKey.CPU, this::kernel, 2);
    Concat concat = dispatcher.operator(Concat.TYPE);
    assertThat(concat.call(x, "a")).isEqualTo("a2");
    assertThat(made).containsExactly(2);

    later.close();
    assertThat(concat.call(x, "a")).isEqualTo("a1");
    assertThat(made).containsExactly(2, 1);
  }

  @Test
  void theObjectThatRunsIsTheSameForAllWhoAsk() {
    KernelFunction deferred = KernelFunction.deferred(Concat.TYPE, this::kernel, 3);

    assertThat(deferred.type()).isSameAs(Concat.TYPE);
    assertThat(deferred.signature()).isPresent();
    assertThat(made).isEmpty();
    assertThat(deferred.target()).isSameAs(deferred.target()).isInstanceOf(Concat.Kernel.class);
    assertThat(made).containsExactly(3);
  }

  private Object unmakeable(int number) {
    throw new IllegalStateException("no kernel " + number);
  }

  private void failsToCall(Concat concat) {
    assertThatThrownBy(() -> concat.call(x, "a")).hasMessageContaining("no kernel 5");
  }

  @Test
  void aKernelThatCannotBeMadeFailsItsOwnCallsOnly() {
    register(DispatchKey.CPU, this::unmakeable, 5);
    register(DispatchKey.META, this::kernel, 6);
    Concat concat = dispatcher.operator(Concat.TYPE);
    long keys = KeySets.ofTensor(DispatchKeySet.of(DispatchKey.META).bits());
    Tensor meta = Tensor.of(keys, x.dtype(), x.storage(), x.sizes(), x.strides(), 0);
    assertThat(concat.call(meta, "a")).isEqualTo("a6");
    failsToCall(concat);

    register(DispatchKey.CUDA, this::kernel, 7); // another bundle's commit
    assertThat(made).containsExactly(6, 7);
  }

  @Test
  void aWithdrawalUncoversAKernelThatCannotBeMade() {
    boolean[] fails = {true};
    register(DispatchKey.CPU, number -> fails[0] ? unmakeable(number) : kernel(number), 5);
    Registration later = register(DispatchKey.CPU, this::kernel, 2);
    Concat concat = dispatcher.operator(Concat.TYPE);

    later.close();
    failsToCall(concat);
    fails[0] = false;
    assertThat(concat.call(x, "a")).isEqualTo("a5");
  }

  /** A source whose class is missing at first. */
  private final class Missing implements KernelSource {
    private boolean isThere;

    @Override
    public Object kernel(int number) {
      if (!isThere) {
        throw new NoClassDefFoundError("acme/Kernel");
      }
      return DeferredKernelTest.this.kernel(number);
    }
  }

  private static void assertIsMissing(NoClassDefFoundError missing) {
    assertThat(missing).hasMessage("acme/Kernel");
    KernelFailure failure = KernelFailure.of(missing).orElseThrow();
    assertThat(failure.operator()).isEqualTo(Concat.TYPE.name());
    assertThat(failure.bundle()).isEqualTo("test");
    assertThat(DispatchContext.current().epoch()).isZero();
  }

  @Test
  void aMissingClassFailsTheFirstCallsWithTheBundleAndTheyWorkWhenItIsThere() {
    Missing source = new Missing();
    register(DispatchKey.CPU, source, 4);
    long generation = dispatcher.generation();
    Concat concat = dispatcher.operator(Concat.TYPE);
    Operator boxed = dispatcher.operator(Concat.TYPE.name().toString());

    assertIsMissing(catchThrowableOfType(NoClassDefFoundError.class, () -> concat.call(x, "a")));
    Stack failing = new Stack().push(x).push("b");
    assertIsMissing(
        catchThrowableOfType(NoClassDefFoundError.class, () -> boxed.callBoxed(failing)));
    assertThat(dispatcher.generation()).isEqualTo(generation);
    assertThat(dispatcher.report(Concat.TYPE.name()).orElseThrow().kernels())
        .containsKey(DispatchKey.CPU);

    source.isThere = true;
    assertThat(concat.call(x, "a")).isEqualTo("a4");
    Stack working = new Stack().push(x).push("b");
    boxed.callBoxed(working);
    assertThat(working.string(0)).isEqualTo("b4");
    assertThat(made).containsExactly(4);
  }

  @Test
  void aNewKernelThatCannotBeMadeIsRefusedByAnOperatorInUse() {
    Concat concat = dispatcher.operator(Concat.TYPE);
    long before = dispatcher.generation();
    assertThatThrownBy(() -> register(DispatchKey.CPU, this::unmakeable, 5))
        .hasMessageContaining("no kernel 5");
    assertThat(dispatcher.generation()).isEqualTo(before);
    assertThatThrownBy(() -> concat.call(x, "a")).isInstanceOf(NoKernel.class);
  }

  @Test
  @Timeout(60)
  void aThreadThatMakesAKernelBlocksNoOther() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    KernelFunction deferred =
        KernelFunction.deferred(
            Concat.TYPE,
            number -> {
              if (Thread.currentThread().getName().equals("slow")) {
                begun.countDown();
                awaitQuietly(goOn);
              }
              return kernel(number);
            },
            1);
    Object[] slow = new Object[1];
    Thread thread = new Thread(() -> slow[0] = deferred.target(), "slow");
    thread.start();
    begun.await();
    Object target = deferred.target();
    goOn.countDown();
    thread.join();
    assertThat(slow[0]).isSameAs(target);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void aKernelOfAnotherInterfaceIsRefused() {
    KernelFunction text = KernelFunction.deferred(Concat.TYPE, _ -> "no kernel", 0);
    KernelFunction none = KernelFunction.deferred(Concat.TYPE, _ -> null, 0);

    WrongKernel wrong = catchThrowableOfType(WrongKernel.class, text::target);
    assertThat(wrong.operator()).isEqualTo(Concat.TYPE.name());
    assertThat(wrong.expected()).isEqualTo(Concat.Keyed.class.getName());
    assertThat(wrong.found()).isEqualTo("java.lang.String");
    assertThat(catchThrowableOfType(WrongKernel.class, none::target).found()).isEqualTo("null");
  }
}
