package jackfield.tools.soak.measure;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * How often a thread gave its core away to wait for something, as Linux counts it: {@code ru_nvcsw}
 * of {@code getrusage(RUSAGE_THREAD)}. The call takes less than a microsecond.
 *
 * <p><em>Threads</em>: used only by the measured thread.
 */
final class VoluntarySwitches implements AutoCloseable {
  private static final int RUSAGE_THREAD = 1;
  private static final int RUSAGE_BYTES = 144; // two struct timeval and 14 long
  private static final int SWITCHES_AT = 4 * 8 + 12 * 8; // after both times, the 13th long
  private static final Optional<MethodHandle> GETRUSAGE = find();

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment usage = arena.allocate(RUSAGE_BYTES);

  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> find() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    return linker
        .defaultLookup()
        .find("getrusage")
        .map(found -> linker.downcallHandle(found, type));
  }

  /** Returns the number so far; of unknown systems one more each time, as if it always waited. */
  long count() {
    if (GETRUSAGE.isEmpty()) {
      return System.nanoTime();
    }
    try {
      int failed = (int) GETRUSAGE.get().invokeExact(RUSAGE_THREAD, usage);
      return failed != 0 ? System.nanoTime() : usage.get(ValueLayout.JAVA_LONG, SWITCHES_AT);
    } catch (Throwable thrown) {
      throw new IllegalStateException("getrusage cannot be called", thrown);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
