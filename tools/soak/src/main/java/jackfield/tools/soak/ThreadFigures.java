package jackfield.tools.soak;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the virtual machine knows of the calling thread. */
final class ThreadFigures {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadFigures() {}

  /** Returns the CPU's time that it has used. */
  static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns how much it has allocated. */
  static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
