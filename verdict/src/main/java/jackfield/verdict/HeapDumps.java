package jackfield.verdict;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import shark.CloseableHeapGraph;
import shark.HprofHeapGraph;
import shark.HprofIndex;

/** Finds the holders of class loaders in a heap dump, which it deletes afterwards. */
final class HeapDumps implements HolderSearch {
  private static final long MEGABYTE = 1 << 20;

  private final Path folder;
  private volatile Limits limits; // replaced when the configuration changes

  /**
   * The limits on dumps.
   *
   * @param isAllowed whether dumps are allowed
   * @param maxMegabytes the used heap beyond which no dump is written
   */
  record Limits(boolean isAllowed, int maxMegabytes) {}

  /** Creates a search that writes its dumps into {@code folder}. */
  HeapDumps(Path folder, Limits limits) {
    this.folder = folder;
    this.limits = limits;
  }

  void follow(Limits changed) {
    limits = changed;
  }

  @Override
  public Map<Long, RetainedBy> holders(Set<Long> loaders, long nanos) {
    Limits now = limits;
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    if (!now.isAllowed()) {
      return all(
          loaders,
          "it stays; heap dumps are off, heap.dump=true in jackfield.verdict would show what retains it");
    }
    if (used > now.maxMegabytes()) {
      return all(
          loaders,
          "it stays; no dump is written with %d MB of heap in use, the limit is %d MB"
              .formatted(used, now.maxMegabytes()));
    }
    try {
      return search(loaders, System.nanoTime() + nanos);
    } catch (IOException unwritable) {
      return all(loaders, "it stays; the heap cannot be dumped: " + unwritable.getMessage());
    }
  }

  private static Map<Long, RetainedBy> all(Set<Long> loaders, String reason) {
    return loaders.stream()
        .collect(Collectors.toMap(number -> number, number -> RetainedBy.unknown(reason)));
  }

  private Map<Long, RetainedBy> search(Set<Long> loaders, long deadline) throws IOException {
    Path own = Files.createTempDirectory(folder, "jackfield-heap-");
    Path file = own.resolve("heap.hprof");
    try {
      // Live objects only: the file is smaller, and the collection may still clear the loaders.
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(file.toString(), true);
      try (CloseableHeapGraph graph =
          HprofHeapGraph.Companion.openHeapGraph(
              file.toFile(), null, HprofIndex.Companion.defaultIndexedGcRootTags())) {
        return new HeapPaths(graph, deadline).holders(loaders);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(own);
    }
  }
}
