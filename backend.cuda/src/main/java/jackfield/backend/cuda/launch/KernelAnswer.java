package jackfield.backend.cuda.launch;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;

/** Two numbers that a kernel answers; the call waits for them. */
public final class KernelAnswer implements AutoCloseable {
  private final Launcher launcher;
  private final Lease memory;

  /** Reserves memory for the answer. */
  public KernelAnswer(Launcher launcher) {
    this.launcher = launcher;
    this.memory = launcher.context().memory().lease(2L * Long.BYTES);
  }

  /** Returns where a kernel writes the two numbers. */
  public long address() {
    return memory.address();
  }

  /** Waits for the two numbers. */
  public long[] readBlocking() {
    return IndexCheck.read(launcher, memory.address(), 2);
  }

  @Override
  public void close() {
    launcher.context().memory().release(memory);
  }
}
