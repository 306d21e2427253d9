package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.context.DispatchContext;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.error.InvalidArgument;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.OutsideCall;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a kernel throws, on whatever way into it, the thread is outside afterwards. */
final class FailedCallTest {
  private static final Tensor TENSOR = HostData.tensor(new float[] {1}, 1);

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private Runnable failing = () -> {};

  /** A way into a kernel. */
  private enum Way {
    TYPED,
    BOXED,
    FOR_A_KEY,
    HELD,
    INTERFACE
  }

  /** The operator as a function. */
  public interface Concatenation {
    /** Calls it. */
    String call(Tensor self, String text);
  }

  /** What a kernel may fail with. */
  private enum Failure {
    OUT_OF_MEMORY,
    FULL_STACK,
    EXCEPTION,
    ERROR_OF_THE_PLATFORM;

    void happen() {
      switch (this) {
        case OUT_OF_MEMORY -> {
          long[] tooMany = new long[Integer.MAX_VALUE];
          throw new AssertionError("there was room for " + tooMany.length);
        }
        case FULL_STACK -> happen(); // without end
        case EXCEPTION -> throw new IllegalStateException("expected");
        case ERROR_OF_THE_PLATFORM ->
            throw new InvalidArgument("t::concat", "text", "is expected to fail");
      }
    }
  }

  private static Stream<Arguments> everyWayAndFailure() {
    return Arrays.stream(Way.values())
        .flatMap(way -> Arrays.stream(Failure.values()).map(what -> Arguments.of(way, what)));
  }

  @BeforeEach
  void define() {
    Concat.Kernel kernel =
        (self, text) -> {
          failing.run();
          return text;
        };
    dispatcher.commit(
        Provenance.of("backend.x"),
        changes ->
            changes
                .define(Concat.TYPE.schema())
                .kernel(
                    Concat.TYPE.name(),
                    DispatchKey.CPU,
                    KernelFunction.typed(Concat.TYPE, kernel)));
  }

  private Consumer<Stack> call(Way way) {
    return switch (way) {
      case TYPED -> _ -> concat.call(TENSOR, "text");
      case BOXED -> concat::callBoxed;
      case FOR_A_KEY -> stack -> concat.callBoxedFor(DispatchKey.CPU, stack);
      case HELD -> {
        var held = dispatcher.hold(Concat.TYPE.name(), DispatchKey.CPU);
        yield stack -> held.callBoxed(DispatchKey.CPU.bits(), stack);
      }
      case INTERFACE -> {
        Concatenation function =
            dispatcher.function("t::concat", MethodHandles.lookup(), Concatenation.class);
        yield _ -> function.call(TENSOR, "text");
      }
    };
  }

  @ParameterizedTest
  @MethodSource("everyWayAndFailure")
  void theThreadIsOutsideAfterwards(Way way, Failure failure) {
    Consumer<Stack> call = call(way);
    failing = failure::happen;
    Throwable thrown = catchThrowable(() -> call.accept(new Stack().push(TENSOR).push("text")));
    assertThat(thrown).isNotNull().isNotInstanceOf(AssertionError.class);
    assertThat(DispatchContext.current().epoch()).isZero();
    failing = () -> {};
    assertThat(concat.call(TENSOR, "again")).isEqualTo("again");
  }

  @Test
  void aRedispatchOutsideACallIsRefused() {
    dispatcher.commit(
        Provenance.of("backend.y"),
        changes ->
            changes.kernel(
                Concat.TYPE.name(),
                DispatchKey.CPU,
                KernelFunction.typed(Concat.TYPE, (Concat.Kernel) (self, text) -> "y")));
    long keys = DispatchKey.CPU.bits();
    OutsideCall typed = (OutsideCall) catchThrowable(() -> concat.redispatch(keys, TENSOR, "text"));
    assertThat(typed.operator()).isEqualTo(Concat.TYPE.name());
    Throwable boxed =
        catchThrowable(() -> concat.redispatchBoxed(keys, new Stack().push(TENSOR).push("text")));
    assertThat(boxed).isInstanceOf(OutsideCall.class);
  }

  @Test
  void aRegionEndsAlsoIfItsKernelsFail() {
    failing = Failure.FULL_STACK::happen;
    Throwable thrown =
        catchThrowable(() -> {
          try (var pin = dispatcher.pin()) {
            assertThat(pin.epoch()).isPositive();
            concat.call(TENSOR, "text");
          }
        });
    assertThat(thrown).isInstanceOf(StackOverflowError.class);
    assertThat(DispatchContext.current().epoch()).isZero();
    try (Registration registration = dispatcher.commit(Provenance.of("backend.z"), changes -> {})) {
      assertThat(registration.withdraw().isDone()).isTrue();
    }
  }
}
