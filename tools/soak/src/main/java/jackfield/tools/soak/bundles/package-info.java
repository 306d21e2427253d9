/**
 * The bundles that soaks install: {@code Freight} makes versions of them, a {@code Move} changes
 * one, {@code Stage} carries a move out.
 */
package jackfield.tools.soak.bundles;
