package jackfield.dispatch;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * A full fence on every running thread of the process, paid by the caller alone.
 *
 * <p>On Linux it is the system call {@code membarrier}, whose ordering is documented (about 14 µs).
 * Elsewhere, and where the kernel refuses, it is the handshake that HotSpot makes with all threads
 * when a shared arena is closed (about 10 µs), which works but is specified nowhere.
 */
final class ProcessFence {
  private static final long PRIVATE_EXPEDITED = 8;
  private static final long REGISTER_PRIVATE_EXPEDITED = 16;
  private static final MethodHandle SYSCALL = linuxSyscall();
  private static final long NUMBER = "aarch64".equals(System.getProperty("os.arch")) ? 283 : 324;
  private static final boolean HAS_MEMBARRIER =
      SYSCALL != null && membarrier(REGISTER_PRIVATE_EXPEDITED);

  private ProcessFence() {}

  static void issue() {
    if (!HAS_MEMBARRIER || !membarrier(PRIVATE_EXPEDITED)) {
      Arena.ofShared().close();
    }
  }

  private static boolean membarrier(long command) {
    try {
      return (long) SYSCALL.invokeExact(NUMBER, command, 0L, 0L) == 0;
    } catch (Throwable e) {
      throw new LinkageError("system call membarrier", e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle linuxSyscall() {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    return linker
        .defaultLookup()
        .find("syscall")
        .map(address -> linker.downcallHandle(address, type))
        .orElse(null);
  }
}
