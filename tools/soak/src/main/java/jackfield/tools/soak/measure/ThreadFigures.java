package jackfield.tools.soak.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The JVM's measurements of the calling thread. */
public final class ThreadFigures {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadFigures() {}

  /** Returns the CPU time that the thread has used. */
  public static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the bytes that the thread has allocated. */
  public static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
