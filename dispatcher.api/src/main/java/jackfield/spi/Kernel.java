package jackfield.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Registers a method as a kernel while its component is plugged. The component is a {@link
 * KernelHost}, {@link Backend}, {@link Feature} or {@link OperatorLibrary}.
 *
 * <p>
 *
 * {@snippet :
 * @Component
 * public final class Doubling implements KernelHost {
 *   @Kernel("acme::twice(Tensor x) -> Tensor")
 *   Tensor twice(Tensor x) {
 *     return aten.add(x, x);
 *   }
 *
 *   @Kernel(value = "acme::twice", key = "CUDA")
 *   static Tensor onDevice(DispatchKeySet keys, Tensor x) {
 *     return Native.twice(x);
 *   }
 * }
 * }
 *
 * <p>All kernels of a component are published in one generation. If one kernel is refused, all are.
 *
 * @see jackfield.boxing.JavaKernel#method the types of parameters and results
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Kernel {
  /**
   * Returns the operator's name or its schema. A schema also defines the operator. The namespace of
   * an operator library may be omitted.
   */
  String value();

  /**
   * Returns the key's name, such as {@code CPU} or {@code AutogradCUDA}. If it is empty, a
   * backend's method gets the key of its device; any other method gets CompositeImplicitAutograd.
   */
  String key() default "";

  /**
   * Returns whether the method also defines the operator, with a schema inferred from its types.
   */
  boolean defines() default false;
}
