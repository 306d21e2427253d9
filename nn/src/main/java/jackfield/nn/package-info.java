/**
 * Training as PyTorch's users know it: modules, losses and optimizers. All of them compute with the
 * operators of the platform that made them.
 *
 * <p>Read {@link jackfield.nn.Nn}, then {@link jackfield.nn.Module} and {@link
 * jackfield.nn.Optimizer}. The package {@code schedule} has the learning-rate schedules, {@code
 * data} the batches.
 *
 * <p><em>Threads</em>: a module or an optimizer is used by one thread at a time.
 */
@Export
@Version("0.1.0")
package jackfield.nn;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
