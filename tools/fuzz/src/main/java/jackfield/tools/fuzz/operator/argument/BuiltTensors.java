package jackfield.tools.fuzz.operator.argument;

import jackfield.kernel.Stack;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.Values.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The tensors of a case, created anew for one call.
 *
 * @param from the case
 * @param tensors one tensor for each view
 */
public record BuiltTensors(Case from, List<Tensor> tensors) {
  public static BuiltTensors onHost(Case from) {
    return of(from, from.memories().stream().map(Memory::onHost).toList());
  }

  public static BuiltTensors onMeta(Case from) {
    return of(from, from.memories().stream().map(Memory::onMeta).toList());
  }

  /**
   * Creates the tensors on a device, but wrapped numbers in host memory.
   *
   * @param move copies the tensor of an entire storage to the device
   */
  public static BuiltTensors on(Case from, UnaryOperator<Tensor> move) {
    List<Tensor> near = from.memories().stream().map(Memory::onHost).toList();
    List<Tensor> far = near.stream().map(move).toList();
    return of(from, near, far);
  }

  private static BuiltTensors of(Case from, List<Tensor> wholes) {
    return of(from, wholes, wholes);
  }

  private static BuiltTensors of(Case from, List<Tensor> ofNumbers, List<Tensor> wholes) {
    List<Tensor> tensors = new ArrayList<>();
    for (View view : from.views()) {
      tensors.add(view.of((view.isWrappedNumber() ? ofNumbers : wholes).get(view.memory())));
    }
    for (int i = 0; i < wholes.size(); i++) {
      if (from.memories().get(i).isClosed()) {
        wholes.get(i).close();
        ofNumbers.get(i).close();
      }
    }
    return new BuiltTensors(from, tensors);
  }

  /** Returns the arguments on a new stack. */
  public Stack stack() {
    Stack stack = new Stack();
    for (Object argument : from.arguments()) {
      switch (argument) {
        case Ref(int view) -> stack.push(tensors.get(view));
        case Seed(long seed) -> stack.push(new Generator(Device.CPU, seed));
        case Values list -> stack.push(list.built(tensors));
        case null, default -> stack.pushValue(argument);
      }
    }
    return stack;
  }

  /** Returns whether an argument uses {@code storage}. */
  public boolean has(Storage storage) {
    return tensors.stream().anyMatch(tensor -> tensor.storage() == storage);
  }
}
