/**
 * Tests that start the launcher as a process, and programs that kill it. {@link
 * jackfield.itests.hotplug.process.Launch} is such a process.
 */
package jackfield.itests.hotplug.process;
