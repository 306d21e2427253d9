/**
 * Modules whose windows move over an input: convolutions, transposed convolutions and pooling.
 *
 * <p>Read {@link jackfield.nn.convolution.ConvolutionFactory} and {@link
 * jackfield.nn.convolution.ConvOptions}, then {@link jackfield.nn.convolution.Conv2d} and the
 * classes that it extends; {@link jackfield.nn.convolution.PoolingFactory} for pooling.
 *
 * <p><em>Threads</em>: as the modules of {@code jackfield.nn.module}.
 */
@Export
@Version("0.1.0")
package jackfield.nn.convolution;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
