package jackfield.spi;

import jackfield.dispatch.OperatorType;

/**
 * Takes the definitions and kernels of an operator library while it is plugged. Kernels without a
 * key are composed of other operators (CompositeImplicitAutograd): they work on any backend and are
 * differentiable by their parts.
 */
public interface Library extends KernelRegistrar {
  /**
   * Defines the operator of a type.
   *
   * @throws jackfield.dispatch.DuplicateDefinition if it is defined already
   * @throws jackfield.dispatch.RegistrationRefused if its namespace is not the library's
   */
  Library define(OperatorType<?, ?, ?> type);

  /**
   * Defines an operator by its schema, to be called boxed; a missing namespace is filled in.
   *
   * @throws jackfield.dispatch.SchemaSyntax if the text is no schema
   * @throws jackfield.dispatch.DuplicateDefinition if it is defined already
   * @throws jackfield.dispatch.RegistrationRefused if its namespace is not the library's
   */
  Library define(String schema);
}
