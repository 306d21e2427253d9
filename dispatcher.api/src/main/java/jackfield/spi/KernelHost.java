package jackfield.spi;

/**
 * Marks a component that only provides methods annotated with {@link Kernel}. They are plugged
 * while it is registered as an OSGi service.
 */
public interface KernelHost {}
