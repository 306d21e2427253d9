package jackfield.tools.bench;

import jackfield.context.JackfieldThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Platform threads for a benchmark, as applications are advised to use. */
public final class PlatformThreads extends ThreadPoolExecutor {
  /** Creates the threads; called by JMH, see the script {@code jmh}. */
  public PlatformThreads(int count, String prefix) {
    super(count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    AtomicInteger number = new AtomicInteger();
    setThreadFactory(task -> new JackfieldThread(prefix + "-" + number.incrementAndGet(), task));
  }
}
