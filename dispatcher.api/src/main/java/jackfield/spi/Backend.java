package jackfield.spi;

/**
 * Kernels for one sort of device; published as an OSGi service, it is plugged while it is there.
 *
 * <p>Several backends may serve one device: the service property {@code service.ranking} orders
 * them, the newest is first among equals, and when it leaves the next in line is back.
 */
public interface Backend {
  /**
   * Returns the sort of device, such as {@code cpu}; a name that no key of the inventory has leases
   * one of the private-use backends.
   */
  String device();

  /**
   * Registers the kernels; called once each time the backend is plugged, and before that once more
   * if it is checked and warmed up to take another's place, with a registrar of another dispatcher.
   * What is costly to make, such as compiled loops, is best kept in the backend: then what was
   * checked and warmed up is what serves.
   */
  void register(KernelRegistrar kernels);
}
