/**
 * The platform that tests run in, its driver, and what tests ask and expect of it. {@link
 * jackfield.itests.hotplug.platform.FrameworkExtension} and {@link
 * jackfield.itests.hotplug.platform.Inside} are the two halves of the driver. Read {@link
 * jackfield.itests.hotplug.platform.PlatformIT} first, then {@link
 * jackfield.itests.hotplug.platform.Panel}.
 */
package jackfield.itests.hotplug.platform;
