package jackfield.spi;

import jackfield.dispatch.Dispatcher;
import java.util.Map;

/**
 * Calls that a bundle must answer before it takes another's place; published as an OSGi service by
 * the bundle itself, or by an operator library for all bundles that have kernels for it.
 *
 * <p>It runs twice: on a dispatcher of its own with the new bundle, and on one that has the kernels
 * which rank below the new ones, or, where that cannot answer, on the one that serves. Both must
 * give the same. At a plug without such kernels it runs once, and must not throw. Without any, each
 * operator that the bundle has kernels for is called with small arguments made from its schema.
 */
public interface SelfCheck {
  /**
   * Makes the calls and returns what each gave, by a name that reports show: a tensor, a number, a
   * text, or a list of those. What it throws means that {@code dispatcher} does not work.
   */
  Map<String, Object> run(Dispatcher dispatcher);
}
