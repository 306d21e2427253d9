package jackfield.backend.cuda.launch;

import jackfield.backend.cuda.driver.CudaFailure;
import jackfield.backend.cuda.driver.DeviceFunction;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.KernelModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The kernels of one source file, loaded together. */
public final class KernelFamily implements AutoCloseable {
  private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)\\(");
  private static final int[] ARCHITECTURES = {90, 80}; // the newest first
  private static final String BUNDLE = "backend.cuda";

  private final KernelModule module;
  private final Set<String> names;
  private final Map<String, DeviceFunction> functions = new ConcurrentHashMap<>();

  private KernelFamily(KernelModule module, Set<String> names) {
    this.module = module;
    this.names = names;
  }

  /**
   * Loads a family for the newest architecture that the device and the driver accept.
   *
   * @throws CudaFailure if the driver accepts none
   */
  static KernelFamily load(GpuContext context, String family) {
    int capability = context.device().properties().computeCapability();
    CudaFailure refusal = null;
    for (int architecture : ARCHITECTURES) {
      if (architecture <= capability) {
        byte[] ptx = ptx(family, architecture);
        try {
          return new KernelFamily(context.load(ptx, BUNDLE), names(ptx));
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

  /** Returns the PTX of a family as it is in the bundle. */
  public static byte[] ptx(String family, int architecture) {
    String file = "/jackfield/backend/cuda/ptx/%s.%d.ptx.gz".formatted(family, architecture);
    try (InputStream in = KernelFamily.class.getResourceAsStream(file)) {
      return new GZIPInputStream(in).readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns the names of the kernels of PTX. */
  public static Set<String> names(byte[] ptx) {
    Set<String> found = new HashSet<>();
    Matcher entry = ENTRY.matcher(new String(ptx, StandardCharsets.US_ASCII));
    while (entry.find()) {
      found.add(entry.group(1));
    }
    return found;
  }

  boolean has(String kernel) {
    return names.contains(kernel);
  }

  /** Returns a kernel that the family has. */
  DeviceFunction function(String kernel, String operator) {
    DeviceFunction known = functions.get(kernel);
    return known != null
        ? known
        : functions.computeIfAbsent(kernel, name -> module.function(name, operator));
  }

  @Override
  public void close() {
    module.close();
  }
}
