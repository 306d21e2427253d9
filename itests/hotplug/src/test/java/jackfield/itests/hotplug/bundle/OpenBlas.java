package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;

/**
 * A backend whose matrix product is that of OpenBLAS. The activator's bundle contains the library,
 * opens it in an arena of its own, and closes the arena after its service was unregistered; by then
 * no call is inside.
 */
public final class OpenBlas implements BundleActivator, Backend {
  /** The libraries in the bundle; each depends on the previous ones. */
  public static final List<String> LIBRARIES =
      List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0");

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final int ROW_MAJOR = 101;
  private static final int NOT_TRANSPOSED = 111;

  // start sets all three.
  private Arena arena;
  private MethodHandle sgemm;
  private ServiceRegistration<Backend> registration;

  @Override
  @SuppressWarnings("restricted") // the platform is started with native access enabled
  public void start(BundleContext context) throws IOException {
    oneThread();
    arena = Arena.ofShared();
    SymbolLookup last = null;
    for (String library : LIBRARIES) {
      last = SymbolLookup.libraryLookup(extracted(context, library), arena);
    }
    sgemm =
        Linker.nativeLinker()
            .downcallHandle(
                last.findOrThrow("cblas_sgemm"),
                FunctionDescriptor.ofVoid(
                    INT,
                    INT,
                    INT,
                    INT,
                    INT,
                    INT,
                    FLOAT,
                    ValueLayout.ADDRESS,
                    INT,
                    ValueLayout.ADDRESS,
                    INT,
                    FLOAT,
                    ValueLayout.ADDRESS,
                    INT));
    registration =
        context.registerService(
            Backend.class, this, FrameworkUtil.asDictionary(Map.of("service.ranking", 100)));
  }

  // OpenBLAS reads this when it is loaded: with one thread, no thread of its own can execute
  // unmapped code.
  @SuppressWarnings("restricted")
  private static void oneThread() {
    MethodHandle setenv =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("setenv"),
                FunctionDescriptor.of(INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, INT));
    try (Arena names = Arena.ofConfined()) {
      int _ =
          (int)
              setenv.invokeExact(
                  names.allocateFrom("OPENBLAS_NUM_THREADS"), names.allocateFrom("1"), 1);
    } catch (Throwable failed) { // a method handle may throw anything; setenv throws nothing
      throw new IllegalStateException("setenv", failed);
    }
  }

  private static Path extracted(BundleContext context, String library) throws IOException {
    Path file = context.getDataFile(library).toPath();
    try (InputStream in = OpenBlas.class.getResourceAsStream("/" + library)) {
      Files.copy(in, file);
    }
    return file;
  }

  @Override
  public void stop(BundleContext context) {
    registration.unregister(); // returns when no call is inside
    arena.close();
  }

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.structured(Aten.MM, this::multiply);
  }

  private void multiply(Tensor self, Tensor mat2, Tensor out) {
    try {
      sgemm.invokeExact(
          ROW_MAJOR,
          NOT_TRANSPOSED,
          NOT_TRANSPOSED,
          (int) self.size(0),
          (int) mat2.size(1),
          (int) self.size(1),
          1f,
          MemorySegment.ofAddress(self.address()),
          (int) self.stride(0),
          MemorySegment.ofAddress(mat2.address()),
          (int) mat2.stride(0),
          0f,
          MemorySegment.ofAddress(out.address()),
          (int) out.stride(0));
    } catch (Throwable failed) { // a method handle may throw anything; sgemm throws nothing
      throw new IllegalStateException("cblas_sgemm", failed);
    }
  }
}
