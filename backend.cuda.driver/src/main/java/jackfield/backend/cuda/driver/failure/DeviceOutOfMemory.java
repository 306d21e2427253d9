package jackfield.backend.cuda.driver.failure;

import jackfield.backend.cuda.driver.report.AllocatorStatistics;
import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports that a device has too little memory, after unused memory was returned to the driver. */
public final class DeviceOutOfMemory extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String device;
  private final long requestedBytes;
  private final transient AllocatorStatistics statistics;

  /**
   * Creates the error.
   *
   * @param device the device
   * @param requestedBytes the size that was requested
   * @param statistics the state of the memory
   */
  public DeviceOutOfMemory(String device, long requestedBytes, AllocatorStatistics statistics) {
    super(
        new ErrorText("out of memory on " + device)
            .part("asked", requestedBytes + " bytes")
            .part("found", statistics.summary())
            .part(
                "available", statistics.limitBytes() - statistics.usedBytes() + " bytes in pieces")
            .part("try", "work in a Scope, close tensors, or raise jackfield.cuda.memory.fraction")
            .toString());
    this.device = device;
    this.requestedBytes = requestedBytes;
    this.statistics = statistics;
  }

  /** Returns the device. */
  public String device() {
    return device;
  }

  /** Returns the requested size in bytes. */
  public long requestedBytes() {
    return requestedBytes;
  }

  /** Returns the state of the memory when it was exhausted. */
  public AllocatorStatistics statistics() {
    return statistics;
  }
}
