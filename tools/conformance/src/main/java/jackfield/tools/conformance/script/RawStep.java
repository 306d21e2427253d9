package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.dispatch.Changes;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.List;

/** The registrations of scripts that use the dispatcher directly. */
final class RawStep {
  private RawStep() {}

  /** Adds the registration of {@code step}. */
  static void add(Changes changes, JsonNode step, ScriptKernels kernels) {
    switch (step.get("op").asText()) {
      case "def" -> changes.define(OperatorSchema.parse(step.get("schema").asText()), tags(step));
      case "name" -> changes.name(OperatorName.parse(step.get("name").asText()));
      case "library" -> changes.namespace(step.get("ns").asText());
      case "impl" -> {
        OperatorName name = OperatorName.parse(step.get("name").asText());
        changes.kernel(name, key(step, kernels.numbering()), kernels.kernel(step, name));
      }
      default -> changes.fallback(key(step, kernels.numbering()), kernels.kernel(step, null));
    }
  }

  /** Returns the step's key, null for none. */
  static DispatchKey key(JsonNode step, C10Numbering numbering) {
    JsonNode key = step.path("key");
    return key.isTextual() ? numbering.key(key.asText()) : null;
  }

  /** Returns the step's tags. */
  static List<Integer> tags(JsonNode step) {
    List<Integer> tags = new ArrayList<>();
    step.path("tags").forEach(tag -> tags.add(tag.asInt()));
    return tags;
  }
}
