package jackfield.tools.backends;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Refuses a device, or a stand-in for its driver, that a verb cannot use. */
public final class DeviceRefused extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String device;
  private final String found;
  private final String remedy;

  /**
   * Creates the error.
   *
   * @param device the kind of device, such as {@code cuda}
   * @param asked what was asked, such as an option
   * @param found what is in its way
   * @param available what there is
   * @param remedy what to try
   */
  public DeviceRefused(String device, String asked, String found, String available, String remedy) {
    super(
        new ErrorText("the device " + device + " is refused")
            .part("asked", asked)
            .part("found", found)
            .part("available", available)
            .part("try", remedy)
            .toString());
    this.device = device;
    this.found = found;
    this.remedy = remedy;
  }

  /** Returns the kind of device. */
  public String device() {
    return device;
  }

  /** Returns what is in its way. */
  public String found() {
    return found;
  }

  /** Returns what to try. */
  public String remedy() {
    return remedy;
  }
}
