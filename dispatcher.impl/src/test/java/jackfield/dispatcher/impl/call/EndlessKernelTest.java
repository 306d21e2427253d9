package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFailure;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels that call themselves without end, or never return. */
final class EndlessKernelTest {
  private static final OperatorName NAME = Concat.TYPE.name();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final DispatchContext context = DispatchContext.current();
  private final long included = context.included();
  private final long excluded = context.excluded();

  @BeforeEach
  void define() {
    dispatcher.commit(Provenance.of("library"), changes -> changes.define(Concat.TYPE.schema()));
  }

  @AfterEach
  void theContextIsAsItWas() {
    assertThat(context.epoch()).isZero();
    assertThat(Stack.current().size()).isZero();
    assertThat(context.included()).isEqualTo(included);
    assertThat(context.excluded()).isEqualTo(excluded);
  }

  private static Provenance by(String bundle) {
    return new Provenance(bundle, "1.2", bundle + ".java:7", Instant.EPOCH, 0);
  }

  private Registration kernel(String bundle, DispatchKey key, Concat.Keyed kernel) {
    KernelFunction function = KernelFunction.typed(Concat.TYPE, kernel);
    return dispatcher.commit(by(bundle), changes -> changes.kernel(NAME, key, function));
  }

  @Test
  void aKernelThatCallsItselfWithoutEndLeavesTheContextAsItWas() {
    kernel("backend.x", DispatchKey.CPU, (keys, self, text) -> concat.call(self, text));
    Throwable failure = catchThrowable(() -> concat.call(x, "a"));
    assertThat(failure).isInstanceOf(StackOverflowError.class);
    assertThat(KernelFailure.of(failure).orElseThrow().bundle()).isEqualTo("backend.x");
    assertThat(dispatcher.failures()).hasSize(1);
    theContextIsAsItWas();
    kernel("backend.y", DispatchKey.CPU, (keys, self, text) -> text);
    assertThat(concat.call(x, "served")).isEqualTo("served");
  }

  @Test
  void aBoxedKernelThatCallsItselfWithoutEndLeavesTheStackAsItWas() {
    KernelFunction endless =
        KernelFunction.boxed((operator, keys, stack) -> {
          try (Guard _ = context.exclude(DispatchKey.AUTOGRAD_CPU.bits())) {
            concat.call(stack.tensor(stack.size() - 2), stack.string(stack.size() - 1));
          }
        });
    dispatcher.commit(by("backend.x"), changes -> changes.kernel(NAME, DispatchKey.CPU, endless));
    assertThat(catchThrowable(() -> concat.call(x, "a"))).isInstanceOf(StackOverflowError.class);
  }

  @Test
  void aKernelThatNeverReturnsHoldsNobodyUp() throws InterruptedException {
    CountDownLatch isInside = new CountDownLatch(1);
    CountDownLatch mayReturn = new CountDownLatch(1);
    Registration stuck =
        kernel(
            "backend.x",
            DispatchKey.CPU,
            (keys, self, text) -> {
              isInside.countDown();
              awaitUninterruptibly(mayReturn);
              return text;
            });
    JackfieldThread caller = new JackfieldThread("stuck", () -> concat.call(x, "a"));
    caller.start();
    try {
      assertThat(isInside.await(10, TimeUnit.SECONDS)).isTrue();
      Drain drain = stuck.withdraw(); // returns at once
      assertThat(drain.isDone()).isFalse();
      assertThat(drain.inside())
          .extracting(Drain.Inside::thread, Drain.Inside::operator)
          .containsExactly(tuple("stuck", "t::concat"));
      kernel("backend.y", DispatchKey.CPU, (keys, self, text) -> text + " by y");
      assertThat(concat.call(x, "served")).isEqualTo("served by y");
      assertThat(dispatcher.table(NAME).row(DispatchKey.CPU).servedBy()).contains("backend.y");
      assertThat(dispatcher.report(NAME)).isPresent();
      assertThat(dispatcher.history()).hasSize(4);
      assertThat(drain.await(Duration.ofMillis(1))).isFalse();
      mayReturn.countDown();
      assertThat(drain.await(Duration.ofSeconds(10))).isTrue();
    } finally {
      mayReturn.countDown();
      caller.join();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("interrupted in a test", interrupted);
    }
  }
}
