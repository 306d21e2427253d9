package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.conformance.value.Disagreement;
import jackfield.dispatch.DispatcherFactory;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Repeats a script of registrations and calls, and compares the state of the operators after each
 * step.
 */
public final class ScriptCheck implements C10Check {
  // C10 has no Profiler key; as long as it has no kernel, calls skip it.
  private static final DispatchKeySet TRANSPARENT = DispatchKeySet.of(DispatchKey.PROFILER);

  private final C10Numbering numbering;
  private final DispatcherFactory dispatchers;
  private final JsonNode preset;

  public ScriptCheck(C10Numbering numbering, DispatcherFactory dispatchers, JsonNode keys) {
    this.numbering = numbering;
    this.dispatchers = dispatchers;
    this.preset = keys.get("default_backend_fallbacks");
  }

  public C10Numbering numbering() {
    return numbering;
  }

  /** Returns a machine in the initial state of {@code vector}. */
  public ScriptMachine machine(JsonNode vector) {
    ScriptMachine machine = new ScriptMachine(dispatchers.create(TRANSPARENT), numbering);
    if (vector.path("preset").asText().equals("default")) {
      machine.addPreset(preset);
    }
    return machine;
  }

  @Override
  public void check(JsonNode script) {
    try (ScriptMachine machine = machine(script)) {
      JsonNode steps = script.get("steps");
      for (int i = 0; i < steps.size(); i++) {
        check(machine, steps.get(i), script.get("results").get(i));
      }
      checkEnd(machine, script.path("end"));
    }
  }

  private void check(ScriptMachine machine, JsonNode step, JsonNode recorded) {
    try {
      requireOutcome(recorded, machine.run(step));
      requireEvents(machine.scriptEvents(), recorded);
      requireFallbacks(machine, recorded.path("fallbacks"));
      for (JsonNode snapshot : recorded.path("ops")) {
        new OperatorSnapshot(numbering, snapshot).requireOf(machine.dispatcher());
      }
    } catch (Disagreement difference) {
      throw difference.in("after step " + ScriptText.step(step) + ":");
    }
  }

  public static void requireOutcome(JsonNode recorded, ObjectNode found) {
    if (recorded.has("unchecked")) {
      return; // C10 distinguishes types that are equal here
    }
    for (String part : List.of("ok", "noop", "schema", "tls", "keyset", "trace", "result")) {
      Expect.equal(part, text(recorded.path(part)), text(found.path(part)));
    }
    Expect.equal("dangling", names(recorded), names(found));
    if (!ErrorKind.agree(recorded.path("error"), found.path("error"))
        || recorded.has("error") != found.has("error")) {
      throw new Disagreement("error", recorded.path("error"), found);
    }
  }

  private static List<String> names(JsonNode outcome) {
    List<String> names = new ArrayList<>(C10Numbering.texts(outcome.path("dangling")));
    Collections.sort(names);
    return names;
  }

  /** Returns a value as text; a number and its text are equal. */
  static String text(JsonNode value) {
    if (!value.isArray()) {
      return value.asText();
    }
    List<String> parts = new ArrayList<>();
    value.forEach(part -> parts.add(text(part)));
    return parts.toString();
  }

  public static void requireEvents(ScriptEvents found, JsonNode recorded) {
    List<String> events = new ArrayList<>();
    recorded
        .path("events")
        .forEach(event -> events.add(String.join(" ", C10Numbering.texts(event))));
    Expect.equal("events", events, found.events());
    List<String> warnings = new ArrayList<>();
    recorded.path("warnings").forEach(warning -> warnings.add(warning.get("key").asText()));
    Expect.equal("warnings", warnings, found.warnings());
  }

  private static void requireFallbacks(ScriptMachine machine, JsonNode recorded) {
    if (!recorded.isMissingNode()) {
      Map<String, String> expected = new TreeMap<>();
      recorded
          .properties()
          .forEach(field -> expected.put(field.getKey(), field.getValue().asText()));
      Expect.equal("fallbacks", expected, OperatorSnapshot.fallbacks(machine.dispatcher()));
    }
  }

  private static void checkEnd(ScriptMachine machine, JsonNode recorded) {
    machine.close();
    try {
      requireEvents(machine.scriptEvents(), recorded);
      requireFallbacks(machine, recorded.path("fallbacks_left"));
    } catch (Disagreement difference) {
      throw difference.in("after dropping all that was left:");
    }
  }
}
