package jackfield.itests.hotplug.platform;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Makes the tests of a class run inside the started platform: one framework per class, or one for
 * many classes, in a forked JVM; a new instance per test, with its {@code @Inject} fields filled
 * with services. {@code @BeforeEach} and {@code @AfterEach} run inside too. Tests have no
 * parameters; there are no nested classes.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FrameworkExtension.class)
public @interface InsideFramework {
  /**
   * Whether all classes that say so use one framework, as each starts in seconds. Such a class
   * leaves nothing behind: {@link Panel} puts bundles back.
   */
  boolean isShared() default false;
}
