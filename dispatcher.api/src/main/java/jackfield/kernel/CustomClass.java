package jackfield.kernel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names an annotated class in schemas: values of a class with {@code @CustomClass("acme.Key")} have
 * the type {@code __torch__.torch.classes.acme.Key}. Calls pass them unchanged.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CustomClass {
  /** Returns the library's namespace and the class name, separated by a dot. */
  String value();
}
