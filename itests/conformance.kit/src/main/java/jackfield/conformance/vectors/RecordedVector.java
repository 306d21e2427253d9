package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One line of a file: a call of an operator, or a program of several.
 *
 * @param file the name of the file
 * @param length the length of the line; failures of short vectors are shown first
 */
public record RecordedVector(String file, JsonNode json, int length) {
  /** The name under which programs are counted, since they have no operator of their own. */
  public static final String PROGRAM = "autograd";

  public String id() {
    return json.path("id").asText();
  }

  /** Returns the name of the operator, or {@link #PROGRAM}. */
  public String operator() {
    return isProgram() ? PROGRAM : json.path("op").asText();
  }

  public boolean isProgram() {
    return json.has("steps");
  }

  public boolean hasGradients() {
    return json.has("grad");
  }

  /** Returns the names of all operators that the vector calls. */
  public Set<String> operators() {
    Set<String> names = new TreeSet<>();
    if (!isProgram()) {
      names.add(operator());
    }
    for (JsonNode step : json.path("steps")) {
      if (step.has("op")) {
        names.add(step.get("op").textValue());
      }
    }
    return names;
  }

  /**
   * Returns whether one of {@code names} selects this vector: an operator with or without
   * namespace, or only its base name, which selects every overload.
   */
  public boolean isOfAny(Set<String> names) {
    return selectors().stream().anyMatch(names::contains);
  }

  /** Returns the names that select this vector: the full one, without namespace, the base name. */
  public Set<String> selectors() {
    String full = operator();
    String plain = full.substring(full.indexOf("::") < 0 ? 0 : full.indexOf("::") + 2);
    int dot = plain.indexOf('.');
    return new TreeSet<>(List.of(full, plain, dot < 0 ? plain : plain.substring(0, dot)));
  }
}
