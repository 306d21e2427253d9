/**
 * Matrix products by NVIDIA's library cuBLASLt, where it is installed.
 *
 * <p>Read {@link jackfield.backend.cuda.driver.matrix.MatrixLibrary}, then {@link
 * jackfield.backend.cuda.driver.matrix.MatrixProduct}. The library stays loaded until the process
 * ends, as the driver does.
 */
@Export
@Version("0.1.0")
package jackfield.backend.cuda.driver.matrix;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
