/**
 * The bundles that soaks install: {@code SoakBundles} creates versions of them, a {@code
 * BundleChange} describes a change, {@code BundleChanger} executes it.
 */
package jackfield.tools.soak.bundles;
