package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.conformance.value.Numbers;
import jackfield.conformance.value.TensorValue;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Values that the recording build computed wrong, described by a rule. There the product of two
 * complex vectors is always 0, since its linear algebra library returns complex numbers by another
 * convention than the build expects. Type, shape and strides of such a result are right. Some
 * gradients of convolutions are there although the mask does not ask for them. Solutions of linear
 * equations that exceed the reciprocal of the rounding error consist of rounding errors: the matrix
 * is singular but for these.
 */
final class FaultyRecordings {
  private static final Set<String> VECTOR_PRODUCTS = Set.of("dot", "vdot", "inner", "matmul");

  private static final Set<String> SOLUTIONS = Set.of("linalg_solve", "linalg_solve_ex");
  private static final List<String> CONTENT =
      List.of("data", "positions", "values", "sum", "abs_sum", "min", "max");
  private static final int CONVOLUTION_MASK = 10;
  private static final double LARGEST_SOLUTION = 0x1p52;

  private FaultyRecordings() {}

  /** Returns whether {@code vector} is a call whose recorded value is wrong. */
  static boolean contain(RecordedVector vector) {
    return isProductOfVectors(vector) || isUnasked(vector) || isRounding(vector);
  }

  /** Returns whether the result and its gradients consist of rounding errors. */
  static boolean isRounding(RecordedVector vector) {
    JsonNode result = vector.json().path("out").path(0);
    return !vector.isProgram()
        && SOLUTIONS.contains(OperatorName.parse(vector.operator()).base())
        && result.path("dtype").asText().equals("float64")
        && Math.max(Math.abs(part(result, "min")), Math.abs(part(result, "max")))
            > LARGEST_SOLUTION;
  }

  private static double part(JsonNode sampled, String name) {
    return sampled.has(name) ? Numbers.real(sampled.get(name)) : 0;
  }

  private static boolean isProductOfVectors(RecordedVector vector) {
    JsonNode result = vector.json().path("out").path(0);
    return !vector.isProgram()
        && VECTOR_PRODUCTS.contains(OperatorName.parse(vector.operator()).base())
        && vector.json().get("args").valueStream().limit(2).allMatch(FaultyRecordings::isVector)
        && isComplexZero(result);
  }

  private static boolean isVector(JsonNode argument) {
    return TensorValue.isTensor(argument)
        && argument.get("shape").size() == 1
        && argument.get("shape").get(0).longValue() > 0;
  }

  private static boolean isComplexZero(JsonNode result) {
    return TensorValue.isTensor(result)
        && DType.ofName(result.get("dtype").textValue()).isComplex()
        && result.path("data").size() == 1
        && result.get("data").get(0).valueStream().allMatch(part -> Numbers.real(part) == 0);
  }

  private static boolean isUnasked(RecordedVector vector) {
    return !vector.isProgram() && !unasked(vector.json()).isEmpty();
  }

  /** Returns the numbers of the gradients that a convolution gives without being asked. */
  private static List<Integer> unasked(JsonNode call) {
    JsonNode mask = call.path("args").path(CONVOLUTION_MASK);
    boolean isMasked = call.path("op").asText().equals("aten::convolution_backward");
    return IntStream.range(0, isMasked ? mask.size() : 0)
        .filter(i -> !mask.get(i).asBoolean() && call.path("out").path(i).isObject())
        .boxed()
        .toList();
  }

  /**
   * Returns the call of {@code vector} with a result of any value, and without gradients that it
   * does not ask for.
   */
  static JsonNode withoutValue(RecordedVector vector) {
    ObjectNode call = vector.json().deepCopy();
    if (isUnasked(vector)) {
      unasked(call).forEach(i -> ((ArrayNode) call.get("out")).setNull(i));
      return call;
    }
    ((ObjectNode) call.get("out").get(0)).remove(CONTENT);
    return call;
  }
}
