/**
 * What is reported about a device, as records: its properties, the state of its memory, and the
 * launches on it. It calls no driver.
 *
 * <p>Read {@link jackfield.backend.cuda.driver.report.DeviceProperties} first, then {@link
 * jackfield.backend.cuda.driver.report.AllocatorStatistics} and {@link
 * jackfield.backend.cuda.driver.report.PinnedStatistics}. An error of a device names the latest
 * launches there, each a {@link jackfield.backend.cuda.driver.report.Launch}.
 */
@Export
@Version("0.1.0")
package jackfield.backend.cuda.driver.report;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
