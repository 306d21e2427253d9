package jackfield.dispatcher.impl.registry;

/**
 * Kernels that are gone for a moment and will be back; calls may wait for them until it is closed.
 */
public interface Expectation extends AutoCloseable {
  @Override
  void close();
}
