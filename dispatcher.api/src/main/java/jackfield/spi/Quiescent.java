package jackfield.spi;

import java.time.Duration;

/**
 * Marks a {@link Backend}, {@link Feature}, {@link OperatorLibrary} or {@link KernelHost} with
 * asynchronous work of its own: tasks on worker threads, or work on a device.
 */
public interface Quiescent {
  /**
   * Ends that work and returns when none of it runs any more. The platform calls it when no thread
   * executes the bundle's kernels, before it stops the bundle.
   *
   * <p>The call runs on a thread of its own. That thread is interrupted if the call lasts longer
   * than {@code deadline}, or if the removal is cancelled. After a cancelled removal the bundle is
   * active again, so the next call must restart the work that it needs. A quarantined bundle is
   * asked repeatedly until its work has ended. A second call may begin before an earlier one has
   * returned.
   *
   * @throws InterruptedException if it was interrupted while it waited
   */
  void quiesce(Duration deadline) throws InterruptedException;
}
