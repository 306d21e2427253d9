package jackfield.backend.cuda.driver.failure;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Refuses to leave a device in the wrong order: a device is left by the thread that has entered it,
 * in the reverse order.
 */
public final class DeviceEntryRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  private DeviceEntryRefused(String work, String found, String remedy) {
    super(
        new ErrorText(work + " is refused")
            .part("asked", work)
            .part("found", found)
            .part("available", "the current device, which is as it was")
            .part("try", remedy)
            .toString());
  }

  /** Refuses to leave a device that another thread has entered. */
  public static DeviceEntryRefused ofOther(Thread thread) {
    return new DeviceEntryRefused(
        "leaving the device of another thread",
        thread + " has entered it",
        "closing what enter() returned, in that thread");
  }

  /** Refuses to leave a device before one that was entered later. */
  public static DeviceEntryRefused outOfOrder() {
    return new DeviceEntryRefused(
        "leaving a device before the one that was entered last",
        "the thread has entered another device after it",
        "leaving devices in the reverse order");
  }
}
