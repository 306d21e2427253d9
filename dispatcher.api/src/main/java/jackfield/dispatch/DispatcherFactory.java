package jackfield.dispatch;

import jackfield.key.DispatchKeySet;

/** Creates dispatchers that share no state with the platform's own; an OSGi service. */
@FunctionalInterface
public interface DispatcherFactory {
  /**
   * Returns a dispatcher without registrations.
   *
   * @param transparent the keys that calls skip while they have no kernel
   */
  Dispatcher create(DispatchKeySet transparent);
}
