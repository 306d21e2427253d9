package jackfield.backend.cuda.launch;

import jackfield.backend.cuda.driver.DeviceFunction;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.KernelModule;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The kernels of one source file. For devices of compute capability 9 they are compiled, and loaded
 * together. Other devices, and drivers that refuse what is compiled, get the PTX of a kernel when
 * it is first launched; whether they accept the family is found with the shortest kernel.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class KernelFamily implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(KernelFamily.class.getName());
  private static final int[] ARCHITECTURES = {90, 80}; // the newest first
  private static final int COMPILED = 90;
  private static final String BUNDLE = "backend.cuda";

  private final GpuContext context;
  private final String family;
  private final int architecture;
  private final Set<String> names;
  private final KernelModule compiled; // all kernels; null where the driver compiles them
  private final Map<String, KernelModule> modules = new HashMap<>(); // guarded by this
  private SoftReference<PtxText> text; // guarded by this

  private KernelFamily(
      GpuContext context, String family, int architecture, PtxText text, KernelModule compiled) {
    this.context = context;
    this.family = family;
    this.architecture = architecture;
    this.compiled = compiled;
    this.names = Set.copyOf(text.kernels());
    this.text = new SoftReference<>(compiled == null ? text : null); // only its names are needed
  }

  /**
   * Loads a family for the newest architecture that the device and the driver accept.
   *
   * @throws CudaFailure if the driver accepts none
   */
  static KernelFamily load(GpuContext context, String family) {
    int capability = context.device().properties().computeCapability();
    byte[] compiled = capability / 10 == COMPILED / 10 ? compiled(family) : null;
    if (compiled != null) {
      PtxText text = PtxText.read(family, COMPILED); // before the driver has anything to unload
      try {
        KernelModule all = context.load(family, compiled, BUNDLE);
        return new KernelFamily(context, family, COMPILED, text, all);
      } catch (CudaFailure refused) {
        LOG.log(
            System.Logger.Level.INFO,
            "the driver compiles the kernels " + family + " itself: " + refused.getMessage());
      }
    }
    return loadText(context, family, capability);
  }

  private static KernelFamily loadText(GpuContext context, String family, int capability) {
    CudaFailure refusal = null;
    for (int architecture : ARCHITECTURES) {
      if (architecture <= capability) {
        PtxText text = PtxText.read(family, architecture);
        KernelFamily found = new KernelFamily(context, family, architecture, text, null);
        try {
          found.module(text.shortest());
          return found;
        } catch (CudaFailure refused) {
          refusal = refused;
        }
      }
    }
    throw refusal == null ? tooOld(capability) : refusal;
  }

  private static IllegalStateException tooOld(int capability) {
    return new IllegalStateException(
        "the device has compute capability %d.%d, kernels need 8.0"
            .formatted(capability / 10, capability % 10));
  }

  /** Returns the compiled kernels of a family, for devices of compute capability 9. */
  public static byte[] compiled(String family) {
    return PtxText.resource("cubin/%s.%d.cubin.gz".formatted(family, COMPILED));
  }

  /** Returns the PTX of a family as it is in the bundle. */
  public static byte[] ptx(String family, int architecture) {
    return PtxText.bytes(family, architecture);
  }

  /** Returns the names of the kernels of a family. */
  public static Set<String> names(String family, int architecture) {
    return PtxText.read(family, architecture).kernels();
  }

  /** Returns the PTX of one kernel of a family, as the driver gets it. */
  public static byte[] only(String family, int architecture, String kernel) {
    return PtxText.read(family, architecture).only(kernel);
  }

  boolean has(String kernel) {
    return names.contains(kernel);
  }

  /** Returns a kernel that the family has. */
  DeviceFunction function(String kernel, String operator) {
    KernelModule module = compiled == null ? module(kernel) : compiled;
    return module.function(kernel, operator);
  }

  private synchronized KernelModule module(String kernel) {
    KernelModule known = modules.get(kernel);
    if (known == null) {
      known = context.load(kernel, text().only(kernel), BUNDLE);
      modules.put(kernel, known);
    }
    return known;
  }

  private PtxText text() {
    PtxText found = text.get();
    if (found == null) {
      found = PtxText.read(family, architecture);
      text = new SoftReference<>(found);
    }
    return found;
  }

  @Override
  public synchronized void close() {
    if (compiled != null) {
      compiled.close();
    }
    modules.values().forEach(KernelModule::close);
    modules.clear();
  }
}
