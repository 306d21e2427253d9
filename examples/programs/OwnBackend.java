import jackfield.Jackfield;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Packs ReluBackend as a bundle; plugs and unplugs it while a thread computes. */
public class OwnBackend {
  static final AtomicLong right = new AtomicLong(); // calls whose result was right

  public static void main(String[] args) throws Exception {
    try (Jackfield jackfield = Jackfield.start()) {
      Thread caller = Thread.ofPlatform().start(() -> compute(jackfield));
      tell(jackfield, caller);
      try (var _ = jackfield.plug(bundle())) {
        tell(jackfield, caller);
      }
      tell(jackfield, caller);
      caller.interrupt();
      caller.join();
    }
  }

  /** Packs a manifest, the description of the component and its class. */
  static String bundle() throws Exception {
    Path files = Path.of("examples/programs/relu.backend");
    Path code = Path.of(OwnBackend.class.getResource("ReluBackend.class").toURI());
    Path jar = Files.createTempDirectory("own").resolve("relu.backend.jar");
    try (var bundle = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.createDirectory(bundle.getPath("META-INF"));
      Files.copy(files.resolve("manifest"), bundle.getPath("META-INF/MANIFEST.MF"));
      Files.copy(files.resolve("component.xml"), bundle.getPath("component.xml"));
      Files.copy(code, bundle.getPath("ReluBackend.class"));
    }
    return jar.toString();
  }

  static void compute(Jackfield jackfield) {
    for (Tensor x = jackfield.tensor(new float[] {-1, 2}); !Thread.interrupted(); ) {
      try (Scope _ = Scope.open()) { // frees the result
        if (HostData.floats(jackfield.aten().relu(x))[1] != 2) throw new AssertionError("wrong");
        right.incrementAndGet();
      }
    }
  }

  static void tell(Jackfield jackfield, Thread caller) {
    for (long from = right.get(); right.get() < from + 10_000; Thread.onSpinWait()) {
      if (!caller.isAlive()) throw new IllegalStateException("a call failed");
    }
    String server = jackfield.table("aten::relu").row(DispatchKey.CPU).servedBy();
    System.out.println("10000 calls of aten::relu, served by " + server);
  }
}
