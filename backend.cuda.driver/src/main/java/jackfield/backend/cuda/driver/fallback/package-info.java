/**
 * Computes operators without a kernel for a device on the CPU. {@link
 * jackfield.backend.cuda.driver.fallback.HostFallback} is the kernel, {@code HostCall} one call.
 */
package jackfield.backend.cuda.driver.fallback;
