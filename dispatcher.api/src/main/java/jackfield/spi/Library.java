package jackfield.spi;

import jackfield.kernel.OperatorType;
import java.util.List;

/**
 * Accepts the definitions and kernels of an operator library while it is plugged. Kernels without a
 * key are composite kernels (CompositeImplicitAutograd). They work on any backend, and autograd
 * differentiates the operators that they call.
 */
public interface Library extends KernelRegistrar {
  /**
   * Defines the operator of a type.
   *
   * @throws jackfield.dispatch.DuplicateDefinition if it is defined already
   * @throws jackfield.boxing.RegistrationRefused if its namespace is not the library's
   */
  default Library define(OperatorType<?, ?, ?> type) {
    return define(type, List.of());
  }

  /**
   * Defines the operator of a type, with tags; see {@link jackfield.schema.OperatorTags}.
   *
   * @throws jackfield.dispatch.DuplicateDefinition if it is defined already
   * @throws jackfield.boxing.RegistrationRefused if its namespace is not the library's
   */
  Library define(OperatorType<?, ?, ?> type, List<Integer> tags);

  /**
   * Defines an operator by its schema, for boxed calls; a missing namespace is filled in.
   *
   * @throws jackfield.schema.SchemaSyntax if the text is no schema
   * @throws jackfield.dispatch.DuplicateDefinition if it is defined already
   * @throws jackfield.boxing.RegistrationRefused if its namespace is not the library's
   */
  default Library define(String schema) {
    return define(schema, List.of());
  }

  /**
   * Defines an operator by its schema, with tags.
   *
   * @throws jackfield.schema.SchemaSyntax if the text is no schema
   * @throws jackfield.dispatch.DuplicateDefinition if it is defined already
   * @throws jackfield.boxing.RegistrationRefused if its namespace is not the library's
   */
  Library define(String schema, List<Integer> tags);
}
