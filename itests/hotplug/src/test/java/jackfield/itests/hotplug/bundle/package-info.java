/**
 * The bundles that tests plug: {@link jackfield.itests.hotplug.bundle.BundleJar} builds them, and
 * the other classes are packed into them. Most fail or stay in one way.
 */
package jackfield.itests.hotplug.bundle;
