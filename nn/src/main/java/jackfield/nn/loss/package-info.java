/**
 * Losses, by the names of {@code torch.nn.functional}, and the gradients that outlive a step.
 *
 * <p>Read {@link jackfield.nn.loss.Loss}, then {@link jackfield.nn.loss.ClassificationLosses}.
 *
 * <p><em>Threads</em>: a loss is used by one thread.
 */
@Export
@Version("0.1.0")
package jackfield.nn.loss;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
