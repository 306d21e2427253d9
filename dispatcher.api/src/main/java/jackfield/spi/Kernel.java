package jackfield.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a kernel while the component whose method it is, a {@link KernelHost}, {@link
 * Backend}, {@link Feature} or {@link OperatorLibrary}, is plugged.
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
 * <p>All kernels of a component appear at one moment; if one is refused, none does.
 *
 * @see jackfield.boxing.JavaKernel#method the types of parameters and results
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Kernel {
  /**
   * Returns the operator's name, or its schema, which then also defines it. A library's namespace
   * may be left out.
   */
  String value();

  /**
   * Returns the key's name, such as {@code CPU} or {@code AutogradCUDA}; empty for the component's
   * own: that of a backend's device, else CompositeImplicitAutograd.
   */
  String key() default "";

  /** Returns whether the method also defines the operator, its schema inferred from the types. */
  boolean defines() default false;
}
