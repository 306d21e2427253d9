package jackfield.backend.cuda.driver.report;

/**
 * What the driver says about a device.
 *
 * @param ordinal its number
 * @param name its name
 * @param major the first number of its compute capability
 * @param minor the second number of its compute capability
 * @param memoryBytes the size of its memory
 * @param pciBusId its place on the bus
 * @param multiprocessors the number of its multiprocessors
 */
public record DeviceProperties(
    int ordinal,
    String name,
    int major,
    int minor,
    long memoryBytes,
    String pciBusId,
    int multiprocessors) {
  /** Returns the compute capability as one number, such as 90 for 9.0. */
  public int computeCapability() {
    return 10 * major + minor;
  }
}
