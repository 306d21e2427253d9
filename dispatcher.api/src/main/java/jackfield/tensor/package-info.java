/**
 * Tensors, their element types and shapes, and autograd's data about tensors.
 *
 * <p>Read {@link jackfield.tensor.Tensor}, then {@link jackfield.tensor.Shapes} and {@link
 * jackfield.tensor.HostData}. {@link jackfield.tensor.Autograd} is the service of the bundle {@code
 * feature.autograd}; the classes {@code Gradient…} are what it records.
 */
@Export
@Version("0.1.0")
package jackfield.tensor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
