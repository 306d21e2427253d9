/**
 * Operators, their kernels, and the dispatch table that selects one for each call.
 *
 * <p>Read {@link jackfield.kernel.Operator}, which holds the table of an operator, then {@link
 * jackfield.kernel.DispatchTable}, which maps a set of keys to a kernel, then {@link
 * jackfield.kernel.KernelFunction}. A boxed call passes its arguments on a {@link
 * jackfield.kernel.Stack}.
 */
@Export
@Version("0.1.0")
package jackfield.kernel;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
