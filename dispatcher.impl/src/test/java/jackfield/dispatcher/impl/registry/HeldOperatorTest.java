package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Operators that callers hold while their definitions come and go. */
final class HeldOperatorTest {
  private static final OperatorName NAME = OperatorName.parse("t::one");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private Registration define(String answer) {
    return dispatcher.commit(
        Provenance.of("library"),
        changes ->
            changes
                .define(OperatorSchema.parse("t::one(Tensor x) -> str"))
                .kernel(NAME, DispatchKey.CPU, World.saying(answer)));
  }

  private Registration say(String answer) {
    return dispatcher.commit(
        Provenance.of("backend"),
        changes -> changes.kernel(NAME, DispatchKey.CPU, World.saying(answer)));
  }

  private String call(Operator operator) {
    Stack stack = new Stack().push(x);
    operator.callBoxed(stack);
    return stack.string(0);
  }

  @Test
  void anOperatorThatIsDefinedInsideAPinIsSaidToBeNewerThanIt() {
    try (Pin _ = Pin.open()) {
      define("later");
      NoSuchOperator error =
          catchThrowableOfType(NoSuchOperator.class, () -> call(dispatcher.operator("t::one")));
      assertThat(error).hasMessageContaining("defined after the running call, or pin, had begun");
      assertThat(error.similar()).isEmpty();
    }
    assertThat(call(dispatcher.operator("t::one"))).isEqualTo("later");
  }

  @Test
  void anOperatorWithoutAClassServesAgainWhenItsDefinitionComesBack() {
    Registration definition = define("first");
    Operator held = dispatcher.operator("t::one");
    assertThat(call(held)).isEqualTo("first");
    definition.close();
    for (int i = 0; i < 10; i++) { // others come and go, and what is not needed is forgotten
      dispatcher
          .commit(
              Provenance.of("other"),
              changes -> changes.define(OperatorSchema.parse("t::other(Tensor x) -> str")))
          .close();
    }
    assertThatThrownBy(() -> call(held)).isInstanceOf(NoSuchOperator.class);
    define("second");
    assertThat(call(held)).isEqualTo("second");
    assertThat(dispatcher.operator("t::one")).isSameAs(held);
  }

  private Registration defineFromABundle() {
    return dispatcher.commit(
        new Provenance("operators.acme", "1.0.0", "", Instant.now(), 1),
        changes -> changes.define(OperatorSchema.parse("t::one(Tensor x) -> str")));
  }

  @Test
  void everyRequestNamesTheBundleThatDefinedTheOperatorAndHasLeft() {
    for (boolean isImplemented : new boolean[] {false, true}) {
      Registration definition = defineFromABundle();
      Operator held = dispatcher.operator("t::one");
      definition.close();
      List<ThrowingCallable> requests =
          List.of(() -> call(held), held::schema, () -> dispatcher.operator("t::one"));
      for (ThrowingCallable request : requests) {
        NoSuchOperator gone = catchThrowableOfType(NoSuchOperator.class, request);
        assertThat(gone.lastDefinedBy().orElseThrow()).hasToString("operators.acme 1.0.0");
        assertThat(gone.similar()).isEmpty(); // it has kernels, but is not defined
        assertThat(gone.isImplemented()).isEqualTo(isImplemented);
        assertThat(gone)
            .hasMessageContaining("operators.acme 1.0.0 has withdrawn its definition")
            .hasMessageContaining("plug operators.acme again");
      }
      say("left over");
    }
  }

  @Test
  void anOperatorThatNoBundleDefinedIsDefinedAgain() {
    define("first").close();
    assertThatThrownBy(() -> dispatcher.operator("t::one"))
        .hasMessageContaining("library has withdrawn its definition")
        .hasMessageContaining("define its schema again");
  }

  @Test
  void anOperatorThatWasFoundWhileItHadKernelsOnlyServesOnceItIsDefined() {
    dispatcher.commit(
        Provenance.of("backend"),
        changes -> changes.kernel(NAME, DispatchKey.CPU, World.saying("early")));
    Operator held = dispatcher.find(NAME).orElseThrow();
    dispatcher.commit(
        Provenance.of("library"),
        changes -> changes.define(OperatorSchema.parse("t::one(Tensor x) -> str")));
    assertThat(call(held)).isEqualTo("early");
  }

  @Test
  void anOperatorThatNoCallerHoldsIsCollected() {
    Registration definition = define("first");
    WeakReference<Operator> dropped = new WeakReference<>(dispatcher.operator("t::one"));
    definition.close();
    awaitCleared(dropped);
  }

  private static void awaitCleared(WeakReference<?> reference) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (reference.get() != null && System.nanoTime() - end < 0) {
      System.gc();
    }
    assertThat(reference.get()).isNull();
  }

  @Test
  void aHandleCreatedInAPinnedRegionSeesTheStateOfTheRegion() {
    define("first");
    Operator late;
    try (Pin _ = dispatcher.pin()) {
      Registration second = say("second");
      say("third");
      second.close();
      late = dispatcher.operator("t::one");
      assertThat(call(late)).isEqualTo("first");
      assertThat(CompletableFuture.supplyAsync(() -> call(late)).join()).isEqualTo("third");
    }
    assertThat(call(late)).isEqualTo("third");
  }

  @Test
  void aPinnedRegionFindsAnOperatorThatIsDefinedAgain() {
    Registration definition = define("first");
    try (Pin _ = dispatcher.pin()) {
      definition.close();
      define("second");
      Operator late = dispatcher.operator("t::one");
      assertThat(call(late)).isEqualTo("first");
    }
    assertThat(call(dispatcher.operator("t::one"))).isEqualTo("second");
  }

  @Test
  void aWithdrawnKernelThatNoCallerUsedIsReleased() {
    define("first");
    WeakReference<KernelFunction> withdrawn = cameAndLeft();
    awaitCleared(withdrawn);
  }

  /** Returns a kernel that was withdrawn inside a pinned region. */
  private WeakReference<KernelFunction> cameAndLeft() {
    KernelFunction kernel = World.saying("second");
    Registration registration =
        dispatcher.commit(
            Provenance.of("backend"), changes -> changes.kernel(NAME, DispatchKey.CPU, kernel));
    Drain drain;
    try (Pin _ = dispatcher.pin()) {
      drain = registration.withdraw();
      assertThat(drain.isDone()).isFalse();
    }
    assertThat(drain.isDone()).isTrue();
    return new WeakReference<>(kernel);
  }

  /**
   * All operators answer the number of the commit, so a held one tells what a late one must say.
   */
  @Test
  void lateHandlesAgreeWithHeldOnesWhileCommitsAreMade() {
    int operators = 2_000;
    commitRound(operators, 0, true);
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicInteger rounds = new AtomicInteger();
    CompletableFuture<Void> commits =
        CompletableFuture.runAsync(() -> commitUntil(isDone, operators, rounds));
    Operator held = dispatcher.operator("t::late_0");
    try {
      for (int i = 1; i < operators; i++) {
        if (i % 100 == 0) {
          awaitMoreThan(rounds, rounds.get(), commits); // so that commits come in between
        }
        try (Pin _ = dispatcher.pin()) {
          String expected = call(held);
          assertThat(call(dispatcher.operator("t::late_" + i))).isEqualTo(expected);
        }
      }
    } finally {
      isDone.set(true);
    }
    commits.join();
    assertThat(rounds).hasValueGreaterThanOrEqualTo(operators / 100 - 1);
  }

  private void commitUntil(AtomicBoolean isDone, int operators, AtomicInteger rounds) {
    for (Registration last = null; !isDone.get(); ) {
      Registration next = commitRound(operators, rounds.incrementAndGet(), false);
      if (last != null) {
        last.close();
      }
      last = next;
    }
  }

  private static void awaitMoreThan(
      AtomicInteger rounds, int least, CompletableFuture<Void> commits) {
    while (rounds.get() <= least && !commits.isDone()) {
      Thread.onSpinWait();
    }
  }

  private Registration commitRound(int operators, int round, boolean isFirst) {
    return dispatcher.commit(
        Provenance.of("round"),
        changes -> {
          for (int i = 0; i < operators; i++) {
            String name = "t::late_" + i;
            if (isFirst) {
              changes.define(OperatorSchema.parse(name + "(Tensor x) -> str"));
            }
            changes.kernel(
                OperatorName.parse(name), DispatchKey.CPU, World.saying(String.valueOf(round)));
          }
        });
  }
}
