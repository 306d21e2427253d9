package jackfield.dispatcher.impl;

/**
 * Kernels that are gone for a moment and will be back; calls may wait for them until it is closed.
 */
interface Expectation extends AutoCloseable {
  @Override
  void close();
}
