package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaCompatibility;
import jackfield.schema.SchemaCompatibility.Incompatible;
import jackfield.schema.SchemaCompatibility.Reason;
import jackfield.schema.SchemaDifference;
import jackfield.tools.conformance.script.C10Check;
import jackfield.tools.conformance.script.Expect;
import java.util.Map;

/** Compares a recorded pair of schemas. */
final class SchemaComparisonCheck implements C10Check {
  // C10 reports no other reasons.
  private static final Map<Reason, String> BACKWARD =
      Map.of(Reason.MISSING_DEFAULT, "missing_default");
  private static final Map<Reason, String> FORWARD =
      Map.of(
          Reason.MISSING_DEFAULT, "missing_default",
          Reason.CONTAINER_DEFAULT, "container_default",
          Reason.ARGUMENT, "argument",
          Reason.OUT_ARGUMENT, "out_argument",
          Reason.OUT_COUNT, "out_count");

  @Override
  public void check(JsonNode vector) {
    OperatorSchema newer = OperatorSchema.parse(vector.get("new").asText());
    OperatorSchema older = OperatorSchema.parse(vector.get("old").asText());
    Expect.equal("equal", vector.get("equal").asBoolean(), newer.equals(older));
    Expect.equal(
        "diff",
        vector.get("diff").asText(),
        newer.firstDifference(older).map(SchemaComparisonCheck::kindOf).orElse("null"));
    requireSame(
        newer.backwardCompatibilityWith(older), BACKWARD, vector, "backward_compatible", "why_not");
    requireSame(
        newer.forwardCompatibilityWith(older),
        FORWARD,
        vector,
        "forward_compatible",
        "why_not_forward");
  }

  private static void requireSame(
      SchemaCompatibility compatibility,
      Map<Reason, String> reasons,
      JsonNode vector,
      String answer,
      String reason) {
    Expect.equal(answer, vector.get(answer).asBoolean(), compatibility.isCompatible());
    if (compatibility instanceof Incompatible(Reason found, String place)) {
      Expect.equal(
          reason + " at '" + place + "'",
          vector.get(reason).asText(),
          reasons.getOrDefault(found, ""));
    }
  }

  /** Returns the recordings' name for a difference, with its position. */
  static String kindOf(SchemaDifference difference) {
    return switch (difference) {
      case SchemaDifference.ArgumentCount _ -> "argument_count";
      case SchemaDifference.ReturnCount _ -> "return_count";
      case SchemaDifference.ArgumentType type -> "argument_type " + type.position();
      case SchemaDifference.ReturnType type -> "return_type " + type.position();
    };
  }
}
