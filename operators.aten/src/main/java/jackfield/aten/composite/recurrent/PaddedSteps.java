package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;

/** Steps that all have the same batch: {@code [steps, batch, features]}. */
record PaddedSteps(Aten aten, String operator) implements Steps {
  @Override
  public Run run(Cell cell, Tensor input, Tensor[] state, CellWeights weights, boolean backwards) {
    if (input.rank() == 0 || input.size(0) == 0) {
      throw new InvalidArgument(operator, "input", "has no steps, expected at least one");
    }
    Tensor[] inputs = aten.unbind(weights.multipliedInput(aten, input));
    Tensor[] outputs = new Tensor[inputs.length];
    Tensor[] current = state;
    for (int step = 0; step < inputs.length; step++) {
      int at = backwards ? inputs.length - 1 - step : step;
      current = cell.next(aten, inputs[at], current, weights);
      outputs[at] = current[0];
    }
    return new Run(aten.stack(outputs), current);
  }
}
