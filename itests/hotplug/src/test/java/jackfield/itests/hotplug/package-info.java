/**
 * Tests that run inside a framework of their own, in a JVM of their own.
 *
 * <p>To write one, copy {@link jackfield.itests.hotplug.PlatformIT}; {@link
 * jackfield.itests.hotplug.FrameworkExtension} and {@link jackfield.itests.hotplug.Inside} are the
 * driver.
 */
package jackfield.itests.hotplug;
