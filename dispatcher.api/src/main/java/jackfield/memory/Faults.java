package jackfield.memory;

/**
 * The points at which host memory may be interrupted by an error, because an object is made or a
 * method is entered. It does nothing; a test lets one point after the other throw.
 */
class Faults {
  static final Faults NONE = new Faults();

  void point() {}
}
