package jackfield.tools.soak.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the virtual machine knows of the calling thread. */
public final class ThreadFigures {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadFigures() {}

  /** Returns the CPU's time that it has used. */
  public static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns how much it has allocated. */
  public static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
