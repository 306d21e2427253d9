package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import jackfield.tensor.Tensor;

/** Compares the value of a program's variable with a recorded one. */
final class ProgramValue {
  private static final String OUT = "prog-out-";
  private static final String IN_PLACE = "prog-in-";

  private final Tolerance tolerance;
  private final Geometry geometry;
  private final Placement placement;

  /** Takes the tolerance and the compared part of the geometry from {@code program}. */
  ProgramValue(JsonNode program, Placement placement) {
    this.placement = placement;
    tolerance = Tolerance.of(program);
    String id = program.path("id").asText();
    // Otherwise values are factors and gradients, which may have any layout.
    boolean tellsGeometry = id.startsWith(OUT) || id.startsWith(IN_PLACE);
    geometry = tellsGeometry ? Geometry.WHERE_IT_MATTERS : Geometry.FREE;
  }

  /** Throws {@link Disagreement} at the first difference; null is an undefined gradient. */
  void check(JsonNode expected, Tensor found) {
    if (!expected.isNull()) {
      new TensorCheck(tolerance, geometry, placement).check(TensorValue.of(expected), found);
    } else if (found != null) {
      throw new Disagreement("value", "none", found);
    }
  }
}
