package jackfield.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The tests that recordings result in: agreeing or not, claimed or not, waived or not. */
final class VectorTestsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final List<String> published = new ArrayList<>();
  private final List<RecordedVector> recorded =
      List.of(one("one-1", 1), one("one-2", 2), missing());

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

  /** Returns a recording of an operator that returns one; it agrees if {@code expected} is 1. */
  private static RecordedVector one(String id, int expected) {
    return vector(
        """
        {"id": "%s", "op": "aten::one", "args": [],
         "out": [{"dtype": "int64", "shape": [1], "data": [%d]}]}\
        """
            .formatted(id, expected));
  }

  private static RecordedVector missing() {
    return vector("{\"id\": \"two-1\", \"op\": \"aten::two\", \"args\": []}");
  }

  private static RecordedVector vector(String json) {
    try {
      return new RecordedVector("test.jsonl.gz", MAPPER.readTree(json), json.length());
    } catch (JsonProcessingException wrong) {
      throw new AssertionError(wrong);
    }
  }

  private Stream<DynamicTest> tests(List<String> claims, Waivers waivers) {
    return new VectorTests(new ConformanceRun(dispatcher, null), recorded, claims, waivers)
        .nodes(report -> published.add(report.coverage()))
        .flatMap(VectorTestsTest::leaves);
  }

  /** Returns the test {@code id} for these claims and waivers. */
  private Executable test(String id, List<String> claims, String waivers) throws IOException {
    Waivers read = Waivers.parse("waivers.txt", new BufferedReader(new StringReader(waivers)));
    return tests(claims, read)
        .filter(test -> test.getDisplayName().equals(id))
        .findFirst()
        .orElseThrow()
        .getExecutable();
  }

  private static Stream<DynamicTest> leaves(DynamicNode node) {
    return switch (node) {
      case DynamicContainer container -> container.getChildren().flatMap(VectorTestsTest::leaves);
      case DynamicTest test -> Stream.of(test);
      default -> Stream.empty();
    };
  }

  @Test
  void whatAgreesPasses() throws IOException {
    assertThatCode(test("one-1", List.of("one"), "")::execute).doesNotThrowAnyException();
  }

  @Test
  void whatDiffersFailsAndSaysWhere() throws IOException {
    assertThatThrownBy(test("one-2", List.of("one"), "")::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessage("one-2 output 0 element [0]: expected 2, found 1");
  }

  @Test
  void aKnownFailureIsNoFailure() throws IOException {
    assertThatCode(test("one-2", List.of("one"), "fails one-2 counts wrong")::execute)
        .doesNotThrowAnyException();
  }

  @Test
  void aKnownFailureThatPassesFails() throws IOException {
    assertThatThrownBy(test("one-1", List.of("one"), "fails one-1 counts wrong")::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("waiver no longer needed");
  }

  @Test
  void whatIsUnsupportedMakesNoTest() throws IOException {
    Waivers waivers =
        Waivers.parse(
            "waivers.txt", new BufferedReader(new StringReader("unsupported one-2 none")));
    assertThat(tests(List.of("one"), waivers))
        .extracting(DynamicTest::getDisplayName)
        .contains("one-1")
        .doesNotContain("one-2");
  }

  @Test
  void anOperatorThatIsClaimedMustExist() throws IOException {
    assertThatThrownBy(test("two", List.of("two"), "")::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("there is no two");
  }

  @Test
  void recordingsOfWhatDoesNotExistAreCountedAndMakeNoTests() throws Throwable {
    Stream<DynamicTest> all = tests(List.of(), Waivers.none());
    for (DynamicTest test : all.filter(test -> !test.getDisplayName().equals("one-2")).toList()) {
      assertThat(test.getDisplayName()).isNotEqualTo("two-1").isNotEqualTo("aten::two");
      test.getExecutable().execute();
    }
    assertThat(published)
        .containsExactly(
            "1 of 2 recorded operators are defined; 1 of 2 vectors run: 1 passed, 0 failed,"
                + " 0 excused");
  }

  @Test
  void aClaimOrWaiverOfNothingFails() throws IOException {
    assertThatThrownBy(test("three", List.of("one", "three"), "")::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("claim that nothing tests");
    assertThatThrownBy(test("none-.*", List.of("one"), "fails none-.* gone")::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("matches no recording");
  }

  @Test
  void whatIsNotClaimedIsNotTested() {
    VectorTests tests =
        new VectorTests(
            new ConformanceRun(dispatcher, null), recorded, List.of("two"), Waivers.none());
    assertThat(tests.selected()).extracting(RecordedVector::id).containsExactly("two-1");
  }

  @Tag("slow")
  @Test
  void theKitCarriesEveryRecording() {
    assertThat(RecordedVectors.all()).hasSize(11213);
  }
}
