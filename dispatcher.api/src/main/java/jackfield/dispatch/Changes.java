package jackfield.dispatch;

/** What one commit registers. */
public interface Changes {
  /**
   * Defines an operator.
   *
   * @throws DuplicateDefinition if it is defined already
   */
  Changes define(OperatorSchema schema);

  /**
   * Registers a kernel; an operator need not be defined for it.
   *
   * @param key a runtime key or an alias key; {@code null} stands for CompositeImplicitAutograd
   * @throws RegistrationRefused if no tensor dispatches to {@code key}
   */
  Changes kernel(OperatorName operator, DispatchKey key, KernelFunction kernel);

  /**
   * Registers a kernel for every operator that has none of its own at {@code key}.
   *
   * @throws RegistrationRefused if there is one for that key already
   */
  Changes fallback(DispatchKey key, KernelFunction kernel);

  /**
   * Sets the rank of the kernels that follow: the higher is before the lower in a key's list, and
   * among equals the newer is before the older. It is 0 at first.
   */
  Changes ranking(int ranking);
}
