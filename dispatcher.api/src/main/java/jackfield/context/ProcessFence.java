package jackfield.context;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Optional;

/**
 * The fence between a thread that enters an epoch and a writer that reads the contexts; see {@link
 * Epochs}. The side that issues it is chosen once, when the class is initialized:
 *
 * <ul>
 *   <li>{@code membarrier}: the writer, by a full fence on every running thread of the process. It
 *       is a system call of Linux (about 14 µs) with documented ordering. It is used if the call's
 *       number is known for the architecture, the kernel offers the command, and the virtual
 *       machine is HotSpot. The reader's side relies on HotSpot's compilers.
 *   <li>{@code readers}: each outermost call, by a full fence of its own (about 10 ns). It is used
 *       everywhere else, and relies only on Java's memory model.
 * </ul>
 *
 * <p>The system property {@value FenceProperty#NAME} chooses {@code readers}. If it asks for {@code
 * membarrier} where that is not available, {@link FenceProperty#require} says so at the start.
 */
final class ProcessFence {
  /** The system call's number, by {@code os.arch}; each 64-bit architecture has its own. */
  private static final Map<String, Long> NUMBERS =
      Map.of(
          "amd64", 324L,
          "x86_64", 324L,
          "aarch64", 283L,
          "riscv64", 283L,
          "loongarch64", 283L,
          "ppc64", 365L,
          "ppc64le", 365L,
          "s390x", 356L);

  private static final Optional<Membarrier> MEMBARRIER =
      membarrier(FenceProperty.required(System.getProperty(FenceProperty.NAME)));

  /** Whether readers fence; a constant for the compiler. */
  static final boolean IS_BY_READERS = MEMBARRIER.isEmpty();

  private ProcessFence() {}

  /** Returns the side that fences: {@code membarrier} or {@code readers}. */
  static String way() {
    return IS_BY_READERS ? FenceProperty.READERS : FenceProperty.MEMBARRIER;
  }

  /** Issues a full fence on every running thread of the process, unless readers issue their own. */
  static void issue() {
    if (IS_BY_READERS) {
      VarHandle.fullFence();
    } else {
      MEMBARRIER.get().issue();
    }
  }

  /** Returns the number of the system call, if it is known for this system. */
  static Optional<Long> number(String system, String architecture) {
    return system.equals("Linux")
        ? Optional.ofNullable(NUMBERS.get(architecture))
        : Optional.empty();
  }

  private static Optional<Membarrier> membarrier(String wanted) {
    String machine = System.getProperty("java.vm.name", "");
    boolean isHotSpot = machine.contains("HotSpot") || machine.contains("OpenJDK");
    return FenceProperty.READERS.equals(wanted) || !isHotSpot
        ? Optional.empty()
        : number(System.getProperty("os.name"), System.getProperty("os.arch"))
            .flatMap(Membarrier::register);
  }

  /** The system call, with the commands that affect the calling process alone. */
  record Membarrier(MethodHandle syscall, long number) {
    // Linked when this class is initialized, which does not yet decide which side fences.
    private static final Optional<MethodHandle> SYSCALL = link();
    private static final long QUERY = 0;
    private static final long PRIVATE_EXPEDITED = 8;
    private static final long REGISTER_PRIVATE_EXPEDITED = 16;
    private static final long NEEDED = PRIVATE_EXPEDITED | REGISTER_PRIVATE_EXPEDITED;

    /** Registers the process and returns the call, if the kernel offers and permits it. */
    static Optional<Membarrier> register(long number) {
      return SYSCALL
          .map(handle -> new Membarrier(handle, number))
          .filter(found -> {
            long offered = found.call(QUERY);
            return offered > 0
                && (offered & NEEDED) == NEEDED
                && found.call(REGISTER_PRIVATE_EXPEDITED) == 0;
          });
    }

    /**
     * Issues the fence. A process restored from a snapshot must be registered again. The kernel may
     * still refuse, for example because a system call filter was installed later. The fallback is
     * the handshake with all threads that HotSpot makes when a shared arena is closed. No
     * specification guarantees it, but failing would leave tables half published.
     */
    void issue() {
      if (call(PRIVATE_EXPEDITED) != 0
          && (call(REGISTER_PRIVATE_EXPEDITED) != 0 || call(PRIVATE_EXPEDITED) != 0)) {
        Arena.ofShared().close();
      }
    }

    long call(long command) {
      try {
        return (long) syscall.invokeExact(number, command, 0L, 0L);
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable e) {
        throw new LinkageError("system call membarrier", e);
      }
    }

    @SuppressWarnings("restricted")
    private static Optional<MethodHandle> link() {
      FunctionDescriptor type =
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG);
      try {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> address = linker.defaultLookup().find("syscall");
        return address.map(
            at -> linker.downcallHandle(at, type, Linker.Option.firstVariadicArg(1)));
      } catch (IllegalCallerException | UnsupportedOperationException _) {
        return Optional.empty(); // foreign functions are forbidden, or unsupported here
      }
    }
  }
}
