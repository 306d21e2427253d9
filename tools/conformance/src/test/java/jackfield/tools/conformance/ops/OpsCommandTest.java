package jackfield.tools.conformance.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.derived.DerivedRun;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tools.conformance.ConformanceCommand;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpsCommandTest {
  private static final String ONE =
      "{'id': '%s', 'op': 'aten::one', 'args': [], 'out': [{'dtype': 'int64', 'shape': [1],"
          + " 'data': [%d]}]}";
  private static final String MISSING = "{'id': 'two-1', 'op': 'aten::two.x', 'args': []}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final LocalDispatcher dispatcher = new LocalDispatcher();

  @TempDir private Path folder;

  private final class Target implements OpsCommand.Target {
    @Override
    public Path vectors() {
      return folder;
    }

    @Override
    public String choose(String name, boolean withStandIn) {
      return name == null ? "test" : name;
    }

    @Override
    public ConformanceRun run() {
      return new ConformanceRun(dispatcher, null);
    }

    @Override
    public DerivedRun derived() {
      return new DerivedRun(dispatcher);
    }
  }

  @BeforeEach
  void recordVectors() throws IOException {
    write("a.jsonl.gz", ONE.formatted("one-1", 1), MISSING);
  }

  @BeforeEach
  void defineOperator() {
    OperatorSchema one = OperatorSchema.parse("aten::one() -> Tensor");
    dispatcher.commit(
        Provenance.of("test"),
        changes ->
            changes
                .define(one)
                .kernel(
                    one.name(),
                    DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD,
                    KernelFunction.boxed(
                        (_, _, stack) -> stack.push(HostData.tensor(new long[] {1}, 1)))));
  }

  private void write(String name, String... lines) throws IOException {
    try (OutputStream file = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      String text = String.join("\n", lines).replace('\'', '"');
      file.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private int run(String... arguments) {
    return ConformanceCommand.run(
        new Target(),
        null, // not used
        new PrintStream(out, true),
        new PrintStream(err, true),
        List.of(arguments));
  }

  private List<String> lines() {
    return Arrays.asList(out.toString(StandardCharsets.UTF_8).split(System.lineSeparator()));
  }

  @Test
  void theLastLineIsTheTotal() {
    assertThat(run("ops")).isZero();
    assertThat(lines()).last().isEqualTo("1 passed, 0 failed, 1 skipped");
    assertThat(lines())
        .anyMatch(line -> line.startsWith("skipped for 1 missing") && line.contains("two.x 1"));
  }

  @Test
  void aFailureIsToldAndEndsWithOne() throws IOException {
    write("b.jsonl.gz", ONE.formatted("one-2", 2));
    assertThat(run("ops", folder.toString())).isEqualTo(1);
    assertThat(lines())
        .contains("FAILED one-2 aten::one(): output 0 element [0]: expected 2, found 1")
        .last()
        .isEqualTo("1 passed, 1 failed, 1 skipped");
  }

  @Test
  void theShortestFailureComesFirst() throws IOException {
    write("b.jsonl.gz", ONE.formatted("one-long-name", 2), ONE.formatted("one-2", 2));
    run("ops", "--show", "1");
    assertThat(lines()).filteredOn(line -> line.startsWith("FAILED one-2")).hasSize(1);
    assertThat(lines()).noneMatch(line -> line.startsWith("FAILED one-long-name"));
    assertThat(lines()).anyMatch(line -> line.startsWith("… and 1 failures more"));
  }

  @Test
  void anOperatorIsSelectedByAnyOfItsNames() {
    for (String name : List.of("two", "two.x", "aten::two.x")) {
      out.reset();
      assertThat(run("ops", "--op", name)).isZero();
      assertThat(lines()).last().isEqualTo("0 passed, 0 failed, 1 skipped");
    }
    assertThat(run("ops", "--op", "three")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("no vector of three");
  }

  @Tag("slow")
  @Test
  void theReportHoldsCountsAndFailures() throws IOException {
    write("b.jsonl.gz", ONE.formatted("one-2", 2));
    Path report = folder.resolve("report.json");
    run("ops", "--backend", "cpu", "--report", report.toString());
    JsonNode json = new ObjectMapper().readTree(Files.readString(report));
    assertThat(json.get("backend").textValue()).isEqualTo("cpu");
    assertThat(json.get("failed").intValue()).isEqualTo(1);
    assertThat(json.at("/files/b.jsonl.gz/failed").intValue()).isEqualTo(1);
    assertThat(json.at("/operators/aten::one/passed").intValue()).isEqualTo(1);
    assertThat(json.at("/missing/aten::two.x").intValue()).isEqualTo(1);
    assertThat(json.at("/failures/0/where").textValue()).isEqualTo("output 0 element [0]");
  }

  @Test
  void aStandInNeedsABackend() {
    assertThat(run("ops", "--stand-in")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--backend cuda --stand-in");
  }

  @Test
  void badInputIsOneMessageAndTwo() throws IOException {
    assertThat(run("ops", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(run("ops", "--unknown")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(run("ops", "--report", folder.resolve("no/such.json").toString())).isEqualTo(2);
    Files.write(folder.resolve("c.jsonl.gz"), new byte[] {1, 2, 3});
    err.reset();
    assertThat(run("ops")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("c.jsonl.gz").contains("try");
  }

  @Test
  void aTruncatedFileIsTold() throws IOException {
    byte[] whole = Files.readAllBytes(folder.resolve("a.jsonl.gz"));
    Files.write(folder.resolve("a.jsonl.gz"), Arrays.copyOf(whole, whole.length - 12));
    assertThat(run("ops")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("is damaged");
  }
}
