package jackfield.backend.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.cuda.standin.StandIn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The stand-in's device with all kernels of this module. */
final class StandInDevice {
  private StandInDevice() {}

  /** Returns the stand-in; tests that call this are skipped where g++ is missing. */
  static StandIn load() {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    StandIn standIn = StandIn.load(Path.of("target/standin"));
    standIn.useKernels(sources());
    return standIn;
  }

  static GpuDevices devices() {
    return GpuDevices.find(load().library().toString());
  }

  private static Map<String, String> sources() {
    Map<String, String> sources = new TreeMap<>();
    try {
      for (String folder : new String[] {"src/main/cuda", "src/generated/cuda"}) {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
          for (Path file : files.toList()) {
            sources.put(file.getFileName().toString(), Files.readString(file));
          }
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return sources;
  }
}
