package jackfield.backend.cuda.driver.failure;

import jackfield.backend.cuda.driver.report.Launch;
import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.List;

/**
 * Reports that a function of the driver failed. Kernels run later than they are launched: the
 * failure of a kernel shows at a later call, so the error lists the launches before it.
 */
public final class CudaFailure extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String function;
  private final int code;
  private final String device;
  private final boolean isSticky;
  private final transient List<Launch> launches;

  /**
   * Creates the error.
   *
   * @param function the function of the driver
   * @param code its result
   * @param name the driver's name of that result
   * @param device the device
   * @param isSticky whether the device is unusable from now on
   * @param launches the last launches, the newest first
   */
  public CudaFailure(
      String function,
      int code,
      String name,
      String device,
      boolean isSticky,
      List<Launch> launches) {
    super(
        new ErrorText(device + " failed with " + name)
            .part("asked", function)
            .part("found", "code " + code + ", after " + story(launches))
            .part("available", isSticky ? "nothing on " + device + " until its reset" : "the rest")
            .part("try", advice(isSticky))
            .toString());
    this.function = function;
    this.code = code;
    this.device = device;
    this.isSticky = isSticky;
    this.launches = List.copyOf(launches);
  }

  private static String advice(boolean isSticky) {
    return isSticky
        ? "the property jackfield.cuda.blocking=true, which names the kernel, then reset the device"
        : "the documentation of that code";
  }

  /** Returns launches as a text for an error, the newest first. */
  public static String story(List<Launch> launches) {
    return launches.isEmpty()
        ? "no launch"
        : String.join(", ", launches.stream().map(Launch::toString).toList());
  }

  /** Returns the function of the driver. */
  public String function() {
    return function;
  }

  /** Returns the driver's code. */
  public int code() {
    return code;
  }

  /** Returns the device. */
  public String device() {
    return device;
  }

  /** Returns whether the device is unusable until its reset. */
  public boolean isSticky() {
    return isSticky;
  }

  /** Returns the launches before the failure, the newest first. */
  public List<Launch> launches() {
    return launches;
  }
}
