package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.conformance.value.Disagreement;
import jackfield.tools.conformance.script.C10Check;
import jackfield.tools.conformance.script.C10Numbering;
import jackfield.tools.conformance.script.ScenarioQueries;
import jackfield.tools.conformance.script.ScriptCheck;
import jackfield.tools.conformance.script.ScriptMachine;
import java.util.List;
import java.util.Map;

/** Repeats a scenario: a list of commands with their answers. */
final class ScenarioCheck implements C10Check {
  /** The commands that correspond to steps of scripts, with the names of their words. */
  private static final Map<String, List<String>> STEPS =
      Map.ofEntries(
          Map.entry("ddef", List.of("def", "id", "schema", "tags")),
          Map.entry("dimpl", List.of("impl", "id", "name", "key", "kernel")),
          Map.entry("dname", List.of("name", "id", "name")),
          Map.entry("dlib", List.of("library", "id", "ns")),
          Map.entry("dfb", List.of("fallback", "id", "key", "kernel")),
          Map.entry("drop", List.of("drop", "target")),
          Map.entry("lib", List.of("lib.open", "id", "kind", "ns", "key")),
          Map.entry("ldef", List.of("lib.def", "id", "lib", "schema", "tags")),
          Map.entry("ldefk", List.of("lib.defk", "id", "lib", "decl", "kernel", "key")),
          Map.entry("limpl", List.of("lib.impl", "id", "lib", "name", "key", "kernel")),
          Map.entry("lfb", List.of("lib.fallback", "id", "lib", "key", "kernel")),
          Map.entry("lreset", List.of("lib.reset", "target")),
          Map.entry("lclose", List.of("lib.close", "target")),
          Map.entry("listen", List.of("listen", "id")),
          Map.entry("find", List.of("find", "name")),
          Map.entry("typed", List.of("typed", "name", "sig")),
          Map.entry("dangling", List.of("dangling")));

  private final ScriptCheck scripts;

  ScenarioCheck(ScriptCheck scripts) {
    this.scripts = scripts;
  }

  @Override
  public void check(JsonNode scenario) {
    try (ScriptMachine machine = scripts.machine(scenario)) {
      ScenarioQueries queries = new ScenarioQueries(machine, scripts.numbering());
      for (JsonNode line : scenario.get("lines")) {
        List<String> command = C10Numbering.texts(line.get("cmd"));
        try {
          check(machine, queries, command, line.get("out"));
        } catch (Disagreement difference) {
          throw difference.in("after " + String.join(" ", command) + ":");
        }
      }
    }
  }

  private void check(
      ScriptMachine machine, ScenarioQueries queries, List<String> command, JsonNode recorded) {
    List<String> step = STEPS.get(command.getFirst());
    if (step == null) {
      queries.check(command, recorded);
      return;
    }
    ScriptCheck.requireOutcome(recorded, machine.run(step(step, command)));
    if (recorded.has("events") || recorded.has("warnings")) {
      ScriptCheck.requireEvents(machine.scriptEvents(), recorded);
    }
  }

  /** Returns a command as a step; {@code *} means no key, and trailing words may be missing. */
  private static ObjectNode step(List<String> form, List<String> command) {
    ObjectNode step = JsonNodeFactory.instance.objectNode().put("op", form.getFirst());
    for (int i = 1; i < Math.min(form.size(), command.size()); i++) {
      String word = command.get(i);
      if (form.get(i).equals("tags")) {
        for (String tag : word.isEmpty() ? new String[0] : word.split(",")) {
          step.withArray("tags").add(Integer.parseInt(tag.strip()));
        }
      } else if (!word.equals("*") || !form.get(i).equals("key")) {
        step.put(form.get(i), word);
      }
    }
    return step;
  }
}
