package jackfield.backend.cuda.driver;

import jackfield.memory.TensorFate;
import java.util.Locale;

/**
 * The settings of a device.
 *
 * @param memoryFraction the part of the device's memory that may be taken
 * @param isBlocking whether every launch waits for its kernel, so that errors name it
 * @param fate what becomes of tensors in the device's memory when the driver's bundle is unplugged
 */
record DeviceSettings(double memoryFraction, boolean isBlocking, TensorFate fate) {
  private static final double MOST = 0.95; // the driver and other processes need some

  /** Returns the settings that system properties choose. */
  static DeviceSettings ofProperties() {
    String fraction = System.getProperty("jackfield.cuda.memory.fraction", "");
    String fate = System.getProperty("jackfield.cuda.tensors", "veto");
    return new DeviceSettings(
        fraction.isEmpty() ? MOST : Math.clamp(Double.parseDouble(fraction), 0.0, 1.0),
        Boolean.getBoolean("jackfield.cuda.blocking"),
        TensorFate.valueOf(fate.toUpperCase(Locale.ROOT)));
  }
}
