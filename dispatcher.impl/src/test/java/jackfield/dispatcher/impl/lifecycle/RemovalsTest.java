package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.PlugFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** Only one request at a time may remove a bundle. */
final class RemovalsTest {
  private static final Bundle BUNDLE = BundleRemovalTest.BUNDLE;

  private final Removals removals = new Removals();

  @Test
  void ofTwoRequestsAtATimeOneIsRefused() throws Exception {
    CountDownLatch isRunning = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<String> first =
        CompletableFuture.supplyAsync(() ->
            removals.alone(
                BUNDLE,
                "unplug",
                "acme",
                () -> {
                  isRunning.countDown();
                  awaitQuietly(mayEnd);
                  return "gone";
                }));
    isRunning.await();
    assertThatThrownBy(() -> removals.alone(BUNDLE, "swap", "acme", () -> "gone too"))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining("another request removes, swaps or updates it");
    mayEnd.countDown();
    assertThat(first.get()).isEqualTo("gone");
    assertThat(removals.alone(BUNDLE, "swap", "acme", () -> "next")).isEqualTo("next");
  }

  @Test
  void aRequestThatFailsMakesWayForTheNext() {
    assertThatThrownBy(() ->
            removals.alone(
                BUNDLE,
                "unplug",
                "acme",
                () -> {
                  throw new IllegalStateException("a test's");
                }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(removals.alone(BUNDLE, "unplug", "acme", () -> "gone")).isEqualTo("gone");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
