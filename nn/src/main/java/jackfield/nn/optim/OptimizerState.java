package jackfield.nn.optim;

import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** An optimizer's state of one parameter; its tensors belong to no scope. */
final class OptimizerState {
  long step;
  final Map<String, Tensor> tensors = new LinkedHashMap<>();

  boolean has(String name) {
    return tensors.containsKey(name);
  }

  /** Returns the tensor of that name, created by {@code start} at the first call. */
  Tensor tensor(String name, Supplier<Tensor> start) {
    return tensors.computeIfAbsent(name, _ -> Scope.outside(start));
  }
}
