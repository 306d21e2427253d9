package jackfield.launcher;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Inspects the machine without loading anything into this process.
 *
 * @param root the root of its file system; tests pass a folder
 */
record Machine(Path root) {
  private static final List<String> LIBRARY_FOLDERS =
      List.of("lib", "lib64", "usr/lib", "usr/lib64", "usr/local/lib", "usr/local/cuda/lib64");
  private static final List<String> VECTOR_FLAGS =
      List.of("avx512f", "avx512_bf16", "avx2", "fma", "f16c", "sve", "asimd");

  private static final Pattern DRIVER = Pattern.compile("Kernel Module\\D*(\\d{3})\\.\\d");
  private static final int OLDEST_DRIVER = 520; // of CUDA 11.8

  Finding jdk() {
    Runtime.Version version = Runtime.version();
    String found = version + " at " + System.getProperty("java.home");
    // 25.0.0 to 25.0.2 can corrupt arrays that are pinned while native code reads them.
    return version.compareToIgnoreOptional(Runtime.Version.parse("25.0.3")) >= 0
        ? Finding.ok("JDK", found)
        : Finding.missing("JDK", found, "install a JDK from 25.0.3 on");
  }

  Finding vectors() {
    String flags = String.join(" ", cpuFlags().stream().filter(VECTOR_FLAGS::contains).toList());
    try {
      // By reflection, since only backend.cpu compiles against the incubating module.
      Object species =
          Class.forName("jdk.incubator.vector.FloatVector").getField("SPECIES_PREFERRED").get(null);
      Class<?> speciesType = Class.forName("jdk.incubator.vector.VectorSpecies");
      int bits = (int) speciesType.getMethod("vectorBitSize").invoke(species);
      return Finding.ok(
          "vectors", "%d bits, %d floats at once (%s)".formatted(bits, bits / 32, flags));
    } catch (ReflectiveOperationException noModule) {
      return Finding.missing(
          "vectors",
          "the JVM runs without jdk.incubator.vector",
          "start with ./jackfield, or add --add-modules=jdk.incubator.vector");
    }
  }

  Finding cores() {
    return Finding.ok("cores", Runtime.getRuntime().availableProcessors() + " for this process");
  }

  Finding memory() {
    long heap = Runtime.getRuntime().maxMemory();
    return Finding.ok(
        "memory", "%s in the machine, Java heap up to %s".formatted(physical(), gibibytes(heap)));
  }

  private static String physical() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? gibibytes(system.getTotalMemorySize())
        : "unknown";
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }

  Finding nativeAccess() {
    return Machine.class.getModule().isNativeAccessEnabled()
        ? Finding.ok("natives", "foreign functions are enabled on " + System.getProperty("os.arch"))
        : Finding.missing(
            "natives",
            "the JVM forbids foreign functions",
            "start with ./jackfield, or add --enable-native-access=ALL-UNNAMED");
  }

  Finding oneDnn() {
    return library("libdnnl.so")
        .map(file -> Finding.ok("oneDNN", file.toString()))
        .orElseGet(() ->
            Finding.absent(
                "oneDNN",
                "no libdnnl.so: the CPU backends compute in pure Java",
                "apt install libdnnl3, once a bundle asks for it"));
  }

  Finding gpu() {
    Optional<Path> driver = library("libcuda.so");
    Path version = root.resolve("proc/driver/nvidia/version");
    if (driver.isPresent() && Files.exists(version)) {
      return gpu(driver.get(), version);
    }
    if (Files.exists(version)) {
      return Finding.absent(
          "GPU", "an NVIDIA driver without libcuda.so.1", "apt install libcuda1 of that driver");
    }
    return Finding.absent(
        "GPU",
        "no NVIDIA driver: tensors are on the CPU",
        "apt install nvidia-driver, with a card");
  }

  /** Judges an installed driver by its version and the rights on its devices. */
  private Finding gpu(Path driver, Path version) {
    int number = driverVersion(version);
    if (number > 0 && number < OLDEST_DRIVER) {
      return Finding.absent(
          "GPU",
          "NVIDIA driver %d is too old: tensors are on the CPU".formatted(number),
          "install NVIDIA's driver %d or newer".formatted(OLDEST_DRIVER));
    }
    Path control = root.resolve("dev/nvidiactl");
    if (Files.exists(control) && !Files.isReadable(control)) {
      return Finding.absent(
          "GPU",
          "this user may not use the NVIDIA devices",
          "rights on /dev/nvidia*, such as the group of " + control);
    }
    String title = number > 0 ? " " + number : "";
    return Finding.ok(
        "GPU",
        "NVIDIA driver%s, %s; plug backend.cuda.driver, then backend.cuda"
            .formatted(title, driver));
  }

  /** Returns the first number of the driver's version, or 0 if it is not known. */
  private static int driverVersion(Path file) {
    try {
      Matcher found = DRIVER.matcher(Files.readString(file));
      return found.find() ? Integer.parseInt(found.group(1)) : 0;
    } catch (IOException unreadable) {
      return 0;
    }
  }

  private Optional<Path> library(String prefix) {
    return LIBRARY_FOLDERS.stream()
        .flatMap(folder -> Stream.of(root.resolve(folder), root.resolve(folder).resolve(triplet())))
        .filter(Files::isDirectory)
        .flatMap(folder -> inFolder(folder, prefix).stream())
        .findFirst();
  }

  private static Optional<Path> inFolder(Path folder, String prefix) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).findFirst();
    } catch (IOException unreadable) {
      return Optional.empty(); // a folder that cannot be read offers no library
    }
  }

  private static String triplet() {
    return System.getProperty("os.arch").equals("aarch64")
        ? "aarch64-linux-gnu"
        : "x86_64-linux-gnu";
  }

  private List<String> cpuFlags() {
    try (Stream<String> lines = Files.lines(root.resolve("proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("flags") || line.startsWith("Features"))
          .findFirst()
          .map(line -> Arrays.asList(line.substring(line.indexOf(':') + 1).strip().split(" ")))
          .orElse(List.of());
    } catch (IOException notLinux) {
      return List.of();
    }
  }
}
