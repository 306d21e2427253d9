package jackfield.spi;

/**
 * A component that has nothing to say but its methods with {@link Kernel}; published as an OSGi
 * service, they are plugged while it is there.
 */
public interface KernelHost {}
