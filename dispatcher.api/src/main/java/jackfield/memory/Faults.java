package jackfield.memory;

/**
 * The points at which an error may interrupt host memory, because an object is created or a method
 * is entered. It does nothing; a test makes each point throw in turn.
 */
class Faults {
  static final Faults NONE = new Faults();

  void point() {}
}
