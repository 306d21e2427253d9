package jackfield.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.dispatch.SchemaCompatibility.Incompatible;
import jackfield.dispatch.SchemaCompatibility.Reason;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares every recorded pair of schemas. */
class C10SchemaComparisonTest {
  // C10 is silent about the other reasons.
  private static final Map<Reason, String> BACKWARD =
      Map.of(Reason.MISSING_DEFAULT, "missing_default");
  private static final Map<Reason, String> FORWARD =
      Map.of(
          Reason.MISSING_DEFAULT, "missing_default",
          Reason.CONTAINER_DEFAULT, "container_default",
          Reason.ARGUMENT, "argument",
          Reason.OUT_ARGUMENT, "out_argument",
          Reason.OUT_COUNT, "out_count");

  @TestFactory
  Stream<DynamicTest> everyPairComparesAsRecorded() {
    return C10Recordings.vectors("schema_compare.jsonl.gz").stream()
        .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> check(vector)));
  }

  @Test
  void vectorsAreThere() {
    assertThat(C10Recordings.vectors("schema_compare.jsonl.gz")).hasSizeGreaterThan(200);
  }

  private static void check(JsonNode vector) {
    OperatorSchema newer = OperatorSchema.parse(vector.get("new").asText());
    OperatorSchema older = OperatorSchema.parse(vector.get("old").asText());

    assertThat(newer.equals(older)).isEqualTo(vector.get("equal").asBoolean());
    assertThat(newer.firstDifference(older).map(C10SchemaComparisonTest::kindOf).orElse("null"))
        .isEqualTo(vector.get("diff").asText());
    require(
        newer.backwardCompatibilityWith(older), BACKWARD, vector, "backward_compatible", "why_not");
    require(
        newer.forwardCompatibilityWith(older),
        FORWARD,
        vector,
        "forward_compatible",
        "why_not_forward");
  }

  private static void require(
      SchemaCompatibility compatibility,
      Map<Reason, String> reasons,
      JsonNode vector,
      String answer,
      String reason) {
    assertThat(compatibility.isCompatible()).isEqualTo(vector.get(answer).asBoolean());
    if (compatibility instanceof Incompatible(Reason found, String place)) {
      assertThat(reasons.getOrDefault(found, ""))
          .as("%s at '%s'", found, place)
          .isEqualTo(vector.get(reason).asText());
    }
  }

  private static String kindOf(SchemaDifference difference) {
    return switch (difference) {
      case SchemaDifference.ArgumentCount _ -> "argument_count";
      case SchemaDifference.ReturnCount _ -> "return_count";
      case SchemaDifference.ArgumentType type -> "argument_type " + type.position();
      case SchemaDifference.ReturnType type -> "return_type " + type.position();
    };
  }
}
