package jackfield.dispatcher.impl.registry;

/**
 * Kernels that are withdrawn for the time of an update. Calls may wait for them until this handle
 * is closed.
 */
public interface Expectation extends AutoCloseable {
  @Override
  void close();
}
