package jackfield.spi;

import java.time.Duration;

/**
 * A {@link Backend}, {@link Feature}, {@link OperatorLibrary} or {@link KernelHost} that has work
 * of its own: tasks on worker threads, or work that a device does by itself.
 */
public interface Quiescent {
  /**
   * Ends that work and returns when nothing of it runs any more. Called when no call is inside its
   * kernels and none will come, before its bundle is stopped; on a thread of its own, which is
   * interrupted if that lasts longer than {@code deadline}, or if the bundle is called back. The
   * bundle is quarantined then and this is called again, for as long as it takes.
   *
   * @throws InterruptedException if it was interrupted while it waited
   */
  void quiesce(Duration deadline) throws InterruptedException;
}
