package jackfield.spi;

import jackfield.dispatch.Dispatcher;
import java.util.Map;

/**
 * Calls that check a new bundle before it replaces another. The bundle itself registers it as an
 * OSGi service, or an operator library does so for all bundles with kernels for its operators.
 *
 * <p>The check runs twice and both runs must give equal results. The first uses a dispatcher of its
 * own with the new bundle. The second uses a dispatcher with the kernels that rank below the new
 * ones or, where those have no answer, the platform's dispatcher. If a bundle is plugged and no
 * such kernels exist, the check runs once and must not throw. Without any self-check, the platform
 * calls each operator that the bundle has kernels for, with small arguments created from its
 * schema.
 */
public interface SelfCheck {
  /**
   * Makes the calls and returns the result of each by a name that reports show. A result is a
   * tensor, a number, a text, or a list of these. An exception means that {@code dispatcher} does
   * not work.
   */
  Map<String, Object> run(Dispatcher dispatcher);
}
