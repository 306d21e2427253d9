package jackfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in JVMs of their own, compiled against the packaged artifact. */
class ProgramIT {
  private static final List<String> UNNEEDED =
      List.of(
          "jackfield.aten.signature.LongToNothing$Keyed", // the interface of kernels of a type
          "jackfield.aten.LinalgLu", // an operator with a type of its own
          "jackfield.aten.library.AtenKernels", // what kernels without a backend share
          "sun.security.provider.NativePRNG"); // random numbers for names of files

  @TempDir private Path folder; // set before each test

  @BeforeEach
  void writeProgram() throws IOException {
    Path source = Files.createDirectories(folder.resolve("source/acme"));
    Files.writeString(
        source.resolve("Acme.java"),
        """
        package acme;

        import jackfield.Jackfield;
        import jackfield.MissingJvmFlag;
        import jackfield.tensor.HostData;

        public final class Acme {
          public static void main(String[] arguments) {
            try (Jackfield jackfield = Jackfield.start()) {
              var x = jackfield.tensor(new float[] {1, 2});
              System.out.println("sum " + HostData.floats(jackfield.aten().add(x, x))[1]);
              try (var fast = jackfield.plug("backend.cpu")) {
                float four = HostData.floats(jackfield.aten().mul(x, x))[1];
                System.out.println("plugged " + fast + " " + four);
              }
            } catch (MissingJvmFlag missing) {
              System.out.println("missing " + missing.flag());
              System.out.println(missing.getMessage());
            }
          }
        }
        """);
  }

  private Tool.Result run(String tool, List<String> arguments) throws Exception {
    return new Tool(folder).run(tool, arguments);
  }

  private void compile(List<String> options) throws Exception {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-d", classes(), folder.resolve("source/acme/Acme.java").toString()));
    Tool.Result compiled = run("javac", arguments);
    assertThat(compiled.text()).isEmpty();
    assertThat(compiled.code()).isZero();
  }

  private String classes() {
    return folder.resolve("classes").toString();
  }

  private Tool.Result runOnClassPath(List<String> flags) throws Exception {
    compile(List.of("-cp", ArtifactPath.joined()));
    List<String> arguments = new ArrayList<>(flags);
    String path = classes() + File.pathSeparator + ArtifactPath.joined();
    arguments.addAll(List.of("-cp", path, "acme.Acme"));
    return run("java", arguments);
  }

  @Test
  void aProgramOnTheClassPathPlugsABackend() throws Exception {
    Tool.Result result = runOnClassPath(Tool.FLAGS);
    assertThat(result.text()).contains("sum 4.0").contains("plugged backend.cpu 0.1.0 4.0");
    assertThat(result.code()).isZero();
  }

  @Test
  @Tag("thorough")
  void aProgramOnTheModulePathPlugsABackend() throws Exception {
    Path module = folder.resolve("source/module-info.java");
    Files.writeString(module, "module acme { requires jackfield; }");
    compile(List.of("-p", ArtifactPath.joined(), module.toString()));
    String path = classes() + File.pathSeparator + ArtifactPath.joined();
    Tool.Result result =
        run(
            "java",
            List.of(
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=jackfield.dispatcher.api",
                "-p",
                path,
                "-m",
                "acme/acme.Acme"));
    assertThat(result.text()).contains("sum 4.0").contains("plugged backend.cpu 0.1.0 4.0");
    assertThat(result.code()).isZero();
  }

  @Test
  void withoutTheIncubatorModuleTheReferenceBackendComputesAndThePlugNamesTheFlag()
      throws Exception {
    Tool.Result result = runOnClassPath(List.of(Tool.FLAGS.get(1)));
    assertThat(result.text())
        .contains("sum 4.0")
        .contains("missing --add-modules=jdk.incubator.vector")
        .contains("plug backend.cpu: failed")
        .doesNotContain("plugged backend.cpu");
  }

  @Test
  void aStartLoadsNoClassThatNoCallNeeds() throws Exception {
    Path log = folder.resolve("classes.log");
    Tool.Result result = runOnClassPath(List.of(Tool.FLAGS.get(1), "-Xlog:class+load:file=" + log));
    assertThat(result.text()).contains("sum 4.0");
    String loaded = Files.readString(log);
    assertThat(loaded.contains("jackfield.aten.signature.LongToNothing ")).isTrue();
    assertThat(UNNEEDED.stream().filter(name -> loaded.contains(" " + name + " "))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "threads=many, 'must be a number from 1 to 1024, found \"many\"'",
    "memory.budget=abc, 'must be a number of bytes from 1048576, found \"abc\"'",
    "fence=x, 'must be membarrier or readers, found \"x\"'",
  })
  void aPropertyThatMeansNothingStopsTheStart(String property, String problem) throws Exception {
    List<String> flags = new ArrayList<>(Tool.FLAGS);
    flags.add("-Djackfield." + property);
    Tool.Result result = runOnClassPath(flags);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.text())
        .contains("jackfield.StartFailed: Jackfield.start: failed")
        .contains("-Djackfield.%s %s".formatted(property.split("=", 2)[0], problem))
        .contains("try        java -Djackfield.")
        .doesNotContain("sum 4.0", "SEVERE");
  }

  @Test
  @Tag("thorough")
  void aJvmThatDeniesNativeAccessIsToldTheFlag() throws Exception {
    Tool.Result result = runOnClassPath(List.of("--illegal-native-access=deny"));
    assertThat(result.text()).contains("missing --enable-native-access=ALL-UNNAMED");
  }
}
