package jackfield.kernel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the class in schemas: values of a class that is annotated {@code @CustomClass("acme.Key")}
 * have the type {@code __torch__.torch.classes.acme.Key}. They are passed as they are.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CustomClass {
  /** Returns the library's namespace and the name there, with a dot between. */
  String value();
}
