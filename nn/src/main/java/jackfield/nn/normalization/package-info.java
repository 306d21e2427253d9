/**
 * Modules that bring mean and variance of their input to 0 and 1, over a batch, a layer or a group.
 *
 * <p>Read {@link jackfield.nn.normalization.NormalizationFactory}, then {@link
 * jackfield.nn.normalization.BatchNorm}.
 *
 * <p><em>Threads</em>: as the modules of {@code jackfield.nn.module}; batch norm changes its
 * buffers in training.
 */
@Export
@Version("0.1.0")
package jackfield.nn.normalization;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
