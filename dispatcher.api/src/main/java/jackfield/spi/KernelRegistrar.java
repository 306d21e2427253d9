package jackfield.spi;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.KernelSource;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.memory.MemoryDomain;
import jackfield.schema.OperatorName;

/**
 * Accepts the kernels of a backend or feature while it is plugged. All kernels are published in one
 * generation, and all are withdrawn in one generation with their component.
 *
 * <p><em>Threads</em>: use it only during the {@code register} call, on the thread of that call,
 * except {@link #operator}.
 */
public interface KernelRegistrar {
  /** Returns the key at which kernels without an explicit key are registered. */
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
   * Registers a kernel that receives the key set of the call, for a redispatch with a smaller one.
   *
   * @throws jackfield.boxing.RegistrationRefused if no tensor dispatches to that key
   */
  <K> KernelRegistrar keyed(OperatorType<?, K, ?> operator, DispatchKey key, K kernel);

  /**
   * Registers kernel {@code number} of {@code source} at {@code key}. The kernel is made when it is
   * first needed. It may use the key set of the call or not, as its class says.
   *
   * @throws jackfield.boxing.RegistrationRefused if no tensor dispatches to that key
   */
  default KernelRegistrar deferred(
      OperatorType<?, ?, ?> operator, DispatchKey key, KernelSource source, int number) {
    return function(operator.name(), key, KernelFunction.deferred(operator, source, number));
  }

  /** Registers one body for all forms of an operator: functional, in-place and {@code out=}. */
  default <B> KernelRegistrar structured(StructuredType<B> operators, B body) {
    operators.register(this, key(), body);
    return this;
  }

  /**
   * Registers body {@code number} of {@code bodies} for all forms of an operator. The body is made
   * when one of them is first needed. The build calls this in place of the method above when the
   * body is a reference to a static method.
   */
  default KernelRegistrar structured(StructuredType<?> operators, KernelSource bodies, int number) {
    operators.register(this, key(), bodies, number);
    return this;
  }

  /** Registers a boxed kernel for one operator. */
  KernelRegistrar boxed(OperatorName operator, DispatchKey key, BoxedKernel kernel);

  /**
   * Registers a kernel for one operator, such as a kernel that invokes a method.
   *
   * @throws jackfield.boxing.RegistrationRefused if its types differ from those of earlier kernels
   */
  KernelRegistrar function(OperatorName operator, DispatchKey key, KernelFunction kernel);

  /** Makes {@code key} transparent for one operator. */
  KernelRegistrar fallthrough(OperatorName operator, DispatchKey key);

  /**
   * Registers a boxed kernel for every operator without a kernel of its own at {@code key}.
   *
   * @throws jackfield.boxing.RegistrationRefused if that key has a fallback already
   */
  KernelRegistrar fallback(DispatchKey key, BoxedKernel kernel);

  /** Makes {@code key} transparent for every operator without a kernel of its own at it. */
  KernelRegistrar fallthrough(DispatchKey key);

  /**
   * Registers a memory domain of the backend. When the backend is unplugged, the platform waits for
   * running calls and for the backend's own work. It then evacuates or orphans the tensors in that
   * memory ({@link jackfield.memory.TensorFate}) and only then stops the bundle. The backend itself
   * does nothing. A backend that is plugged again registers a new domain.
   */
  KernelRegistrar memory(MemoryDomain domain);

  /**
   * Returns the leases of the private-use backends, for kinds of device without a key of their own.
   */
  PrivateBackends privateBackends();

  /**
   * Returns a typed operator, for kernels that call or redispatch. Unlike the other methods it may
   * be called at any time and by any thread. An operator has a dispatch table from the first such
   * call on, so kernels request an operator when they first call it.
   */
  <O extends Operator> O operator(OperatorType<O, ?, ?> type);
}
