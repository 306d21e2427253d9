package jackfield.spi;

/**
 * What a user may change about the devices of a kind; an OSGi service of the bundle that looks for
 * them.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface DeviceControl extends DeviceStatus {
  /**
   * Withdraws a device, destroys everything on it and publishes it anew, after a kernel has made it
   * unusable. Bundles with kernels lose the device and get the new one. Tensors on it are lost.
   *
   * @param ordinal the number of the device
   * @throws jackfield.error.InvalidArgument if there is no such device
   */
  void reset(int ordinal);

  /**
   * Turns the fallback on or off: operators without a kernel for the device are computed on the
   * CPU, and their arguments and results are copied. It is off at first. Nothing changes where
   * there is no device.
   *
   * @return whether it was on before
   */
  boolean fallback(boolean isOn);
}
