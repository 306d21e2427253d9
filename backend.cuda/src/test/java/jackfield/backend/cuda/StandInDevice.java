package jackfield.backend.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.cuda.standin.StandIn;
import java.nio.file.Path;
import java.util.List;

/** The stand-in's device with all kernels of this module. */
final class StandInDevice {
  private static final List<Path> SOURCES =
      List.of(Path.of("src/main/cuda"), Path.of("src/generated/cuda"));

  private StandInDevice() {}

  /** Returns the stand-in; tests that call this are skipped where g++ is missing. */
  static StandIn load() {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    StandIn standIn = StandIn.load(Path.of("target/standin"));
    standIn.useKernelsOf(SOURCES);
    return standIn;
  }

  static GpuDevices devices() {
    return GpuDevices.find(load().library().toString());
  }

  /** Returns two devices of the stand-in. */
  static GpuDevices two() {
    StandIn standIn = load();
    standIn.devices(2);
    try {
      return GpuDevices.find(standIn.library().toString());
    } finally {
      standIn.devices(1);
    }
  }
}
