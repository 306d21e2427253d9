package jackfield.tools.fuzz.operator.argument;

import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Storages that end where a page without access begins, as the storage of a mapped file may: a
 * kernel that reads one byte more ends the process. Linux only; the pages of a storage are used
 * again when the collector has found its keeper.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class PageEnd {
  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");
  private static final long PAGE = 1 << 16; // the largest page of a supported system
  private static final long ROOM = 2 * PAGE; // before the page without access
  private static final int NO_ACCESS = 0;
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_AND_ANONYMOUS = 0x22;
  private static final int MOST = 2_000; // areas; more storages than that are usual ones

  private static final PageEnd AREAS = new PageEnd();

  private final Deque<Long> free = new ArrayDeque<>();
  private final Set<Reference<Object>> used = new HashSet<>();
  private final ReferenceQueue<Object> found = new ReferenceQueue<>();
  private int areas;

  private PageEnd() {}

  /**
   * Returns a storage whose last byte is a page's last byte. Where the system cannot do that, and
   * for large or very many storages, it is one of the usual allocator.
   */
  static Storage allocate(long sizeBytes) {
    return AREAS.allocated(sizeBytes);
  }

  private synchronized Storage allocated(long sizeBytes) {
    reclaim();
    if (!IS_LINUX || sizeBytes == 0 || sizeBytes > ROOM || (free.isEmpty() && areas == MOST)) {
      return MemoryDomain.host().allocate(sizeBytes);
    }
    long area = area();
    if (area == Pages.NONE) {
      return MemoryDomain.host().allocate(sizeBytes);
    }
    Object keeper = new Object();
    used.add(new Used(keeper, found, area));
    return new Storage(MemoryDomain.host(), area + ROOM - sizeBytes, sizeBytes, keeper);
  }

  private long area() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    areas++; // a failure counts, too: its pages are not given back
    return Pages.area();
  }

  private void reclaim() {
    for (Reference<?> next = found.poll(); next != null; next = found.poll()) {
      used.remove(next);
      free.push(((Used) next).area);
    }
  }

  /** An area in use. */
  private static final class Used extends PhantomReference<Object> {
    private final long area;

    Used(Object keeper, ReferenceQueue<Object> found, long area) {
      super(keeper, found);
      this.area = area;
    }
  }

  /** The calls of the system. */
  private static final class Pages {
    static final long NONE = 0;
    private static final long FAILED = -1;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MAP =
        function(
            "mmap",
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG));
    private static final MethodHandle PROTECT =
        function(
            "mprotect",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));

    private Pages() {}

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor type) {
      return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }

    /**
     * Returns the address of {@link #ROOM} bytes before a page without access; none if the system
     * gives no pages.
     */
    static long area() {
      try {
        long address =
            (long) MAP.invokeExact(0L, ROOM + PAGE, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
        boolean isMade =
            address != FAILED && (int) PROTECT.invokeExact(address + ROOM, PAGE, NO_ACCESS) == 0;
        return isMade ? address : NONE;
      } catch (RuntimeException | Error thrown) {
        throw thrown;
      } catch (Throwable e) {
        throw new LinkageError("mmap", e);
      }
    }
  }
}
