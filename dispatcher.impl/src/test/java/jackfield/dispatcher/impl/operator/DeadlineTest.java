package jackfield.dispatcher.impl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.AwaitTimedOut;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deadlines that no number of nanoseconds expresses are deadlines, too. */
final class DeadlineTest {
  private static final Duration ALL_TIME = Duration.ofSeconds(Long.MAX_VALUE);
  private static final OperatorName NAME = OperatorName.parse("t::absent");

  private final Dispatcher dispatcher = new LocalDispatcher();

  @AfterEach
  void forgetTheInterrupt() {
    boolean _ = Thread.interrupted();
  }

  @Test
  void anyDurationIsANumberOfNanoseconds() {
    assertThat(Deadline.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
    assertThat(Deadline.nanos(Duration.ofNanos(7))).isEqualTo(7);
    long now = System.nanoTime();
    assertThat(now + Deadline.nanos(ALL_TIME) - now).isPositive();
    assertThat(Long.MAX_VALUE + Deadline.nanos(ALL_TIME) - Long.MAX_VALUE).isPositive();
  }

  @Test
  void anAwaitForAllTimeEndsWithAnInterrupt() {
    Thread.currentThread().interrupt();
    AwaitTimedOut operator =
        catchThrowableOfType(AwaitTimedOut.class, () -> dispatcher.awaitOperator(NAME, ALL_TIME));
    assertThat(operator.operator()).isEqualTo(NAME);
    AwaitTimedOut kernel =
        catchThrowableOfType(
            AwaitTimedOut.class, () -> dispatcher.awaitKernel(NAME, DispatchKey.CPU, ALL_TIME));
    assertThat(kernel.key()).isEqualTo(DispatchKey.CPU);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aDeadlineThatIsNullIsNamed() {
    assertThatNullPointerException()
        .isThrownBy(() -> dispatcher.awaitOperator(NAME, null))
        .withMessage("Dispatcher.awaitOperator: deadline is null");
    assertThatNullPointerException()
        .isThrownBy(() -> dispatcher.awaitKernel(NAME, DispatchKey.CPU, null))
        .withMessage("Dispatcher.awaitKernel: deadline is null");
  }
}
