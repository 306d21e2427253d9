/**
 * A class for each Java signature that operators have: the interfaces of their kernels, and the
 * adapters between these and the boxed stack. The name of a class lists the types: {@code
 * Tensor2ScalarToTensor} takes two tensors and a scalar. {@link SignatureType} is the common part;
 * the other classes are generated.
 */
@Export
@Version("0.1.0")
package jackfield.aten.signature;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
