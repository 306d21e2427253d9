package jackfield.spi;

/**
 * Defines operators of one namespace; published as an OSGi service, they exist while it is there.
 */
public interface OperatorLibrary {
  /** Returns the namespace, such as {@code aten}. */
  String namespace();

  /** Defines the operators; called once each time the library is plugged. */
  void define(Library library);
}
