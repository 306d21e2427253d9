/**
 * What is reported about a device, as records: its properties, the state of its memory, and the
 * launches on it. It calls no driver.
 *
 * <p>Read {@link jackfield.backend.cuda.driver.report.DeviceProperties} first, then {@link
 * jackfield.backend.cuda.driver.report.AllocatorStatistics} and {@link
 * jackfield.backend.cuda.driver.report.PinnedStatistics}. An error names each {@link
 * jackfield.backend.cuda.driver.report.Launch} before it.
 */
@Export
@Version("0.1.0")
package jackfield.backend.cuda.driver.report;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
