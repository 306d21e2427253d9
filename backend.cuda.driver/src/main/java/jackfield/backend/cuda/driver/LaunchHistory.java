package jackfield.backend.cuda.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The last launches on a device, for the error of a later call. */
final class LaunchHistory {
  private static final int LENGTH = 8;

  private final AtomicReferenceArray<Launch> ring = new AtomicReferenceArray<>(LENGTH);
  private final AtomicLong count = new AtomicLong();

  void add(Launch launch) {
    ring.set((int) (count.getAndIncrement() % LENGTH), launch);
  }

  /** Returns the launches, the newest first. */
  List<Launch> newest() {
    List<Launch> launches = new ArrayList<>();
    long end = count.get();
    for (long number = end - 1; number >= Math.max(0, end - LENGTH); number--) {
      Launch launch = ring.get((int) (number % LENGTH));
      if (launch != null) {
        launches.add(launch);
      }
    }
    return launches;
  }
}
