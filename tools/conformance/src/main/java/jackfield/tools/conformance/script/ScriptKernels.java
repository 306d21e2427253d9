package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaType.Basic;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** The kernels of a script. Each records that it ran and then executes the script's action. */
final class ScriptKernels {
  private static final int DEEPEST = 24;

  private final Dispatcher dispatcher;
  private final C10Numbering numbering;
  private final ScriptValues values;
  private final ScriptGuards guards;
  private final ScriptTypes types;
  private final List<List<String>> trace = new ArrayList<>();

  ScriptKernels(
      Dispatcher dispatcher,
      C10Numbering numbering,
      ScriptValues values,
      ScriptGuards guards,
      ScriptTypes types) {
    this.dispatcher = dispatcher;
    this.numbering = numbering;
    this.values = values;
    this.guards = guards;
    this.types = types;
  }

  /** Returns the kernels that ran since the last {@link #clear}. */
  List<List<String>> trace() {
    return trace;
  }

  void clear() {
    trace.clear();
  }

  C10Numbering numbering() {
    return numbering;
  }

  /**
   * Returns the kernel of {@code step}, for the operator {@code name} if it is typed; null if the
   * step is invalid.
   */
  KernelFunction kernel(JsonNode step, OperatorName operator) {
    return kernel(step.get("kernel").asText(), step.get("id").asText(), operator);
  }

  /** Returns the kernel for the action {@code code} of a script; null if the action is invalid. */
  KernelFunction kernel(String code, String step, OperatorName operator) {
    int slash = code.indexOf('/');
    String action = slash < 0 ? "ret" : code.substring(slash + 1);
    return switch (slash < 0 ? code : code.substring(0, slash)) {
      case "ft" -> KernelFunction.fallthrough();
      case "inv" -> null;
      case "b", "amb" ->
          KernelFunction.boxed((self, keys, stack) -> run(step, action, self, keys, stack));
      case String typed when slash > 0 -> typed(typed, step, action, operator);
      case String method -> MethodKernels.named(method);
    };
  }

  private KernelFunction typed(String kernel, String step, String action, OperatorName operator) {
    ScriptOperator.Type type = types.of(operator, kernel.substring(0, 2));
    return KernelFunction.typed(
        type, (keys, arguments) -> runTyped(step, action, type, keys, arguments));
  }

  private void run(String step, String action, Operator self, long keys, Stack stack) {
    note(step, keys);
    String detail = action.substring(action.indexOf(':') + 1);
    LongUnaryOperator below = below(action);
    if (below != null) {
      self.redispatchBoxed(below.applyAsLong(keys), stack);
      return;
    }
    switch (action.replaceFirst(":.*", "")) {
      case "ret" -> finish(self.schema(), stack);
      case "throw" -> throw ScriptFailure.thrownBy(step);
      case "call" -> dispatcher.operator(detail).callBoxed(stack);
      case "cfk" -> self.callBoxedFor(numbering.key(detail), stack);
      default -> {
        Guard guard = guards.open(action);
        try {
          self.callBoxed(stack);
        } finally {
          guard.close();
        }
      }
    }
  }

  private Object runTyped(
      String step, String action, ScriptOperator.Type type, long keys, Object[] arguments) {
    ScriptOperator self = dispatcher.operator(type);
    LongUnaryOperator below = below(action);
    if (below != null) {
      note(step, keys);
      return self.redispatch(below.applyAsLong(keys), arguments);
    }
    Stack stack = ScriptValues.stackOf(Arrays.asList(arguments));
    run(step, action, self, keys, stack);
    return stack.value(stack.fromTop(1, 0));
  }

  /**
   * Returns the function that computes the key set of a redispatch, or null if the action is none.
   */
  private LongUnaryOperator below(String action) {
    return switch (action.replaceFirst(":.*", "")) {
      case "rd" -> keys -> DispatchKeySet.below(keys, DispatchKeySet.highestKey(keys));
      case "raut" -> keys -> keys & KeySets.AFTER_AUTOGRAD.bits();
      case "rinp" -> keys -> keys & KeySets.AFTER_AD_INPLACE_OR_VIEW.bits();
      case "rfun" -> keys -> keys & KeySets.AFTER_FUNCTIONALIZE.bits();
      case "rrm" -> {
        DispatchKey key = numbering.key(action.substring("rrm:".length()));
        yield keys -> DispatchKeySet.minus(keys, key.bits());
      }
      default -> null;
    };
  }

  private void note(String step, long keys) {
    if (trace.size() == DEEPEST) {
      throw ScriptFailure.tooDeep();
    }
    DispatchContext context = DispatchContext.current();
    trace.add(
        List.of(
            step,
            numbering.nameOfHighest(DispatchKeySet.highestKey(keys)),
            text(keys),
            text(context.included()),
            text(context.excluded())));
  }

  private String text(long keys) {
    return numbering.toC10(new DispatchKeySet(keys));
  }

  /**
   * Replaces the arguments by the result: the first tensor for a tensor, the first integer plus 1
   * for an integer.
   */
  private void finish(OperatorSchema schema, Stack stack) {
    int count = schema.arguments().size();
    List<Object> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arguments.add(stack.value(stack.fromTop(count, i)));
    }
    stack.drop(count);
    schema
        .returns()
        .forEach(each -> {
          boolean isInt = each.fakeType() == Basic.INT;
          ScriptValues.push(stack, isInt ? firstInteger(arguments) + 1 : firstTensor(arguments));
        });
  }

  private static Long firstInteger(List<Object> arguments) {
    return arguments.stream()
        .filter(Long.class::isInstance)
        .map(Long.class::cast)
        .findFirst()
        .orElse(0L);
  }

  private Object firstTensor(List<Object> arguments) {
    return arguments.stream()
        .filter(Tensor.class::isInstance)
        .findFirst()
        .orElse(values.undefined());
  }
}
