package jackfield.verdict;

import jackfield.spi.RemovedBundles.Policy;
import jackfield.spi.RemovedBundles.RemovedBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A detector over a framework, a collector and a search that the test sets. */
abstract class LeakDetectorFixture {
  static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;
  final AtomicInteger collections = new AtomicInteger();
  final AtomicInteger searches = new AtomicInteger();
  volatile LoaderRef cleared; // the loader that the next collection clears
  volatile boolean isInside;
  volatile boolean isUpdated;
  volatile List<String> importers = List.of();
  Path maps;
  LeakDetector detector;

  @BeforeEach
  void open() throws IOException {
    maps = Files.writeString(folder.resolve("maps"), "");
    detector =
        new LeakDetector(
            settings(Policy.PROMPT, true),
            new Asked(),
            this::search,
            new Framework(),
            new MappedFiles(maps));
  }

  static Settings settings(Policy policy, boolean mayCollect) {
    return new Settings(policy, SECOND / 5, mayCollect, SECOND / 100, 3);
  }

  @AfterEach
  void close() {
    detector.close();
  }

  /** A framework with the importers that the test sets. */
  private final class Framework implements InstalledBundles {
    @Override
    public List<String> importersOf(LoaderRef loader) {
      return importers;
    }

    @Override
    public boolean hasNewer(long bundleId) {
      return isUpdated;
    }
  }

  volatile boolean isHeldUp; // the collector waits until it is interrupted
  final CountDownLatch asked = new CountDownLatch(1);

  private void holdUp() {
    asked.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException hurried) {
      throw new IllegalStateException(hurried);
    }
  }

  int rounds = 1;
  volatile boolean isCompiling;
  volatile List<String> path = List.of("a", "b"); // from the root to the loader
  int clearedAt = 1; // the collection that clears the loader

  /** A collector that clears the loader that the test sets. */
  private final class Asked implements Collector {
    @Override
    public String describe() {
      return "the test's own";
    }

    @Override
    public void collect() {
      if (isHeldUp) {
        holdUp();
      }
      if (collections.incrementAndGet() >= clearedAt && cleared != null) {
        cleared.clear();
      }
    }

    @Override
    public boolean isCompiling() {
      return isCompiling;
    }

    @Override
    public int rounds() {
      return rounds;
    }
  }

  Map<Long, RetainedBy> search(Set<Long> loaders, long nanos) {
    searches.incrementAndGet();
    return loaders.stream()
        .collect(
            Collectors.toMap(
                number -> number, _ -> new RetainedBy(isInside, "held by the test", path)));
  }

  Revision revision(long id, String resident) {
    LoaderRef loader = new LoaderRef(getClass().getClassLoader(), id, "b" + id, null);
    return new Revision(id, "b" + id, "1.0", loader, resident, "/cache/b" + id + "/");
  }

  RemovedBundle verdict(long bundle) throws Exception {
    return detector.verdict(bundle).orElseThrow().get(60, TimeUnit.SECONDS);
  }

  RemovedBundle ofMappedLibrary() throws Exception {
    Files.writeString(
        maps,
        """
        7f00-7f01 r-xp 00000000 08:01 42   /cache/b1/data/libblas.so.0 (deleted)
        7f01-7f02 rw-p 00000000 08:01 42   /cache/b1/data/libblas.so.0 (deleted)
        7f02-7f03 rw-p 00000000 08:01 43   /cache/b10/data/libother.so
        7f03-7f04 rw-p 00000000 00:00 0
        """);
    Revision revision = revision(1, "");
    revision.loader().clear();
    detector.removed(revision);
    return verdict(1);
  }
}
