/**
 * The reports of a dispatcher about itself: dumps, events, failures, observed calls.
 *
 * <p>Reports hold names and texts, never objects of a bundle. Read {@link
 * jackfield.report.OperatorReport}, then {@link jackfield.report.PlugEvent} and {@link
 * jackfield.report.CallObserver}.
 */
@Export
@Version("0.1.0")
package jackfield.report;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
