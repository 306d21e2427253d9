package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.boxing.NamedCall;
import jackfield.context.DispatchContext;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.error.InvalidArgument;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.KernelFailure;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.FailureReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KernelFailureTest {
  private static final OperatorName NAME = Concat.TYPE.name();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final DispatchContext context = DispatchContext.current();
  private final long included = context.included();
  private final long excluded = context.excluded();

  /** The operator as a function. */
  public interface Concatenation {
    String call(Tensor self, String text);
  }

  /** An error such as a container throws to end a thread. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1;
  }

  /** An error without room for suppressed ones, as the machine's own may be. */
  private static final class Bare extends Error {
    private static final long serialVersionUID = 1;

    Bare() {
      super("bare", null, false, false);
    }
  }

  /** An exception whose text fails. */
  private static final class Mute extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no text");
    }
  }

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

  private Registration failing(String bundle, DispatchKey key, Throwable failure) {
    return kernel(
        bundle,
        key,
        (keys, self, text) -> {
          throw KernelFailureTest.<RuntimeException>unchecked(failure);
        });
  }

  @SuppressWarnings("unchecked") // so that kernels throw whatever a test has
  private static <T extends Throwable> T unchecked(Throwable failure) throws T {
    throw (T) failure;
  }

  private void fail() {
    assertThat(catchThrowable(() -> concat.call(x, "a"))).isNotNull();
  }

  private static KernelFailure of(Throwable failure) {
    return KernelFailure.of(failure).orElseThrow();
  }

  @Test
  void aFailureTellsWhoseKernelItWas() {
    IllegalStateException failure = new IllegalStateException("broken");
    failing("backend.x", DispatchKey.CPU, failure);
    assertThat(catchThrowable(() -> concat.call(x, "a"))).isSameAs(failure);
    assertThat(of(failure))
        .extracting(
            KernelFailure::operator,
            KernelFailure::key,
            KernelFailure::bundle,
            KernelFailure::version)
        .containsExactly(NAME, DispatchKey.CPU, "backend.x", "1.2");
    assertThat(of(failure).getStackTrace()).isEmpty();
  }

  @Test
  void everyWayOfCallingTellsIt() {
    failing("backend.x", DispatchKey.CPU, new Death());
    Concatenation function =
        dispatcher.function("t::concat", MethodHandles.lookup(), Concatenation.class);
    List<Throwable> failures =
        List.of(
            catchThrowable(() -> function.call(x, "a")),
            catchThrowable(() -> concat.callBoxed(new Stack().push(x).push("a"))),
            catchThrowable(
                () -> NamedCall.call(dispatcher.operator("t::concat"), List.of(x, "a"), Map.of())));
    assertThat(failures)
        .allSatisfy(failure -> assertThat(of(failure).bundle()).isEqualTo("backend.x"));
  }

  @Test
  void aCallOfOneKeySaysWhichKernelFailed() {
    failing("backend.x", DispatchKey.CPU, new Death());
    failing("feature.y", DispatchKey.AUTOGRAD_CPU, new Death());
    Stack stack = new Stack().push(x).push("a");
    Throwable failure = catchThrowable(() -> concat.callBoxedFor(DispatchKey.CPU, stack));
    assertThat(of(failure).bundle()).isEqualTo("backend.x");
    assertThat(dispatcher.failures())
        .extracting(FailureReport::bundle, FailureReport::count)
        .containsExactly(tuple("backend.x", 1L));
  }

  @Test
  void aHeldKernelSaysThatItFailed() {
    failing("backend.x", DispatchKey.CPU, new Death());
    HeldKernel held = dispatcher.hold(NAME, DispatchKey.CPU);
    kernel("backend.y", DispatchKey.CPU, (keys, self, text) -> text);
    Stack stack = new Stack().push(x).push("a");
    long keys = x.keyBits();
    Throwable failure = catchThrowable(() -> held.callBoxed(keys, stack));
    assertThat(of(failure).bundle()).isEqualTo("backend.x");
    assertThat(dispatcher.failures()).hasSize(1);
  }

  @Test
  void theKernelBelowIsToBlameNotTheOneThatWentOn() {
    Death failure = new Death();
    failing("backend.x", DispatchKey.CPU, failure);
    kernel(
        "feature.y",
        DispatchKey.AUTOGRAD_CPU,
        (keys, self, text) ->
            concat.redispatch(DispatchKeySet.below(keys, DispatchKey.AUTOGRAD_CPU), self, text));
    assertThat(catchThrowable(() -> concat.call(x, "a"))).isSameAs(failure);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(of(failure).bundle()).isEqualTo("backend.x");
  }

  @Test
  void aFailureOfACheckedSortTellsItToo() {
    Exception failure = new Exception("sneaked");
    failing("backend.x", DispatchKey.CPU, failure);
    assertThat(catchThrowable(() -> concat.call(x, "a"))).isSameAs(failure);
    assertThat(of(failure).bundle()).isEqualTo("backend.x");
  }

  @Test
  void anAnswerToBadInputIsNoFailure() {
    InvalidArgument answer = new InvalidArgument("t::concat", "text", "no");
    failing("backend.x", DispatchKey.CPU, answer);
    assertThat(catchThrowable(() -> concat.call(x, "a")))
        .isSameAs(answer)
        .hasNoSuppressedExceptions();
    assertThat(dispatcher.failures()).isEmpty();
  }

  @Test
  void aMistakeBeforeAnyKernelRunsBlamesNobody() {
    failing("backend.x", DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, new Death());
    assertThat(catchThrowable(() -> concat.call(null, "a")))
        .isInstanceOf(NullPointerException.class)
        .hasNoSuppressedExceptions();
    assertThat(dispatcher.failures()).isEmpty();
  }

  @Test
  void failuresAreCountedByBundleOperatorAndKey() {
    failing("backend.x", DispatchKey.CPU, new IllegalStateException("first"));
    fail();
    fail(); // the same object: already said, and one failure
    failing("backend.x", DispatchKey.CPU, new IllegalStateException("second"));
    fail();
    failing("feature.y", DispatchKey.AUTOGRAD_CPU, new Bare());
    fail();
    assertThat(dispatcher.failures())
        .extracting(FailureReport::bundle, FailureReport::key, FailureReport::count)
        .containsExactly(
            tuple("feature.y", DispatchKey.AUTOGRAD_CPU, 1L),
            tuple("backend.x", DispatchKey.CPU, 2L));
    assertThat(dispatcher.failures().getLast().last())
        .isEqualTo("java.lang.IllegalStateException: second");
  }

  @Test
  void aFailureWhoseTextFailsIsCounted() {
    failing("backend.x", DispatchKey.CPU, new Mute());
    assertThat(catchThrowable(() -> concat.call(x, "a"))).isInstanceOf(Mute.class);
    assertThat(dispatcher.failures().getFirst().last()).contains("Mute", "whose text fails");
  }

  @Test
  void aMissingKernelTellsListsByTypeAndLength() {
    OperatorSchema cat = OperatorSchema.parse("t::cat(Tensor[] tensors, int dim) -> Tensor");
    dispatcher.commit(Provenance.of("library"), changes -> changes.define(cat));
    Stack stack = new Stack().push(new Tensor[] {x, x}).pushLong(0);
    Throwable failure = catchThrowable(() -> dispatcher.operator("t::cat").callBoxed(stack));
    assertThat(failure).isInstanceOf(NoKernel.class);
    assertThat(((NoKernel) failure).asked()).containsExactly("tensors Tensor[] of 2", "dim 0");
  }
}
