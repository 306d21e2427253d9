package jackfield.conformance.value;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;

/** Parses the numbers of vectors: plain ones, and texts for numbers that JSON does not have. */
public final class Numbers {
  private Numbers() {}

  public static double real(JsonNode node) {
    return node.isTextual() ? real(node.textValue()) : node.doubleValue();
  }

  public static double real(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> throw new Disagreement("vector", "a number", "'" + text + "'");
    };
  }

  static long[] integers(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToLong(JsonNode::longValue)
        .toArray();
  }
}
