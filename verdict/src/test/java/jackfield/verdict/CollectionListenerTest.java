package jackfield.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CollectionListenerTest {
  private final ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();

  @Test
  void aCollectedLoaderIsReported() throws Exception {
    CountDownLatch found = new CountDownLatch(1);
    LoaderRef loader = new LoaderRef(getClass().getClassLoader(), 1, "b 1.0", queue);
    try (CollectionListener _ = new CollectionListener(queue, found::countDown)) {
      assertThat(loader.enqueue()).isTrue(); // as the collector does
      assertThat(found.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void closingItEndsItsThread() {
    new CollectionListener(queue, () -> {}).close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("jackfield-verdict-cleared");
  }
}
