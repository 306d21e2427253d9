package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;
import java.util.ArrayDeque;

/**
 * Steps whose batch becomes smaller when sequences end; {@code [elements, features]} contains one
 * step after the other.
 *
 * @param batchSizes the batch of each step, at least one, none larger than the one before
 */
record PackedSteps(Aten aten, long[] batchSizes) implements Steps {
  @Override
  public Run run(Cell cell, Tensor input, Tensor[] state, CellWeights weights, boolean backwards) {
    Tensor multiplied = weights.multipliedInput(aten, input);
    return backwards
        ? backwards(cell, multiplied, state, weights)
        : forwards(cell, multiplied, state, weights);
  }

  /** Sets the states of sequences aside when they end. */
  private Run forwards(Cell cell, Tensor input, Tensor[] state, CellWeights weights) {
    Tensor[] outputs = new Tensor[batchSizes.length];
    ArrayDeque<Tensor[]> ended = new ArrayDeque<>();
    Tensor[] current = state;
    long offset = 0;
    long last = batchSizes[0];
    for (int step = 0; step < batchSizes.length; step++) {
      long size = batchSizes[step];
      Tensor part = aten.narrow(input, 0, offset, size);
      if (size < last) {
        ended.addFirst(narrowed(current, size, last - size));
        current = narrowed(current, 0, size);
      }
      current = cell.next(aten, part, current, weights);
      outputs[step] = current[0];
      offset += size;
      last = size;
    }
    ended.addFirst(current);
    return new Run(aten.cat(outputs, 0), joined(ended.toArray(Tensor[][]::new)));
  }

  /** Adds the first states of sequences when their last steps are reached. */
  private Run backwards(Cell cell, Tensor input, Tensor[] state, CellWeights weights) {
    Tensor[] outputs = new Tensor[batchSizes.length];
    long last = batchSizes[batchSizes.length - 1];
    Tensor[] current = narrowed(state, 0, last);
    long offset = input.size(0);
    for (int step = batchSizes.length - 1; step >= 0; step--) {
      long size = batchSizes[step];
      if (size > last) {
        current = joined(current, narrowed(state, last, size - last));
      }
      offset -= size;
      current = cell.next(aten, aten.narrow(input, 0, offset, size), current, weights);
      outputs[step] = current[0];
      last = size;
    }
    return new Run(aten.cat(outputs, 0), current);
  }

  private Tensor[] narrowed(Tensor[] state, long start, long length) {
    Tensor[] parts = new Tensor[state.length];
    for (int i = 0; i < state.length; i++) {
      parts[i] = aten.narrow(state[i], 0, start, length);
    }
    return parts;
  }

  private Tensor[] joined(Tensor[]... states) {
    Tensor[] joined = new Tensor[states[0].length];
    for (int i = 0; i < joined.length; i++) {
      Tensor[] parts = new Tensor[states.length];
      for (int s = 0; s < states.length; s++) {
        parts[s] = states[s][i];
      }
      joined[i] = aten.cat(parts, 0);
    }
    return joined;
  }
}
