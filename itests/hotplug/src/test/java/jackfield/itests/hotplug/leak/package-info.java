/**
 * What unplugged bundles leave behind: class loaders, native libraries, tensors, graphs. Read
 * {@code NothingLeaksIT} first, then {@code LeaksIT}.
 */
package jackfield.itests.hotplug.leak;
