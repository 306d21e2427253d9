package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.PlugFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** Who may send a bundle away. */
final class RemovalsTest {
  private static final Bundle BUNDLE = BundleRemovalTest.BUNDLE;

  private final Removals leavers = new Removals();

  @Test
  void ofTwoRequestsAtATimeOneIsRefused() throws Exception {
    CountDownLatch isRunning = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<String> first =
        CompletableFuture.supplyAsync(() ->
            leavers.alone(
                BUNDLE,
                "unplug",
                "acme",
                () -> {
                  isRunning.countDown();
                  awaitQuietly(mayEnd);
                  return "gone";
                }));
    isRunning.await();
    assertThatThrownBy(() -> leavers.alone(BUNDLE, "swap", "acme", () -> "gone too"))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining("on its way out already");
    mayEnd.countDown();
    assertThat(first.get()).isEqualTo("gone");
    assertThat(leavers.alone(BUNDLE, "swap", "acme", () -> "next")).isEqualTo("next");
  }

  @Test
  void aRequestThatFailsMakesWayForTheNext() {
    assertThatThrownBy(() ->
            leavers.alone(
                BUNDLE,
                "unplug",
                "acme",
                () -> {
                  throw new IllegalStateException("a test's");
                }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(leavers.alone(BUNDLE, "unplug", "acme", () -> "gone")).isEqualTo("gone");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
