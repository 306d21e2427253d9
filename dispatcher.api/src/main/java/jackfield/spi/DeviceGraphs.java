package jackfield.spi;

import jackfield.memory.Device;

/**
 * Captures the work of a device and repeats it; an OSGi service for each device whose driver can do
 * so. It serves programs and tools that name no driver.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface DeviceGraphs {
  /** Captured work. A graph that nothing refers to is closed by the collector. */
  interface Graph extends AutoCloseable {
    /**
     * Adds the captured work to the device's work of the calling thread; it is done later.
     *
     * @throws jackfield.error.JackfieldException if a bundle whose kernels it has was unplugged, or
     *     if it was closed
     */
    void replay();

    /**
     * Waits until the last replay is done.
     *
     * @throws jackfield.error.InvalidArgument if an operator of the last replay had a wrong index,
     *     which the call would have refused without a graph
     */
    void awaitBlocking();

    /** Returns whether it can be replayed. */
    boolean isUsable();

    /** Waits for the last replay and releases the graph with its memory. */
    @Override
    void close();
  }

  /**
   * What is on a device.
   *
   * @param usedBytes bytes of memory in use, those of graphs included
   * @param reservedBytes bytes of memory taken from the driver, caches included
   * @param streams the number of streams
   * @param graphs the number of graphs and of captures
   * @param modules the number of modules of kernels
   */
  record Content(long usedBytes, long reservedBytes, int streams, int graphs, int modules) {}

  /** Returns the device. */
  Device device();

  /**
   * Runs {@code body}, which computes nothing on the device, and returns a graph of what the
   * calling thread would have computed there. A replay uses the memory of the tensors of the
   * capture.
   *
   * @throws jackfield.error.JackfieldException if the body did what a graph cannot repeat, such as
   *     a copy to the host; nothing is left of the capture then
   */
  Graph capture(Runnable body);

  /** Returns what is on the device now. */
  Content content();
}
