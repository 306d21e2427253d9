package jackfield;

import jackfield.context.FenceProperty;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.memory.HostMemory;
import jackfield.parallel.Parallel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The flags of the JVM that bundles need, checked before something fails for the lack of one. */
final class JvmFlags {
  static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final String ADD_VECTOR_MODULE = "--add-modules=" + VECTOR_MODULE;

  private JvmFlags() {}

  /**
   * Checks that tensors can have memory outside the Java heap.
   *
   * @throws MissingJvmFlag if this JVM forbids it; one that only warns is accepted
   */
  static void requireNativeAccess() {
    Module api = HostBytes.class.getModule();
    if (api.isNativeAccessEnabled()) {
      return;
    }
    try {
      long _ = HostBytes.ALL.byteSize(); // the class asks for native access when initialized
    } catch (ExceptionInInitializerError | NoClassDefFoundError denied) {
      String who = api.isNamed() ? api.getName() : "ALL-UNNAMED";
      throw new MissingJvmFlag(
          "Jackfield.start",
          "--enable-native-access=" + who,
          "this JVM denies native access, which tensors need",
          "",
          denied);
    }
  }

  /**
   * Checks the properties of the JVM that the platform reads.
   *
   * @throws StartFailed if one has a value that means nothing
   */
  static void requireProperties() {
    require(
        FenceProperty::require,
        "java -D%s=readers …, or no such flag for the fence that the system has"
            .formatted(FenceProperty.NAME));
    require(
        Parallel::threads,
        "java -D%s=%d …, or no such flag for as many as the machine has processors"
            .formatted(Parallel.THREADS_PROPERTY, Runtime.getRuntime().availableProcessors()));
    require(
        HostMemory::initialBudget,
        "java -D%s=%d …, or no such flag for the largest size of the Java heap"
            .formatted(HostMemory.BUDGET_PROPERTY, Runtime.getRuntime().maxMemory()));
  }

  private static void require(Runnable check, String remedy) {
    try {
      check.run();
    } catch (InvalidArgument wrong) {
      throw new StartFailed(wrong.getMessage(), remedy, wrong);
    }
  }

  static boolean hasVectorModule() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  /**
   * Checks that the JVM has the incubator module if a bundle imports it.
   *
   * @throws MissingJvmFlag if it has not
   */
  static void requireForBundle(String action, Path file) {
    if (!hasVectorModule() && importsVectorModule(file)) {
      throw new MissingJvmFlag(
          action,
          ADD_VECTOR_MODULE,
          "the bundle imports %s, and this JVM has no such module".formatted(VECTOR_MODULE),
          "backend.cpu.reference, which is plugged and needs no flag",
          null);
    }
  }

  private static boolean importsVectorModule(Path file) {
    try (JarFile jar = new JarFile(file.toFile(), false)) {
      Manifest manifest = jar.getManifest();
      String imports =
          manifest == null ? null : manifest.getMainAttributes().getValue("Import-Package");
      return imports != null && imports.contains(VECTOR_MODULE);
    } catch (IOException _) {
      return false; // no jar: the platform refuses it with its own message
    }
  }
}
