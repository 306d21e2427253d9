package jackfield.spi;

/**
 * Adds behaviour to the operators of every backend, such as autograd or a profiler. Its kernels are
 * plugged while it is registered as an OSGi service.
 */
public interface Feature {
  /** Returns the name that errors and reports use, such as {@code autograd}. */
  String name();

  /** Registers the kernels. It is called once each time the feature is plugged. */
  void register(KernelRegistrar kernels);
}
