/**
 * Training as PyTorch's users know it. {@link jackfield.nn.Nn} makes modules, losses and
 * optimizers; all of them compute with the operators of the platform that made them.
 *
 * <p>Read {@link jackfield.nn.Nn}, then the packages {@code module}, {@code loss} and {@code
 * optim}. The packages {@code layer}, {@code activation}, {@code convolution}, {@code
 * normalization}, {@code recurrent} and {@code attention} have a family of modules each, {@code
 * schedule} has the learning-rate schedules, {@code data} the batches.
 *
 * <p><em>Threads</em>: a module or an optimizer is used by one thread at a time.
 */
@Export
@Version("0.1.0")
package jackfield.nn;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
