package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.kernel.Stack;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The arguments and results of scripts' calls: tensors that consist of their key sets only. */
final class ScriptValues {
  private static final long[] SHAPE = {};

  private final C10Numbering numbering;
  private final Storage storage = HostData.tensor(new float[1], 1).storage();
  // C10's undefined tensor, which has keys, though no backend.
  private final Tensor undefined = tensor(KeySets.ofTensor(0));

  ScriptValues(C10Numbering numbering) {
    this.numbering = numbering;
  }

  /** Returns the tensor that represents an undefined tensor. */
  Tensor undefined() {
    return undefined;
  }

  private Tensor tensor(long keys) {
    return Tensor.of(keys, DType.FLOAT32, storage, SHAPE, SHAPE, 0);
  }

  /** Reads the arguments of a call. */
  List<Object> arguments(JsonNode recorded) {
    List<Object> values = new ArrayList<>();
    recorded.forEach(argument -> values.add(value(argument.asText())));
    return values;
  }

  private Object value(String text) {
    String rest = text.length() > 1 ? text.substring(2) : "";
    return switch (text.charAt(0)) {
      case 'T', 'U', 'N' -> tensorOrNone(text.charAt(0) == 'T' ? rest : text);
      case 'L', 'O' -> tensors(rest);
      case 'I' -> Long.valueOf(rest);
      case 'D' -> Double.valueOf(rest);
      case 'B' -> rest.equals("1");
      case 'S' -> rest;
      case 'G' -> new Generator(Device.CPU, 0);
      default -> throw new IllegalArgumentException("no argument is written as " + text);
    };
  }

  private Tensor[] tensors(String text) {
    return text.isEmpty()
        ? new Tensor[0]
        : Arrays.stream(text.split(",")).map(this::tensorOrNone).toArray(Tensor[]::new);
  }

  private Tensor tensorOrNone(String text) {
    return switch (text) {
      case "U" -> undefined;
      case "N" -> null;
      default -> tensor(numbering.fromC10(text).bits());
    };
  }

  /** Returns a result in the form of the recordings. */
  String text(Object result) {
    return switch (result) {
      case Tensor tensor when tensor == undefined -> "undef";
      case Tensor tensor -> numbering.toC10(tensor.keys());
      case null -> "undef";
      default -> result.toString();
    };
  }

  static Stack stackOf(List<Object> values) {
    Stack stack = new Stack();
    values.forEach(value -> push(stack, value));
    return stack;
  }

  static void push(Stack stack, Object value) {
    switch (value) {
      case Long number -> stack.pushLong(number);
      case Double number -> stack.pushDouble(number);
      case Boolean flag -> stack.pushBoolean(flag);
      case null, default -> stack.push(value);
    }
  }
}
