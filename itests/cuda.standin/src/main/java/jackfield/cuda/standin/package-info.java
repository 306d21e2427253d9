/**
 * A stand-in for NVIDIA's driver that runs kernels on the CPU, so that tests execute the real Java
 * code down to the calls of the driver. Start reading at {@link jackfield.cuda.standin.StandIn}.
 */
@Export
@Version("0.1.0")
package jackfield.cuda.standin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
