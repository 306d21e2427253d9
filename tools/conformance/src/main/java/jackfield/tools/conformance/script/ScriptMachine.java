package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.error.JackfieldException;
import jackfield.kernel.Provenance;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** Executes the steps of one script on a dispatcher of its own. */
public final class ScriptMachine implements AutoCloseable {
  private final Dispatcher dispatcher;
  private final C10Numbering numbering;
  private final ScriptKernels kernels;
  private final ScriptCalls calls;
  private final ScriptEvents events = new ScriptEvents();
  // Handles that are still to be closed, by the step that created them.
  private final Map<Integer, AutoCloseable> held = new TreeMap<>();

  ScriptMachine(Dispatcher dispatcher, C10Numbering numbering) {
    this.dispatcher = dispatcher;
    this.numbering = numbering;
    ScriptValues values = new ScriptValues(numbering);
    ScriptGuards guards = new ScriptGuards(numbering);
    ScriptTypes types = new ScriptTypes();
    kernels = new ScriptKernels(dispatcher, numbering, values, guards, types);
    calls = new ScriptCalls(dispatcher, numbering, values, guards, types, kernels);
    dispatcher.listen(events.ofOverrides());
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Returns the events since they were last cleared. */
  public ScriptEvents scriptEvents() {
    return events;
  }

  ScriptCalls calls() {
    return calls;
  }

  /** Executes a step and returns its outcome in the form of the recordings. */
  public ObjectNode run(JsonNode step) {
    events.clear();
    try {
      return step(step);
    } catch (JackfieldException | ScriptFailure refused) {
      ObjectNode told = JsonNodeFactory.instance.objectNode();
      told.set("error", new ErrorKind(numbering).of(refused));
      return told;
    }
  }

  private ObjectNode step(JsonNode step) {
    int id = step.path("id").asInt();
    String operation = step.path("op").asText();
    return switch (operation) {
      case "def", "impl", "name", "fallback", "library" -> {
        Provenance by = Provenance.of("step" + id);
        yield hold(id, dispatcher.commit(by, changes -> RawStep.add(changes, step, kernels)));
      }
      case "listen" -> hold(id, dispatcher.listen(events.ofDefinitions(id)));
      case "lib.open" -> hold(id, open(step));
      case "drop", "lib.close" -> drop(step.get("target").asInt());
      case "lib.reset", "lib.def", "lib.defk", "lib.impl", "lib.fallback" -> inLibrary(step);
      case "call" ->
          calls.call(
              step.get("name").asText(),
              step.get("mode").asText(),
              step.get("tls").asText(),
              step.get("args"));
      default -> query(operation, step);
    };
  }

  private ObjectNode hold(int id, AutoCloseable handle) {
    held.put(id, handle);
    return told("ok");
  }

  private static ObjectNode told(String outcome) {
    return JsonNodeFactory.instance.objectNode().put(outcome, true);
  }

  private LibraryBlock open(JsonNode step) {
    return new LibraryBlock(
        dispatcher,
        LibraryBlock.Kind.valueOf(step.get("kind").asText()),
        step.get("ns").asText(),
        RawStep.key(step, numbering),
        "script",
        step.get("id").asInt());
  }

  private ObjectNode drop(int target) {
    AutoCloseable handle = held.remove(target);
    if (handle == null) {
      return told("noop");
    }
    close(handle);
    return told("ok");
  }

  private static void close(AutoCloseable handle) {
    switch (handle) {
      case Registration registration -> registration.close();
      case LibraryBlock library -> library.close();
      default -> throw new IllegalStateException(handle + " is no handle of a step");
    }
  }

  private ObjectNode inLibrary(JsonNode step) {
    JsonNode target = step.has("lib") ? step.get("lib") : step.get("target");
    if (!(held.get(target.asInt()) instanceof LibraryBlock library)) {
      return told("noop");
    }
    switch (step.get("op").asText()) {
      case "lib.reset" -> library.reset();
      case "lib.def" -> library.def(step.get("schema").asText(), RawStep.tags(step));
      case "lib.defk" -> library.def(step.get("decl").asText(), kernel(step));
      case "lib.impl" -> library.impl(step.get("name").asText(), kernel(step));
      default -> library.fallback(kernel(step));
    }
    return told("ok");
  }

  private LibraryKernel kernel(JsonNode step) {
    return new LibraryKernel(
        kernels.kernel(step, null),
        RawStep.key(step, numbering),
        Provenance.of("step" + step.get("id").asText()));
  }

  private ObjectNode query(String operation, JsonNode step) {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    switch (operation) {
      case "find" -> {
        OperatorSchema schema = dispatcher.operator(step.get("name").asText()).schema();
        return told.put("schema", schema.toString());
      }
      case "dangling" -> {
        List<OperatorName> names = dispatcher.dangling();
        names.forEach(name -> told.withArray("dangling").add(name.toString()));
        return names.isEmpty() ? told.set("dangling", told.arrayNode()) : told;
      }
      case "typed" -> {
        OperatorName name = OperatorName.parse(step.get("name").asText());
        calls.ask(name, step.get("sig").asText());
        return told.put("ok", true);
      }
      default -> throw new IllegalArgumentException("no step does " + operation);
    }
  }

  /** Registers the fallbacks of a new C10 process. */
  void addPreset(JsonNode fallbacks) {
    dispatcher.commit(
        Provenance.of("p"),
        changes ->
            StreamSupport.stream(fallbacks.spliterator(), false)
                .forEach(each ->
                    changes.fallback(
                        numbering.key(each.get("key").asText()),
                        kernels.kernel(
                            each.get("fallthrough").asBoolean() ? "ft" : "b", "p", null))));
  }

  /** Closes the remaining handles, in the order in which they were created. */
  @Override
  public void close() {
    events.clear();
    held.values().forEach(ScriptMachine::close);
    held.clear();
  }
}
