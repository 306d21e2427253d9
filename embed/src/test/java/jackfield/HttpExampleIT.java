package jackfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service in {@code examples/embedding/http} loses no request while its backend changes. */
@Tag("thorough")
class HttpExampleIT {
  private static final Path SOURCES = Path.of("..", "examples", "embedding", "http");

  @TempDir private Path folder; // set before each test

  @Test
  void noRequestIsLostWhileTheBackendIsPluggedAndUnplugged() throws Exception {
    Tool tool = new Tool(folder);
    String classes = folder.resolve("classes").toString();
    Tool.Result compiled =
        tool.run(
            "javac",
            List.of(
                "-cp",
                ArtifactPath.joined(),
                "-d",
                classes,
                SOURCES.resolve("HttpService.java").toString(),
                SOURCES.resolve("Load.java").toString()));
    assertThat(compiled.text()).isEmpty();
    List<String> arguments = new ArrayList<>(Tool.FLAGS);
    String path = classes + File.pathSeparator + ArtifactPath.joined();
    arguments.addAll(List.of("-cp", path, "Load", "2000", "4"));
    Tool.Result load = tool.run("java", arguments);
    assertThat(load.text()).contains("2000 requests, 4 swaps, 0 lost");
    assertThat(load.code()).isZero();
  }
}
