package jackfield.memory;

import jackfield.error.InvalidArgument;

/**
 * The location of a tensor's elements.
 *
 * @param type the lower-case name of the kind of device, such as {@code cpu} or {@code meta}; a
 *     third party's backend defines its own
 * @param index the number of the device, or −1 for the only or the current one
 */
public record Device(String type, int index) {
  /** The host's memory. */
  public static final Device CPU = new Device("cpu", -1);

  /** No memory: tensors with a shape and a type only. */
  public static final Device META = new Device("meta", -1);

  /**
   * Rejects an empty name or an index below −1.
   *
   * @throws InvalidArgument for either
   */
  public Device {
    if (type.isEmpty() || index < -1) {
      throw new InvalidArgument(
          "device",
          "'" + type + "'",
          "with index " + index + ": expected a name and an index from 0");
    }
  }

  /**
   * Parses {@code type} or {@code type:index}.
   *
   * @throws InvalidArgument if the text has another form
   */
  public static Device parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return text.equals("cpu") ? CPU : new Device(text, -1);
    }
    try {
      return new Device(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException _) {
      throw new InvalidArgument("device", "'" + text + "'", "is not like cpu or cuda:1");
    }
  }

  /** Returns whether elements are in host memory, readable by address. */
  public boolean isHost() {
    return type.equals("cpu");
  }

  /** Returns {@code type} or {@code type:index}. */
  @Override
  public String toString() {
    return index < 0 ? type : type + ":" + index;
  }
}
