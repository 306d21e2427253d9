package jackfield.backend.cuda.launch;

import jackfield.backend.cuda.driver.DeviceFunction;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.matrix.MatrixLibrary;
import jackfield.tensor.TypeMismatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kernels and the matrix library of one device, loaded when they are first needed.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class DeviceKernels {
  private static final int BLOCKS_PER_PROCESSOR = 16;

  private final GpuDevice device;
  private final List<String> names;
  private final int processors;
  private final Map<String, DeviceFunction> functions = new ConcurrentHashMap<>();
  private volatile GpuContext context; // null until the first use; any thread writes the same one
  // Both are null until the first use, and after close(); written with the lock of this.
  private volatile KernelFamilies families;
  private volatile Optional<MatrixLibrary> library;

  /**
   * Creates them without loading anything.
   *
   * @param names the names of the families
   */
  DeviceKernels(GpuDevice device, List<String> names) {
    this.device = device;
    this.names = names;
    this.processors = Math.max(1, device.properties().multiprocessors());
  }

  GpuDevice device() {
    return device;
  }

  GpuContext context() {
    GpuContext present = context;
    if (present == null) {
      present = device.context();
      context = present;
    }
    return present;
  }

  /** Returns the number of the device's multiprocessors. */
  int processors() {
    return processors;
  }

  /** Returns the number of blocks of threads that keep the device busy. */
  int mostBlocks() {
    return processors * BLOCKS_PER_PROCESSOR;
  }

  /** Returns the families of kernels that the device has accepted. */
  KernelFamilies families() {
    KernelFamilies present = families;
    return present == null ? load() : present;
  }

  private synchronized KernelFamilies load() {
    if (families == null) {
      families = KernelFamilies.load(context(), names);
    }
    return families;
  }

  /** Returns the library for products of matrices, if it is installed. */
  Optional<MatrixLibrary> library() {
    Optional<MatrixLibrary> present = library;
    return present == null ? openLibrary() : present;
  }

  private synchronized Optional<MatrixLibrary> openLibrary() {
    if (library == null) {
      library = MatrixLibrary.open(context());
    }
    return library;
  }

  /** Returns whether there is a kernel. */
  boolean has(String kernel) {
    return functions.containsKey(kernel) || families().of(kernel) != null;
  }

  /**
   * Returns a kernel.
   *
   * @throws TypeMismatch if there is none for its type
   */
  DeviceFunction function(String operator, String kernel) {
    DeviceFunction known = functions.get(kernel);
    if (known == null) {
      known = find(operator, kernel);
      functions.put(kernel, known);
    }
    return known;
  }

  /** Returns a kernel whose blocks of threads share memory, which a launch may ask for. */
  DeviceFunction sharing(String operator, String kernel, int sharedBytes) {
    DeviceFunction known = functions.get(kernel);
    if (known == null) {
      known = find(operator, kernel);
      known.allowShared(sharedBytes);
      functions.put(kernel, known);
    }
    return known;
  }

  private DeviceFunction find(String operator, String kernel) {
    KernelFamily family = families().of(kernel);
    if (family == null) {
      String type = kernel.substring(kernel.lastIndexOf('_') + 1);
      throw new TypeMismatch(
          operator, device.device() + " has no kernel for " + type + " (" + kernel + ")");
    }
    return family.function(kernel, "aten::" + operator);
  }

  /** Returns whether kernels are loaded, on a device that can be used. */
  boolean isLoaded() {
    return families != null && device.isActive() && context().isUsable();
  }

  /** Unloads the kernels, unless the device cannot be used; a later use loads them again. */
  synchronized void close() {
    Optional<MatrixLibrary> opened = library;
    KernelFamilies unloaded = isLoaded() ? families : null;
    library = null;
    families = null;
    functions.clear();
    try (KernelFamilies _ = unloaded) { // also if the library fails; null is not closed
      if (opened != null) {
        opened.ifPresent(MatrixLibrary::close);
      }
    }
  }
}
