/**
 * Plug, unplug, swap and update of real bundles, inside a framework in a JVM of its own.
 *
 * <p>To write a test, copy {@link jackfield.itests.hotplug.platform.PlatformIT}. The packages
 * below: the started platform and its driver ({@code platform}), the bundles that tests plug
 * ({@code bundle}), what unplugged bundles leave behind ({@code leak}), and tests that start the
 * launcher ({@code process}).
 */
package jackfield.itests.hotplug;
