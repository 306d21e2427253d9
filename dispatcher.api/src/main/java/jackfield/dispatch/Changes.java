package jackfield.dispatch;

import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.report.LibraryLabel;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;

/** What one commit registers. */
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
   * Defines an operator with tags, numbers that say more about it and have no influence on which
   * kernel is called; see {@link jackfield.schema.OperatorTags}.
   *
   * @throws DuplicateDefinition if it is defined already
   * @throws jackfield.schema.SchemaMismatch if a kernel that is registered has other types
   * @throws jackfield.boxing.RegistrationRefused if it has more than 64 arguments
   */
  Changes define(OperatorSchema schema, List<Integer> tags);

  /** Keeps an operator's name, and nothing else of it. */
  Changes name(OperatorName operator);

  /**
   * Claims a namespace for one library that defines its operators.
   *
   * @throws jackfield.boxing.RegistrationRefused if another has claimed it
   */
  Changes namespace(String namespace);

  /**
   * Registers a kernel; an operator need not be defined for it.
   *
   * @param key a runtime key or an alias key; {@code null} stands for CompositeImplicitAutograd
   * @throws jackfield.boxing.RegistrationRefused if {@code key} is Undefined or a building block,
   *     or if an earlier kernel has another signature
   * @throws jackfield.schema.SchemaMismatch if the operator's definition has other types
   */
  Changes kernel(OperatorName operator, DispatchKey key, KernelFunction kernel);

  /**
   * Registers a kernel for every operator that has none of its own at {@code key}. As in C10 an
   * alias key is not expanded: it stands for calls without any key.
   *
   * @throws jackfield.boxing.RegistrationRefused if there is one for that key already
   */
  Changes fallback(DispatchKey key, KernelFunction kernel);

  /** Says which library the changes belong to. */
  Changes library(LibraryLabel label);

  /**
   * Sets the rank of the kernels that follow: the higher is before the lower in a key's list, and
   * among equals the newer is before the older. It is 0 at first.
   */
  Changes ranking(int ranking);
}
