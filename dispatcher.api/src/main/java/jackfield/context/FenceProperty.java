package jackfield.context;

import jackfield.error.InvalidArgument;

/**
 * The property of the JVM that chooses which side of the epochs' protocol fences. It has a class of
 * its own, so that its value can be checked before the class that chooses is initialized: a class
 * whose initializer has thrown stays unusable, and its later errors do not tell why.
 */
public final class FenceProperty {
  /** The name of the property. */
  public static final String NAME = "jackfield.fence";

  static final String MEMBARRIER = "membarrier";
  static final String READERS = "readers";

  private FenceProperty() {}

  /**
   * Checks the value of the property.
   *
   * @throws InvalidArgument if it is neither {@code membarrier} nor {@code readers}, or if it is
   *     {@code membarrier} and this system does not offer that call
   */
  public static void require() {
    String wanted = required(System.getProperty(NAME));
    if (MEMBARRIER.equals(wanted) && ProcessFence.IS_BY_READERS) {
      throw refused(
          "is membarrier, which is not available here; omit the property, or set it to readers");
    }
  }

  /** Returns the value, null if the property is absent. */
  static String required(String value) {
    if (value != null && !value.equals(MEMBARRIER) && !value.equals(READERS)) {
      throw refused("must be %s or %s, found \"%s\"".formatted(MEMBARRIER, READERS, value));
    }
    return value;
  }

  private static InvalidArgument refused(String problem) {
    return new InvalidArgument("jackfield.context", "-D" + NAME, problem);
  }
}
