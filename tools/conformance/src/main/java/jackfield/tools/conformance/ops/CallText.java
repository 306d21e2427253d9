package jackfield.tools.conformance.ops;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.TensorValue;
import jackfield.conformance.vectors.RecordedVector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Describes the call of a vector in readable text: tensors by type and shape. */
final class CallText {
  private static final int LONGEST = 160;

  private CallText() {}

  static String of(RecordedVector vector) {
    JsonNode json = vector.json();
    if (vector.isProgram()) {
      return json.path("steps").size() + " steps";
    }
    List<String> arguments = new ArrayList<>();
    json.path("args").forEach(value -> arguments.add(value(value)));
    json.path("kwargs")
        .properties()
        .forEach(named -> arguments.add(named.getKey() + " " + value(named.getValue())));
    String text = String.join(", ", arguments);
    return "(" + (text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text) + ")";
  }

  private static String value(JsonNode node) {
    if (TensorValue.isTensor(node)) {
      return TensorValue.of(node).toString();
    }
    if (node.isArray()) {
      return StreamSupport.stream(node.spliterator(), false)
          .map(CallText::value)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return node.isObject() && node.size() == 1 ? node.elements().next().asText() : node.toString();
  }
}
