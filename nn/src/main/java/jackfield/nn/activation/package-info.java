/**
 * Activations: functions of single elements, and of lines of them.
 *
 * <p>Read {@link jackfield.nn.activation.ActivationFactory}.
 *
 * <p><em>Threads</em>: as the modules of {@code jackfield.nn.module}.
 */
@Export
@Version("0.1.0")
package jackfield.nn.activation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
