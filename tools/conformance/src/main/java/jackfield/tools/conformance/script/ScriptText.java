package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Describes a vector in one line. */
public final class ScriptText {
  private ScriptText() {}

  /** Returns the steps of a script or scenario, or else the vector's input. */
  public static String of(JsonNode vector) {
    List<String> steps = new ArrayList<>();
    vector.path("steps").forEach(step -> steps.add(step(step)));
    vector.path("lines").forEach(line -> steps.add(words(line.path("cmd"))));
    return steps.isEmpty()
        ? vector.path("in").asText(vector.toString())
        : String.join(" | ", steps);
  }

  /** Returns a step's number, its action and the action's parameters. */
  static String step(JsonNode step) {
    StringBuilder text = new StringBuilder(step.path("id").asText());
    step.properties().stream()
        .filter(field -> !field.getKey().equals("id") && !field.getValue().isNull())
        .forEach(field -> text.append(' ').append(words(field.getValue())));
    return text.toString();
  }

  private static String words(JsonNode value) {
    if (!value.isArray()) {
      return value.asText();
    }
    List<String> words = new ArrayList<>();
    value.forEach(word -> words.add(word.asText()));
    return String.join(" ", words);
  }
}
