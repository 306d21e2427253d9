package jackfield.spi;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.memory.MemoryDomain;
import jackfield.schema.OperatorName;

/**
 * Takes the kernels of a backend or feature while it is plugged; all of them appear at one moment,
 * and leave at one moment with the component that brought them.
 *
 * <p><em>Threads</em>: used during the {@code register} call it was passed to, by that thread.
 */
public interface KernelRegistrar {
  /** Returns the key that kernels are registered at when none is given. */
  DispatchKey key();

  /** Registers {@code kernel} at {@link #key}. */
  default <P> KernelRegistrar kernel(OperatorType<?, ? super P, P> operator, P kernel) {
    return kernel(operator, key(), kernel);
  }

  /**
   * Registers {@code kernel} at {@code key}.
   *
   * @throws jackfield.boxing.RegistrationRefused if no tensor dispatches to that key
   */
  default <P> KernelRegistrar kernel(
      OperatorType<?, ? super P, P> operator, DispatchKey key, P kernel) {
    return keyed(operator, key, kernel);
  }

  /**
   * Registers a kernel that takes the key set of the call, to go on below with a smaller one.
   *
   * @throws jackfield.boxing.RegistrationRefused if no tensor dispatches to that key
   */
  <K> KernelRegistrar keyed(OperatorType<?, K, ?> operator, DispatchKey key, K kernel);

  /** Registers one body for all forms of an operator: functional, in-place and {@code out=}. */
  default <B> KernelRegistrar structured(StructuredType<B> operators, B body) {
    operators.register(this, key(), body);
    return this;
  }

  /** Registers a boxed kernel for one operator. */
  KernelRegistrar boxed(OperatorName operator, DispatchKey key, BoxedKernel kernel);

  /**
   * Registers a kernel for one operator, such as one that calls a method.
   *
   * @throws jackfield.boxing.RegistrationRefused if it has other types than the kernels before it
   */
  KernelRegistrar function(OperatorName operator, DispatchKey key, KernelFunction kernel);

  /** Makes {@code key} transparent for one operator. */
  KernelRegistrar fallthrough(OperatorName operator, DispatchKey key);

  /**
   * Registers a boxed kernel for every operator that has none of its own at {@code key}.
   *
   * @throws jackfield.boxing.RegistrationRefused if there is one for that key already
   */
  KernelRegistrar fallback(DispatchKey key, BoxedKernel kernel);

  /** Makes {@code key} transparent for every operator that has no kernel of its own at it. */
  KernelRegistrar fallthrough(DispatchKey key);

  /**
   * Names memory that the backend brings. When the backend leaves, the platform lets the calls
   * inside end and its own work, sees to the tensors in that memory ({@link
   * jackfield.memory.TensorFate}), and only then lets the bundle stop; the backend itself has
   * nothing to do. A backend that is plugged anew brings a new domain.
   */
  KernelRegistrar memory(MemoryDomain domain);

  /** Returns who holds the private-use backends: the sorts of device that no key is named for. */
  PrivateBackends privateBackends();

  /** Returns a typed operator, for kernels that call or redispatch. */
  <O extends Operator> O operator(OperatorType<O, ?, ?> type);
}
