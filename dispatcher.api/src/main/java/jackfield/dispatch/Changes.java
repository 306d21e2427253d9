package jackfield.dispatch;

import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.report.LibraryLabel;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;

/**
 * The registrations of one commit. Use it only during the {@link Dispatcher#commit} call: later it
 * refuses all changes with {@link jackfield.boxing.RegistrationRefused}.
 */
public interface Changes {
  /**
   * Defines an operator.
   *
   * @throws DuplicateDefinition if it is defined already
   */
  default Changes define(OperatorSchema schema) {
    return define(schema, List.of());
  }

  /**
   * Defines an operator with tags. Tags are numbers that describe the operator and have no effect
   * on dispatch; see {@link jackfield.schema.OperatorTags}.
   *
   * @throws DuplicateDefinition if it is defined already
   * @throws jackfield.schema.SchemaMismatch if a registered kernel has other types
   * @throws jackfield.boxing.RegistrationRefused if it has more than 64 arguments
   */
  Changes define(OperatorSchema schema, List<Integer> tags);

  /** Registers an operator's name without a definition or kernel. */
  Changes name(OperatorName operator);

  /**
   * Claims a namespace for the one library that defines its operators.
   *
   * @throws jackfield.boxing.RegistrationRefused if another library has claimed it
   */
  Changes namespace(String namespace);

  /**
   * Registers a kernel; the operator need not be defined yet.
   *
   * @param key a runtime key or an alias key; {@code null} stands for CompositeImplicitAutograd
   * @throws jackfield.boxing.RegistrationRefused if {@code key} is Undefined or a building block,
   *     or if an earlier kernel has another signature
   * @throws jackfield.schema.SchemaMismatch if the operator's definition has other types
   */
  Changes kernel(OperatorName operator, DispatchKey key, KernelFunction kernel);

  /**
   * Registers a kernel for every operator without a kernel of its own at {@code key}. As in C10, an
   * alias key is not expanded: the kernel then applies to calls without any key.
   *
   * @throws jackfield.boxing.RegistrationRefused if that key has a fallback already
   */
  Changes fallback(DispatchKey key, KernelFunction kernel);

  /** Sets the library that the changes belong to. */
  Changes library(LibraryLabel label);

  /**
   * Sets the ranking of the kernels registered after this call. In a key's list a higher ranking
   * comes first; among equals a newer kernel comes first. The initial ranking is 0.
   */
  Changes ranking(int ranking);
}
