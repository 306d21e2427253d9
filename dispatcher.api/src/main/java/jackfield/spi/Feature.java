package jackfield.spi;

/**
 * Something that cuts across operators, such as autograd or a profiler; published as an OSGi
 * service, it is plugged while it is there.
 */
public interface Feature {
  /** Returns the name that errors and reports use, such as {@code autograd}. */
  String name();

  /** Registers the kernels; called once each time the feature is plugged. */
  void register(KernelRegistrar kernels);
}
