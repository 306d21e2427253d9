package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.conformance.value.Disagreement;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** The commands of scenarios that query, call, wait or rename. */
public final class ScenarioQueries {
  // C10 waits for 2 s; nothing is registered meanwhile, so a shorter wait gives the same result.
  private static final Duration DEADLINE = Duration.ofMillis(20);
  private static final String UNNAMED = "privateuseone"; // C10's initial name of PrivateUse1

  private final ScriptMachine machine;
  private final Dispatcher dispatcher;
  private final C10Numbering numbering;
  private final Map<String, HeldKernel> held = new HashMap<>();

  public ScenarioQueries(ScriptMachine machine, C10Numbering numbering) {
    this.machine = machine;
    this.dispatcher = machine.dispatcher();
    this.numbering = numbering;
  }

  /** Throws unless the answer to {@code command} is as recorded. */
  public void check(List<String> command, JsonNode recorded) {
    switch (command.getFirst()) {
      case "q" -> new OperatorSnapshot(numbering, recorded).requireOf(dispatcher);
      case "fbs" -> {
        Map<String, String> expected = new TreeMap<>();
        recorded
            .properties()
            .forEach(field -> expected.put(field.getKey(), field.getValue().asText()));
        Expect.equal("fallbacks", expected, OperatorSnapshot.fallbacks(dispatcher));
      }
      case "safecall" -> requireRun(recorded, answer(command));
      default -> requireAnswer(recorded, answer(command));
    }
  }

  /**
   * Checks the result and the kernels that ran; the key set of a call of a held kernel is not
   * recorded.
   */
  private static void requireRun(JsonNode recorded, ObjectNode found) {
    requireError(recorded, found);
    Expect.equal(
        "result",
        ScriptCheck.text(recorded.path("result")),
        ScriptCheck.text(found.path("result")));
    Expect.equal("trace", steps(recorded.path("trace")), steps(found.path("trace")));
  }

  private static List<String> steps(JsonNode trace) {
    return StreamSupport.stream(trace.spliterator(), false)
        .map(ran -> ran.path(0).asText())
        .toList();
  }

  private static void requireError(JsonNode recorded, ObjectNode found) {
    if (!ErrorKind.agree(recorded.path("error"), found.path("error"))
        || recorded.has("error") != found.has("error")) {
      throw new Disagreement("error", recorded.path("error"), found);
    }
  }

  private static void requireAnswer(JsonNode recorded, ObjectNode found) {
    requireError(recorded, found);
    recorded.properties().stream()
        .filter(field -> !field.getKey().equals("error"))
        .forEach(field ->
            Expect.equal(field.getKey(), text(field.getValue()), text(found.path(field.getKey()))));
  }

  /** Returns a value as text; the lines of a dump may be recorded as one text or as a list. */
  private static String text(JsonNode value) {
    boolean isLines = value.isArray() && !value.isEmpty() && value.get(0).asText().contains(": ");
    return isLines
        ? String.join("\n", C10Numbering.texts(value)).strip()
        : ScriptCheck.text(value).strip();
  }

  private ObjectNode answer(List<String> command) {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    try {
      return answer(command, told);
    } catch (JackfieldException | ScriptFailure refused) {
      return told.set("error", new ErrorKind(numbering).of(refused));
    }
  }

  private ObjectNode answer(List<String> command, ObjectNode told) {
    String first = command.size() > 1 ? command.get(1) : "";
    return switch (command.getFirst()) {
      case "call" -> machine.calls().call(first, command.get(2), command.get(3), words(command, 4));
      case "haskernel" -> {
        DispatchKey key = numbering.key(command.get(2));
        OperatorReport report = report(first);
        yield told.put("has", report.hasKernel(key)).put("computed", report.hasComputedKernel(key));
      }
      case "hasfb" -> told.put("has", hasFallback(numbering.key(first)));
      case "dump" -> dump(report(first), told);
      case "waitdef" -> {
        dispatcher.awaitOperator(OperatorSchema.parse(first).name(), DEADLINE);
        yield told.put("ok", true);
      }
      case "waitimpl" -> {
        DispatchKey key = command.get(2).equals("*") ? null : numbering.key(command.get(2));
        dispatcher.awaitKernel(OperatorName.parse(first), key, DEADLINE);
        yield told.put("ok", true);
      }
      case "safe" -> {
        DispatchKey key = numbering.key(command.get(3));
        held.put(first, dispatcher.hold(OperatorName.parse(command.get(2)), key));
        yield told.put("ok", true);
      }
      case "safecall" -> machine.calls().call(held.get(first), words(command, 2));
      case "safeclear" -> {
        held.clear();
        yield told.put("ok", true);
      }
      default -> name(command.getFirst(), first, told);
    };
  }

  private static ArrayNode words(List<String> command, int from) {
    ArrayNode words = JsonNodeFactory.instance.arrayNode();
    command.stream().skip(from).forEach(words::add);
    return words;
  }

  private OperatorReport report(String name) {
    OperatorName parsed = OperatorName.parse(name);
    return dispatcher
        .report(parsed)
        .orElseThrow(() -> new NoSuchOperator(parsed, false, List.of()));
  }

  /** As in C10, an alias key uses the slot of calls without a key. */
  private boolean hasFallback(DispatchKey key) {
    return dispatcher.fallbacks().stream()
        .anyMatch(fallback -> fallback.key().tableIndex() == key.tableIndex());
  }

  private static ObjectNode dump(OperatorReport report, ObjectNode told) {
    OperatorDump dump = new OperatorDump(report);
    return told.put("state", dump.state())
        .put("table", dump.computedTable())
        .put("extractor", dump.extractor());
  }

  private ObjectNode name(String command, String word, ObjectNode told) {
    PrivateBackends backends = dispatcher.privateBackends();
    return switch (command) {
      case "pu1" -> {
        backends.lease(BackendComponent.PRIVATE_USE_1, word);
        yield tellName(told.put("ok", true), word);
      }
      case "pu1get" ->
          tellName(told, backends.holders().getOrDefault(BackendComponent.PRIVATE_USE_1, UNNAMED));
      case "parsekey" -> told.put("key", backends.parseUpperCase(word).toString());
      case "keyname" -> told.put("name", numbering.key(word).toString());
      default -> throw new IllegalArgumentException("no command is called " + command);
    };
  }

  private static ObjectNode tellName(ObjectNode told, String name) {
    return told.put("name", name).put("upper", name.toUpperCase(Locale.ROOT));
  }
}
