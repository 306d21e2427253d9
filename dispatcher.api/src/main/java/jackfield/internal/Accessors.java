package jackfield.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The accessors that classes have offered. It is filled by static initializers and never changes
 * afterwards.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Accessors {
  private static final Map<Class<?>, Object> BY_OWNER = new ConcurrentHashMap<>();

  private Accessors() {}

  static void offer(Class<?> owner, Object accessor) {
    BY_OWNER.put(owner, accessor);
  }

  /**
   * Returns the accessor of {@code owner}, which is initialized first.
   *
   * @throws IllegalArgumentException if the class offers none
   */
  static Object of(Class<?> owner) {
    Object offered = BY_OWNER.get(owner);
    if (offered == null) {
      initialize(owner);
      offered = BY_OWNER.get(owner);
    }
    if (offered == null) {
      throw new IllegalArgumentException(owner.getName() + " offers no accessor");
    }
    return offered;
  }

  private static void initialize(Class<?> owner) {
    try {
      Class<?> _ = Class.forName(owner.getName(), true, owner.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new LinkageError(owner.getName(), impossible);
    }
  }
}
