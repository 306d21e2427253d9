package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Pin;
import jackfield.error.JackfieldException;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorName;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** Executes the calls of a script and returns their outcome. */
final class ScriptCalls {
  private final Dispatcher dispatcher;
  private final C10Numbering numbering;
  private final ScriptValues values;
  private final ScriptGuards guards;
  private final ScriptTypes types;
  private final ScriptKernels kernels;

  ScriptCalls(
      Dispatcher dispatcher,
      C10Numbering numbering,
      ScriptValues values,
      ScriptGuards guards,
      ScriptTypes types,
      ScriptKernels kernels) {
    this.dispatcher = dispatcher;
    this.numbering = numbering;
    this.values = values;
    this.guards = guards;
    this.types = types;
    this.kernels = kernels;
  }

  /** Executes the call and returns the key sets, the kernels that ran, and the result or error. */
  ObjectNode call(String name, String mode, String tls, JsonNode arguments) {
    Deque<Guard> open = new ArrayDeque<>();
    open.push(ScriptGuards.initial());
    try {
      for (String guard : tls.isEmpty() ? new String[0] : tls.split(";")) {
        open.push(guards.open(guard));
      }
      return call(dispatcher.operator(name), mode, values.arguments(arguments));
    } finally {
      open.forEach(Guard::close);
    }
  }

  /** Calls a held kernel with the key set of an ordinary call. */
  ObjectNode call(HeldKernel kernel, JsonNode recorded) {
    Guard guard = ScriptGuards.initial();
    try {
      DispatchTable table = kernel.operator().tableAcquire();
      Stack stack = ScriptValues.stackOf(values.arguments(recorded));
      long keys = table.keys(DispatchContext.current(), table.keysOf(stack));
      return tell(
          JsonNodeFactory.instance.objectNode(),
          () -> {
            kernel.callBoxed(keys, stack);
            return results(stack);
          });
    } finally {
      guard.close();
    }
  }

  private ObjectNode call(Operator operator, String mode, List<Object> arguments) {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    DispatchContext context = DispatchContext.current();
    told.putArray("tls").add(text(context.included())).add(text(context.excluded()));
    DispatchTable table = operator.tableAcquire();
    long ofTensors =
        isTyped(mode)
            ? ScriptOperator.keysOf(arguments.toArray())
            : table.keysOf(ScriptValues.stackOf(arguments));
    told.put("keyset", text(table.keys(context, ofTensors)));
    return tell(told, () -> run(operator, mode, arguments));
  }

  private ObjectNode tell(ObjectNode told, Supplier<List<String>> call) {
    kernels.clear();
    try {
      List<String> results = call.get();
      results.forEach(told.putArray("result")::add);
    } catch (JackfieldException | ScriptFailure thrown) {
      told.set("error", new ErrorKind(numbering).of(thrown));
    }
    ArrayNode trace = told.putArray("trace");
    kernels.trace().forEach(ran -> ran.forEach(trace.addArray()::add));
    return told;
  }

  private static boolean isTyped(String mode) {
    return mode.matches("u\\d+");
  }

  private List<String> run(Operator operator, String mode, List<Object> arguments) {
    if (isTyped(mode)) {
      ScriptOperator typed = dispatcher.operator(types.of(operator.name(), mode));
      return List.of(values.text(typed.call(arguments.toArray())));
    }
    Stack stack = ScriptValues.stackOf(arguments);
    String detail = mode.substring(mode.indexOf(':') + 1);
    switch (mode.replaceFirst(":.*", "")) {
      case "boxed" -> operator.callBoxed(stack);
      case "rd" -> redispatch(operator, numbering.fromC10(detail).bits(), stack);
      case "fk" -> operator.callBoxedFor(numbering.key(detail), stack);
      default -> throw new IllegalArgumentException("no call is written as " + mode);
    }
    return results(stack);
  }

  private List<String> results(Stack stack) {
    String[] results = new String[stack.size()];
    Arrays.setAll(results, place -> values.text(stack.value(place)));
    return List.of(results);
  }

  /** Redispatches as a kernel would, that is, inside a call. */
  private void redispatch(Operator operator, long keys, Stack stack) {
    Pin inside = dispatcher.pin();
    try {
      operator.redispatchBoxed(keys, stack);
    } finally {
      inside.close();
    }
  }

  private String text(long keys) {
    return numbering.toC10(new DispatchKeySet(keys));
  }

  /** Looks up an operator by the types of a signature. */
  void ask(OperatorName name, String signature) {
    dispatcher.operator(name.toString());
    dispatcher.operator(types.of(name, signature));
  }
}
