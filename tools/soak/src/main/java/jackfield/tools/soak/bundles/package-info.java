/**
 * The bundles that soaks install: {@code Freight} creates versions of them, a {@code Move}
 * describes a change, {@code Stage} executes it.
 */
package jackfield.tools.soak.bundles;
