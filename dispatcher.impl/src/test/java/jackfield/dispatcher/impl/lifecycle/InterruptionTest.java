package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleException;

/** Felix clears the interrupt status of a thread that waits for a lock; a request keeps it. */
final class InterruptionTest {
  private final BundleException global =
      new BundleException("Unable to acquire the global lock to install the bundle.");
  private final IllegalStateException own =
      new IllegalStateException("Unable to acquire bundle lock, thread interrupted.");

  @AfterEach
  void forgetTheInterrupt() {
    boolean _ = Thread.interrupted();
  }

  @Test
  void anInterruptThatFelixClearedIsKept() {
    assertThat(Interruption.isPresent(true, global)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Interruption.isPresent(true, new BundleException("x", own))).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anInterruptOfFelixIsNotOneOfTheCaller() {
    assertThat(Interruption.isPresent(false, global)).isFalse();
    assertThat(Interruption.isLockNotTaken(own)).isTrue();
    String start = "Bundle acme [7] cannot be started: " + own.getMessage();
    assertThat(Interruption.isLockNotTaken(new BundleException(start))).isTrue();
    String update = "Cannot acquire global lock to update the bundle.";
    assertThat(Interruption.isLockNotTaken(new BundleException(update))).isTrue();
    assertThat(Interruption.isLockNotTaken(new IllegalStateException())).isFalse();
    assertThat(Interruption.isLockNotTaken(new BundleException("Unable to resolve"))).isFalse();
  }
}
