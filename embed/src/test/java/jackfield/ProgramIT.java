package jackfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in JVMs of their own, compiled against the packaged artifact. */
class ProgramIT {
  private static final List<String> FLAGS =
      List.of("--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED");
  @TempDir private Path folder; // set before each test

  private record Result(int code, String text) {}

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

  private Result run(String tool, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(arguments);
    File output = folder.resolve("output").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
    Process process = builder.redirectOutput(output).start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("no end: " + command + Files.readString(output.toPath()));
    }
    return new Result(process.exitValue(), Files.readString(output.toPath()));
  }

  private void compile(List<String> options) throws Exception {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-d", classes(), folder.resolve("source/acme/Acme.java").toString()));
    Result compiled = run("javac", arguments);
    assertThat(compiled.text()).isEmpty();
    assertThat(compiled.code()).isZero();
  }

  private String classes() {
    return folder.resolve("classes").toString();
  }

  private Result runOnClassPath(List<String> flags) throws Exception {
    compile(List.of("-cp", ArtifactPath.joined()));
    List<String> arguments = new ArrayList<>(flags);
    String path = classes() + File.pathSeparator + ArtifactPath.joined();
    arguments.addAll(List.of("-cp", path, "acme.Acme"));
    return run("java", arguments);
  }

  @Test
  void aProgramOnTheClassPathPlugsABackend() throws Exception {
    Result result = runOnClassPath(FLAGS);
    assertThat(result.text()).contains("sum 4.0").contains("plugged backend.cpu 0.1.0 4.0");
    assertThat(result.code()).isZero();
  }

  @Test
  void aProgramOnTheModulePathPlugsABackend() throws Exception {
    Path module = folder.resolve("source/module-info.java");
    Files.writeString(module, "module acme { requires jackfield; }");
    compile(List.of("-p", ArtifactPath.joined(), module.toString()));
    String path = classes() + File.pathSeparator + ArtifactPath.joined();
    Result result =
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
    Result result = runOnClassPath(List.of(FLAGS.get(1)));
    assertThat(result.text())
        .contains("sum 4.0")
        .contains("missing --add-modules=jdk.incubator.vector")
        .contains("plug backend.cpu: failed")
        .doesNotContain("plugged backend.cpu");
  }

  @Test
  void aJvmThatDeniesNativeAccessIsToldTheFlag() throws Exception {
    Result result = runOnClassPath(List.of("--illegal-native-access=deny"));
    assertThat(result.text()).contains("missing --enable-native-access=ALL-UNNAMED");
  }
}
