package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.handle.Handles.Address;
import jackfield.error.JackfieldException;
import jcuda.driver.JCudaDriver;

/**
 * Copies between two devices, by the driver: directly where the devices can, or else through the
 * host.
 */
public final class PeerCopy {
  private static final String FUNCTION = "cuMemcpyPeerAsync";
  private static final String WORK = "a copy between devices";
  private static final String REASON = "a graph has the work of one device";

  private PeerCopy() {}

  /**
   * Copies bytes after the earlier work of both current streams. Later work of both streams waits
   * for the copy, so the source may be changed or released when this returns.
   *
   * @param from an address in memory of {@code source}
   * @param to an address in memory of {@code target}
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture of either device
   */
  public static void copy(
      GpuContext source, long from, GpuContext target, long to, long sizeBytes) {
    GpuStream reading = source.stream();
    GpuStream writing = target.stream();
    order(reading, writing);
    Runnable added =
        () -> {
          writing.work().uses(to);
          reading.work().uses(from);
          writing.enter(FUNCTION);
          target.check(FUNCTION, add(source, from, target, to, sizeBytes, writing));
        };
    writing.work().addOutside(WORK, REASON, added);
    try {
      order(writing, reading);
    } catch (JackfieldException unordered) { // the source may change when this returns
      writing.synchronize();
      throw unordered;
    }
  }

  private static int add(
      GpuContext source, long from, GpuContext target, long to, long sizeBytes, GpuStream writing) {
    return JCudaDriver.cuMemcpyPeerAsync(
        new Address(to),
        target.handle(),
        new Address(from),
        source.handle(),
        sizeBytes,
        writing.handle());
  }

  /** Lets later work of {@code second} wait for the work that {@code first} has now. */
  private static void order(GpuStream first, GpuStream second) {
    first.work().refuseInCapture(WORK, REASON);
    second.work().refuseInCapture(WORK, REASON);
    try (GpuEvent now = first.context().createEvent()) {
      now.record(first);
      second.waitFor(now);
    }
  }
}
