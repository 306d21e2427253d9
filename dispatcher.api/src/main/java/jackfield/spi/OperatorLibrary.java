package jackfield.spi;

/**
 * Defines operators of one namespace. They exist while the library is registered as an OSGi
 * service.
 */
public interface OperatorLibrary {
  /** Returns the namespace, such as {@code aten}. */
  String namespace();

  /** Defines the operators. It is called once each time the library is plugged. */
  void define(Library library);
}
