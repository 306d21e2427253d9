package jackfield.backend.cpu.loss;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * A row of numbers for each step of each sequence.
 *
 * @param batchStep bytes from one sequence to the next
 * @param timeStep bytes from one step to the next
 * @param step bytes from one number to the next
 */
record StepRows(
    DType type, long address, int steps, int columns, long batchStep, long timeStep, long step) {
  /** Returns the rows of [steps, n, columns] or [steps, columns]. */
  static StepRows ofSteps(Tensor tensor) {
    return of(tensor, 0, 1);
  }

  /** Returns the rows of [n, steps, columns] or [steps, columns]. */
  static StepRows ofSequences(Tensor tensor) {
    return of(tensor, tensor.rank() - 2, 0);
  }

  private static StepRows of(Tensor tensor, int time, int batch) {
    int last = tensor.rank() - 1;
    int size = tensor.dtype().sizeBytes();
    return new StepRows(
        tensor.dtype(),
        tensor.address(),
        (int) tensor.size(time),
        (int) tensor.size(last),
        last == 1 ? 0 : tensor.stride(batch) * size,
        tensor.stride(time) * size,
        tensor.stride(last) * size);
  }

  /** Returns the rows of a sequence. */
  StepRows of(int sequence) {
    long first = address + sequence * batchStep;
    return new StepRows(type, first, steps, columns, batchStep, timeStep, step);
  }

  double at(int time, int column) {
    long at = address + time * timeStep + column * step;
    return type == DType.FLOAT32 ? HostBytes.floatAt(at) : HostBytes.doubleAt(at);
  }

  void put(int time, int column, double value) {
    Elements.putDouble(type, address + time * timeStep + column * step, value);
  }

  /** Writes one number to the columns of a row from column {@code from} on. */
  void fill(int time, int from, double value) {
    for (int column = from; column < columns; column++) {
      put(time, column, value);
    }
  }
}
