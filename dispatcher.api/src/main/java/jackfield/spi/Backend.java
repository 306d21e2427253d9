package jackfield.spi;

/**
 * Provides kernels for one kind of device. The kernels are plugged while the backend is registered
 * as an OSGi service.
 *
 * <p>Several backends may provide kernels for one device. The service property {@code
 * service.ranking} orders them; among equals the newest is active. When the active backend is
 * unplugged, the next one becomes active.
 */
public interface Backend {
  /**
   * Returns the kind of device, such as {@code cpu}. A name without a key of its own leases one of
   * the private-use backends.
   */
  String device();

  /**
   * Registers the kernels. It is called once each time the backend is plugged. If the backend is
   * first checked and warmed up as a replacement, it is called once before, with a registrar of
   * another dispatcher. Keep in the backend what is costly to create, such as compiled loops: then
   * later calls use what was checked and warmed up.
   */
  void register(KernelRegistrar kernels);
}
