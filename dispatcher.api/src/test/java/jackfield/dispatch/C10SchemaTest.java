package jackfield.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Reads and prints every recorded schema, and refuses every text that C10 refuses. */
class C10SchemaTest {
  private static final Pattern CLASS =
      Pattern.compile("__torch__\\.torch\\.classes\\.(\\w+)\\.(\\w+)");

  private final Set<SchemaType.CustomClass> registered = registeredClasses();

  @TestFactory
  Stream<DynamicTest> everyRegisteredSchemaReadsAndPrintsAsRecorded() {
    return tests("schemas.jsonl.gz");
  }

  @TestFactory
  Stream<DynamicTest> everyTextIsReadOrRefusedAsRecorded() {
    return tests("parse.jsonl.gz");
  }

  @Test
  void vectorsAreThere() {
    assertThat(C10Recordings.vectors("schemas.jsonl.gz")).hasSizeGreaterThan(1000);
    assertThat(C10Recordings.vectors("parse.jsonl.gz")).hasSizeGreaterThan(1000);
  }

  // C10 refuses a class that is not registered; these are the ones it had.
  private static Set<SchemaType.CustomClass> registeredClasses() {
    return Stream.of("schemas.jsonl.gz", "parse.jsonl.gz")
        .flatMap(file -> C10Recordings.vectors(file).stream())
        .filter(vector -> vector.path("custom_class").asBoolean())
        .flatMap(vector -> CLASS.matcher(vector.get("in").asText()).results())
        .map(found -> new SchemaType.CustomClass(found.group(1), found.group(2)))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Stream<DynamicTest> tests(String file) {
    return C10Recordings.vectors(file).stream()
        .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> check(vector)));
  }

  private void check(JsonNode vector) {
    String text = vector.get("in").asText();
    SchemaDialect dialect =
        new SchemaDialect(vector.path("allow_typevars").asBoolean(), registered::contains);
    if (vector.has("error")) {
      assertThatExceptionOfType(SchemaSyntax.class)
          .as(text)
          .isThrownBy(() -> OperatorDeclaration.parse(text, dialect));
    } else if (vector.path("is_name").asBoolean()) {
      OperatorName name = OperatorName.parse(text);
      assertThat(name.name()).isEqualTo(vector.get("name").asText());
      assertThat(name.overload()).isEqualTo(vector.get("overload").asText());
    } else {
      OperatorSchema schema = OperatorSchema.parse(text, dialect);
      RecordedSchema recorded = new RecordedSchema(vector);
      recorded.requireStructure(schema);
      recorded.requireText(schema, dialect);
    }
  }
}
