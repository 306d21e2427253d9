package jackfield.dispatch;

import jackfield.key.DispatchKeySet;

/** Makes dispatchers that share nothing with the platform's own; an OSGi service. */
@FunctionalInterface
public interface DispatcherFactory {
  /**
   * Returns a dispatcher in which nothing is registered.
   *
   * @param transparent the keys that calls pass by while nobody serves them
   */
  Dispatcher create(DispatchKeySet transparent);
}
