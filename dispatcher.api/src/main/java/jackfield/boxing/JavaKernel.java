package jackfield.boxing;

import jackfield.kernel.KernelFunction;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Objects;

/** Creates kernels from methods and lambdas, by the types of their parameters and results. */
public final class JavaKernel {
  private JavaKernel() {}

  /**
   * Returns a kernel that calls a method. Its types are inferred from the method's; a leading
   * {@link jackfield.key.DispatchKeySet} parameter receives the key set of the call.
   *
   * <p>Supported types are {@code Tensor}, {@code long} (int), {@link jackfield.schema.SymInt},
   * {@code double} (float), {@code boolean}, {@code String}, {@code Scalar}, {@code Complex},
   * {@code DType} (ScalarType), {@code Layout}, {@code MemoryFormat}, {@code Device}, {@code
   * Generator}, {@code Storage}, {@code Object} (Any); classes with {@link
   * jackfield.kernel.CustomClass}; arrays of tensors, {@code long}, {@code double} and {@code
   * boolean}; {@code Optional} and {@code List} of any of these, {@code OptionalLong}, {@code
   * OptionalDouble}, {@code Map} from strings or numbers; and records, which are tuples. A returned
   * record represents several results. A tensor may be null, which is an undefined one; no other
   * value may.
   *
   * @param target the object whose method it is, or null for a static one
   * @throws RegistrationRefused if a type has no counterpart in schemas, or the method is not
   *     accessible to {@code lookup}
   */
  public static KernelFunction method(MethodHandles.Lookup lookup, Object target, Method method) {
    return of(MethodKernel.of(lookup, target, method));
  }

  /**
   * Returns a kernel that calls {@code kernel}, for example a lambda. Its types are inferred from
   * the one abstract method of {@code signature} as from a method's.
   *
   * @throws RegistrationRefused as {@link #method}, or if {@code signature} has no such method
   */
  public static <F> KernelFunction function(
      MethodHandles.Lookup lookup, Class<F> signature, F kernel) {
    Objects.requireNonNull(kernel, "kernel");
    return of(MethodKernel.of(lookup, kernel, FunctionalMethod.of(signature)));
  }

  private static KernelFunction of(MethodKernel method) {
    return KernelFunction.boxed(BoxedAdapter.spin(method), method.signature(), method);
  }
}
