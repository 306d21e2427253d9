package jackfield.spi;

import java.time.Duration;

/**
 * A {@link Backend}, {@link Feature}, {@link OperatorLibrary} or {@link KernelHost} that has work
 * of its own: tasks on worker threads, or work that a device does by itself.
 */
public interface Quiescent {
  /**
   * Ends that work and returns when nothing of it runs any more. Called when no call is inside its
   * kernels, before its bundle is stopped; on a thread of its own, which is interrupted if that
   * lasts longer than {@code deadline}, or if the bundle is called back. A bundle that was called
   * back serves again, so what it needs for that must come back with the next call; one that is
   * quarantined is asked again, for as long as it takes. A second request may come while an earlier
   * one has not returned.
   *
   * @throws InterruptedException if it was interrupted while it waited
   */
  void quiesce(Duration deadline) throws InterruptedException;
}
