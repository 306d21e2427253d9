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

/** Finds who holds loaders by dumping the heap, reading the dump and deleting it. */
final class HeapDumps implements HolderSearch {
  private static final long MEGABYTE = 1 << 20;

  private final Path folder;
  private volatile Limits limits; // replaced when the configuration changes

  /**
   * What a dump may cost.
   *
   * @param isAllowed whether any may be made
   * @param maxMegabytes beyond how much used heap none is made
   */
  record Limits(boolean isAllowed, int maxMegabytes) {}

  /** Creates a search that puts its files into {@code folder}. */
  HeapDumps(Path folder, Limits limits) {
    this.folder = folder;
    this.limits = limits;
  }

  void follow(Limits changed) {
    limits = changed;
  }

  @Override
  public Map<Long, RetainedBy> holders(Set<Long> ghosts, long nanos) {
    Limits now = limits;
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    if (!now.isAllowed()) {
      return all(ghosts, "it stays; heap dumps are off, heap_dump=true shows what holds it");
    }
    if (used > now.maxMegabytes()) {
      return all(
          ghosts,
          "it stays; with %d MB of heap in use no dump is made, the limit is %d MB"
              .formatted(used, now.maxMegabytes()));
    }
    try {
      return search(ghosts, System.nanoTime() + nanos);
    } catch (IOException unwritable) {
      return all(ghosts, "it stays; the heap cannot be dumped: " + unwritable.getMessage());
    }
  }

  private static Map<Long, RetainedBy> all(Set<Long> ghosts, String reason) {
    return ghosts.stream()
        .collect(Collectors.toMap(number -> number, number -> RetainedBy.unknown(reason)));
  }

  private Map<Long, RetainedBy> search(Set<Long> ghosts, long deadline) throws IOException {
    Path own = Files.createTempDirectory(folder, "jackfield-heap-");
    Path file = own.resolve("heap.hprof");
    try {
      // Only what is alive: a smaller file, and a last chance for the loaders to go.
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(file.toString(), true);
      try (CloseableHeapGraph graph =
          HprofHeapGraph.Companion.openHeapGraph(
              file.toFile(), null, HprofIndex.Companion.defaultIndexedGcRootTags())) {
        return new HeapPaths(graph, deadline).holders(ghosts);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(own);
    }
  }
}
