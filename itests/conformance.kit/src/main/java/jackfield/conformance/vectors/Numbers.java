package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;

/** How vectors write numbers: plain, or as text where JSON has none. */
final class Numbers {
  private Numbers() {}

  static double real(JsonNode node) {
    return node.isTextual() ? real(node.textValue()) : node.doubleValue();
  }

  static double real(String text) {
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
