/**
 * The dispatcher, which defines and looks up operators and accepts kernels.
 *
 * <p>Read {@link jackfield.dispatch.Dispatcher}, then {@link jackfield.dispatch.Registration} and
 * {@link jackfield.dispatch.Transaction}. {@link jackfield.dispatch.Pin} keeps several calls in one
 * generation.
 */
@Export
@Version("0.1.0")
package jackfield.dispatch;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
