/**
 * Optimizers, which change parameters by their gradients, and their state.
 *
 * <p>Read {@link jackfield.nn.optim.Optimizer}, then {@link jackfield.nn.optim.SGD} and {@link
 * jackfield.nn.optim.ParamGroup}.
 *
 * <p><em>Threads</em>: an optimizer is used by one thread at a time.
 */
@Export
@Version("0.1.0")
package jackfield.nn.optim;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
