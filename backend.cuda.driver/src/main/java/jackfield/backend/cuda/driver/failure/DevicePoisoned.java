package jackfield.backend.cuda.driver.failure;

import jackfield.backend.cuda.driver.report.Launch;
import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.List;

/** Refuses work on a device on which a kernel has failed, until the device is reset. */
public final class DevicePoisoned extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String device;
  private final int code;
  private final transient List<Launch> launches;

  /** Creates the error from the failure that made the device unusable. */
  public DevicePoisoned(CudaFailure first) {
    super(
        new ErrorText(first.device() + " is unusable since a kernel failed")
            .part("asked", "work on " + first.device())
            .part(
                "found", "code " + first.code() + ", after " + CudaFailure.story(first.launches()))
            .part("available", "other devices")
            .part(
                "try",
                "resetdevice in the shell, or DeviceControl.reset; the tensors of the device are lost")
            .toString(),
        first);
    this.device = first.device();
    this.code = first.code();
    this.launches = first.launches();
  }

  /** Returns the device. */
  public String device() {
    return device;
  }

  /** Returns the code of the failure. */
  public int code() {
    return code;
  }

  /** Returns the launches before the failure, the newest first. */
  public List<Launch> launches() {
    return launches;
  }
}
