/** Tensors, their element types, storage and memory. */
@Export
@Version("0.1.0")
package jackfield.tensor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
