package jackfield.backend.cpu.memory;

import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;

/** Copies bytes without gaps, with several threads. */
public final class DenseCopy {
  /** The bytes of a part of a parallel copy that the caches may hold. */
  public static final long GRAIN_BYTES = 1 << 20;

  // The JVM's copy of more than 2.5 MiB writes past the caches: 64 MiB then take a seventh less,
  // but 4 MiB two fifths more.
  private static final long LARGE_GRAIN_BYTES = 4 << 20;
  private static final long LARGE_BYTES = 32 << 20;

  private DenseCopy() {}

  /** Copies {@code bytes} bytes between ranges that do not overlap. */
  public static void run(long from, long to, long bytes) {
    Parallel.range(
        bytes,
        bytes < LARGE_BYTES ? GRAIN_BYTES : LARGE_GRAIN_BYTES,
        (first, last) -> HostBytes.copy(from + first, to + first, last - first));
  }
}
