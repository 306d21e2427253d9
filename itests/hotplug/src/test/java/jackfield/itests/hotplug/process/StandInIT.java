package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.cuda.standin.StandIn;
import jackfield.itests.hotplug.process.Launch.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher runs recordings, graphs and benchmarks on the stand-in for NVIDIA's driver. */
@Tag("thorough")
class StandInIT {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  @TempDir private Path home;

  /** Programs also have decompositions, which only the CPU computes: the fallback is on. */
  private Run conformance() throws Exception {
    String vectors = ROOT.resolve("tools/conformance/src/main/vectors/ops").toString();
    List<String> arguments =
        List.of("conformance", "ops", vectors, "--backend", "cuda", "--stand-in");
    List<String> withGradients = List.of("--op", "add.Tensor", "--op", "prod", "--op", "autograd");
    return new Launch(home, List.of("-Djackfield.cuda.fallback=true"))
        .run(Stream.concat(arguments.stream(), withGradients.stream()).toArray(String[]::new));
  }

  /** Gives the home the sources of the kernels, whose compiled form is kept beside them. */
  private void linkSources() throws IOException {
    Files.createSymbolicLink(home.resolve("backend.cuda"), ROOT.resolve("backend.cuda"));
  }

  @Test
  void recordingsPassOnTheKernelsThatGxxCompiles() throws Exception {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    linkSources();
    Run run = conformance();
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .contains("backend.cuda, backend.cuda.driver")
        .containsPattern("\n[1-9]\\d+ passed, 0 failed, \\d+ skipped");
  }

  @Test
  void aGraphHasTheSameBitsAndEndsWithItsBackendAndLeavesNothing() throws Exception {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    linkSources();
    Run run = new Launch(home).run("soak", "graphs", "--stand-in", "--cycles", "2");
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .contains("22 steps compared, 2 cycles; left: 0 bytes, 1 streams, 0 graphs, 0 modules")
        .contains("31 passed, 0 failed");
  }

  @Test
  void theDemoTrainsOnTheDeviceWhileItsBackendComesAndGoes() throws Exception {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    linkSources();
    String images = ROOT.resolve("examples/data/fashion-mnist").toString();
    Path report = home.resolve("report.json");
    Run run =
        new Launch(home)
            .run(
                "demo",
                "--quick",
                "--device",
                "cuda",
                "--stand-in",
                "--data",
                images,
                "--report",
                report.toString());
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .contains("470 steps, 0 failed", "the speed is not judged")
        .containsPattern("unplugged +backend.cuda ");
    assertThat(Files.readString(report))
        .contains("\"device\" : \"cuda\"", "\"isStandIn\" : true")
        .contains("backend.cuda 0.1.0\", \"backend.cuda.driver 0.1.0\", \"backend.cuda 0.1.0");
  }

  @Test
  void aTrainingStepInAGraphIsMeasured() throws Exception {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    linkSources();
    List<String> bench = List.of("bench", "--backend", "cuda", "--stand-in", "--seconds", "0.01");
    List<String> filter = List.of("--bytes", "4096", "--filter", "device.mlp_graph.step");
    Run run =
        new Launch(home).run(Stream.concat(bench.stream(), filter.stream()).toArray(String[]::new));
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text()).containsPattern("device.mlp_graph.step .* median");
  }

  @Test
  void theResetOfADeviceLeavesTheTensorsAndTheMemoryOfTheOther() throws Exception {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    linkSources();
    Launch launch = new Launch(home, List.of("-Djackfield.cuda.standin.devices=2"));
    Run run =
        launch.run(
            "run",
            launch.script(
                "plug \"$dist/devices/cuda.standin.jar\"",
                "plug \"$dist/devices/backend.cuda.driver.jar\"",
                "plug \"$dist/devices/backend.cuda.jar\"",
                "kept = (call aten::ones [2] device=cuda:1)",
                "resetdevice cuda 0",
                "call aten::ones [2] device=cuda:0",
                "call aten::_to_copy $kept device=cpu",
                "call aten::ones [3] device=cuda:1"));
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .doesNotContain("orphaned")
        .contains("device='cuda:0', size=(2,)", "tensor([1., 1.]", "device='cuda:1', size=(3,)");
  }

  @Test
  void theShellTellsWhyNoDeviceCanBeUsedAndWhatToTry() throws Exception {
    Launch launch = new Launch(home);
    Run run =
        launch.run(
            "run",
            launch.script(
                "plug \"$dist/devices/cuda.standin.jar\"",
                "backends",
                "why aten::add.Tensor CUDA",
                "call aten::add [1,2] [3,4]"));
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .contains("cuda     ", "cuda     try  ", "no bundle registered a kernel")
        .contains("tensor([4., 6.])");
  }

  @Test
  void whatTheStandInNeedsIsToldInOneMessage() throws Exception {
    Run run = conformance();
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.text())
        .contains("plug backend.cuda: failed", "found", "try")
        .doesNotContain("\tat ");
  }
}
