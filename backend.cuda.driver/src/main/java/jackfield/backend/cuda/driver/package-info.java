/**
 * Devices of NVIDIA's driver: contexts, streams, events, modules of kernels, and memory.
 *
 * <p>Read {@link jackfield.backend.cuda.driver.GpuDevice}, then {@link
 * jackfield.backend.cuda.driver.GpuContext} and {@link jackfield.backend.cuda.driver.DeviceMemory}.
 * The bundle stays while backends come and go: native libraries and device memory belong to it.
 */
@Export
@Version("0.1.0")
package jackfield.backend.cuda.driver;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
