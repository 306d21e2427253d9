/**
 * Kernels for NVIDIA's GPUs. Start reading at {@link jackfield.backend.cuda.CudaBackend}, then
 * {@link jackfield.backend.cuda.launch.Launcher} and {@code src/main/cuda/kernel.h}.
 */
package jackfield.backend.cuda;
