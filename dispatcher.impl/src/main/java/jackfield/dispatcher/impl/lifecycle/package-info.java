/**
 * Plugs, unplugs, swaps and updates bundles.
 *
 * <p>Read {@link jackfield.dispatcher.impl.lifecycle.OsgiPlatform}, then {@link
 * jackfield.dispatcher.impl.lifecycle.BundleInstall} and {@link
 * jackfield.dispatcher.impl.lifecycle.BundleRemoval}.
 */
package jackfield.dispatcher.impl.lifecycle;
