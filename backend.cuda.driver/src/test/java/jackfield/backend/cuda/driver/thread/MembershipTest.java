package jackfield.backend.cuda.driver.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work belongs to the group that it began in. */
final class MembershipTest {
  private static final int SECONDS = 30;

  private final Membership<String> membership = new Membership<>(this);
  private final CountDownLatch hasJoined = new CountDownLatch(1);

  private Thread joinInAnotherThread() {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> membership.join("a group", () -> {}, hasJoined::countDown));
  }

  @Test
  void aJoinWaitsForWorkThatBeganInNoGroup() throws InterruptedException {
    assertThat(membership.begin()).isNull();
    assertThat(membership.begin()).isNull(); // work inside work
    Thread joining = joinInAnotherThread();
    while (joining.getState() != Thread.State.WAITING) {
      assertThat(hasJoined.getCount()).isEqualTo(1);
      Thread.onSpinWait();
    }
    membership.end(null);
    assertThat(membership.group()).isNull();
    membership.end(null);
    assertThat(hasJoined.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(membership.group()).isEqualTo("a group");
  }

  @Test
  void workOfAGroupHoldsNothingUp() throws InterruptedException {
    membership.join("another group", () -> {}, () -> {});
    assertThat(membership.begin()).isEqualTo("another group");
    joinInAnotherThread();
    assertThat(hasJoined.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    membership.end("another group");
    membership.leave();
    assertThat(membership.group()).isNull();
  }

  @Test
  void aJoinThatFailsLeavesNoGroup() {
    IllegalStateException failure = new IllegalStateException("of the driver");
    Runnable failing =
        () -> {
          throw failure;
        };
    assertThat(catchThrowable(() -> membership.join("a group", failing, () -> {})))
        .isSameAs(failure);
    assertThat(catchThrowable(() -> membership.join("a group", () -> {}, failing)))
        .isSameAs(failure);
    assertThat(membership.group()).isNull();
  }
}
