package jackfield.backend.cuda.driver;

/** Resets devices on which a kernel has failed; an OSGi service of the driver's bundle. */
public interface DeviceReset {
  /**
   * Withdraws the devices' services, destroys everything on one device, and publishes the devices
   * anew. Bundles with kernels lose the device and get the new one. Tensors on it are lost.
   *
   * @param ordinal the number of the device
   */
  void reset(int ordinal);

  /** Returns why there is no device, with a remedy; empty if there is one. */
  String problem();
}
