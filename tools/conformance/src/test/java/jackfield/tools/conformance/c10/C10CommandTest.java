package jackfield.tools.conformance.c10;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.dispatch.DispatcherFactory;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.tools.conformance.ConformanceCommand;
import jackfield.tools.conformance.LocalPlatform;
import jackfield.tools.conformance.ops.OpsCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class C10CommandTest {
  private static final String SCRIPT =
      "{'id': '%s', 'family': 'own', 'preset': 'none', 'steps': [{'id': 1, 'op': 'impl', 'name':"
          + " 't::one', 'key': 'CPU', 'kernel': 'b'}%s], 'results': [{'ok': true, 'ops': [{'op':"
          + " 't::one', 'exists': true, 'schema': null, 'def_count': 0, 'def_and_impl_count': %d,"
          + " 'kernels': {'CPU': ['1']}, 'table': '0:-,1:K1,2-136:-', 'dispatch_args': []}]}%s]}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @BeforeEach
  void recordScripts() throws IOException {
    Files.copy(LocalPlatform.inRepository("c10").resolve("keys.json"), folder.resolve("keys.json"));
    String more = ", {'id': 2, 'op': 'dangling'}";
    String answer = ", {'dangling': ['t::one']}";
    write(
        SCRIPT.formatted("wrong-long", more, 2, answer),
        SCRIPT.formatted("wrong-short", "", 3, ""),
        SCRIPT.formatted("right", more, 1, answer),
        SCRIPT.formatted("weird-invalid", "", 7, ""));
  }

  private void write(String... lines) throws IOException {
    Path file = folder.resolve("dispatch.jsonl.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      String text = String.join("\n", lines).replace('\'', '"');
      packed.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private int run(String... arguments) {
    C10Command.Target target =
        new C10Command.Target() {
          @Override
          public Path recordings() {
            return folder;
          }

          @Override
          public DispatcherFactory dispatchers() {
            return LocalDispatcher::new;
          }
        };
    return ConformanceCommand.run(
        null, // the vectors of ops are not used
        target,
        new PrintStream(out, true),
        new PrintStream(err, true),
        List.of(arguments));
  }

  private List<String> lines() {
    return Arrays.asList(out.toString(StandardCharsets.UTF_8).split(System.lineSeparator()));
  }

  @Test
  void theShortestFailingScriptComesFirstAndTheTotalLast() {
    assertThat(run("c10")).isEqualTo(OpsCommand.FAILED);
    assertThat(lines().getFirst()).startsWith("own ").endsWith("1 passed, 2 failed, 1 skipped");
    assertThat(lines().get(1))
        .contains("wrong-short", "def_and_impl_count: expected 3, found 1", "1 impl t::one CPU b");
    assertThat(lines()).last().isEqualTo("1 passed, 2 failed, 1 skipped");
  }

  @Test
  void aFamilyCanBeChosen() {
    assertThat(run("c10", "--family", "pair")).isZero();
    assertThat(lines()).last().isEqualTo("0 passed, 0 failed, 0 skipped");
  }

  @Test
  void theReportHasEachFailureAndWaiver() throws IOException {
    Path file = folder.resolve("report.json");
    run("c10", folder.toString(), "--report", file.toString());
    JsonNode report = new ObjectMapper().readTree(Files.readAllBytes(file));
    assertThat(report.get("families").get("own").get("passed").asInt()).isOne();
    assertThat(report.get("failures")).hasSize(2);
    assertThat(report.get("failures").get(0).get("id").asText()).isEqualTo("wrong-short");
    assertThat(report.get("waived").has("weird-invalid")).isTrue();
  }

  @Test
  void aFolderWithoutRecordingsIsTold() throws IOException {
    Files.delete(folder.resolve("keys.json"));
    assertThat(run("c10")).isEqualTo(OpsCommand.MISUSED);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("keys.json").contains("try");
  }
}
