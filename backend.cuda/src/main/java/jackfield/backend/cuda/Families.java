package jackfield.backend.cuda;

import jackfield.backend.cuda.driver.CudaFailure;
import jackfield.backend.cuda.driver.GpuContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All families of kernels. One that the driver does not accept is left out and named in the log;
 * its operators are not registered, the others are.
 */
final class Families implements AutoCloseable {
  static final String MOVES = "moves";
  static final String POINTWISE = "pointwise";
  static final String INDEXING = "indexing";
  static final String SCANS = "scans";
  static final String CONVOLUTIONS = "convolutions";
  static final String NORMALIZATIONS = "normalizations";
  static final String LOSSES = "losses";
  static final String POOLINGS = "poolings";
  static final String REDUCTIONS = "reductions";
  static final String TOTALS = "totals";
  static final String PRODUCTS = "products";
  static final String LINES = "lines";

  private static final System.Logger LOG = System.getLogger(Families.class.getName());

  private final Map<String, KernelFamily> loaded;

  private Families(Map<String, KernelFamily> loaded) {
    this.loaded = loaded;
  }

  /** Returns the names of all families. */
  static List<String> names() {
    List<String> names =
        new ArrayList<>(
            List.of(
                MOVES,
                POINTWISE,
                INDEXING,
                SCANS,
                CONVOLUTIONS,
                NORMALIZATIONS,
                LOSSES,
                POOLINGS,
                REDUCTIONS,
                TOTALS,
                PRODUCTS,
                LINES));
    names.addAll(GeneratedKernels.FAMILIES);
    return names;
  }

  static Families load(GpuContext context) {
    Map<String, KernelFamily> loaded = new LinkedHashMap<>();
    for (String name : names()) {
      try {
        loaded.put(name, KernelFamily.load(context, name));
      } catch (CudaFailure refused) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the kernels " + name + " are not registered: " + refused.getMessage());
      }
    }
    return new Families(loaded);
  }

  boolean has(String family) {
    return loaded.containsKey(family);
  }

  /** Returns the family of a kernel, or null. */
  KernelFamily of(String kernel) {
    for (KernelFamily family : loaded.values()) {
      if (family.has(kernel)) {
        return family;
      }
    }
    return null;
  }

  @Override
  public void close() {
    loaded.values().forEach(KernelFamily::close);
  }
}
