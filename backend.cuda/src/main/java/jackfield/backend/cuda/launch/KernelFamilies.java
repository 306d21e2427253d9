package jackfield.backend.cuda.launch;

import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All families of kernels. One that the driver does not accept is left out and named in the log;
 * its operators are not registered, the others are.
 */
public final class KernelFamilies implements AutoCloseable {
  public static final String MOVES = "moves";
  public static final String POINTWISE = "pointwise";
  public static final String INDEXING = "indexing";
  public static final String SCANS = "scans";
  public static final String CONVOLUTIONS = "convolutions";
  public static final String NORMALIZATIONS = "normalizations";
  public static final String LOSSES = "losses";
  public static final String POOLINGS = "poolings";
  public static final String REDUCTIONS = "reductions";
  public static final String TOTALS = "totals";
  public static final String PRODUCTS = "products";
  public static final String LINES = "lines";
  public static final String ALIGNMENTS = "alignments";
  public static final String RESAMPLING = "resampling";
  public static final String BAGS = "bags";
  public static final String STATISTICS = "statistics";
  public static final String SEGMENTS = "segments";
  public static final String RANDOM = "random";
  public static final String FOURIER = "fourier";

  /** The families that are written by hand; the others are generated. */
  public static final List<String> WRITTEN =
      List.of(
          MOVES,
          POINTWISE,
          INDEXING,
          SCANS,
          CONVOLUTIONS,
          NORMALIZATIONS,
          LOSSES,
          ALIGNMENTS,
          POOLINGS,
          RESAMPLING,
          BAGS,
          STATISTICS,
          SEGMENTS,
          RANDOM,
          FOURIER,
          REDUCTIONS,
          TOTALS,
          PRODUCTS,
          LINES);

  private static final System.Logger LOG = System.getLogger(KernelFamilies.class.getName());

  private final Map<String, KernelFamily> loaded;

  private KernelFamilies(Map<String, KernelFamily> loaded) {
    this.loaded = loaded;
  }

  /** Loads the families of these names. */
  public static KernelFamilies load(GpuContext context, List<String> names) {
    Map<String, KernelFamily> loaded = new LinkedHashMap<>();
    for (String name : names) {
      try {
        loaded.put(name, KernelFamily.load(context, name));
      } catch (CudaFailure refused) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the kernels " + name + " are not registered: " + refused.getMessage());
      }
    }
    return new KernelFamilies(loaded);
  }

  /** Returns whether a family is loaded. */
  public boolean has(String... families) {
    return loaded.keySet().containsAll(List.of(families));
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
