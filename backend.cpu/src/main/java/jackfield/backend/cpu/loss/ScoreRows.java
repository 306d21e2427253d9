package jackfield.backend.cpu.loss;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Rows of one number for each class: a matrix, one row, or one number.
 *
 * @param rows the number of rows
 * @param classes the number of classes
 * @param rowStep bytes from one row to the next
 * @param step bytes from one class to the next
 */
record ScoreRows(DType type, long address, long rows, long classes, long rowStep, long step) {
  static ScoreRows of(Tensor tensor) {
    int size = tensor.dtype().sizeBytes();
    int last = tensor.rank() - 1;
    return new ScoreRows(
        tensor.dtype(),
        tensor.address(),
        last == 1 ? tensor.size(0) : 1,
        last < 0 ? 1 : tensor.size(last),
        last == 1 ? tensor.stride(0) * size : 0,
        last < 0 ? 0 : tensor.stride(last) * size);
  }

  /** Returns the rows of a vector with one number for each, or for all of them. */
  static ScoreRows ofVector(Tensor tensor) {
    boolean isOne = tensor.elementCount() == 1;
    long step = isOne ? 0 : tensor.stride(0) * tensor.dtype().sizeBytes();
    return new ScoreRows(tensor.dtype(), tensor.address(), tensor.elementCount(), 1, step, 0);
  }

  /** Returns the address of a row. */
  long at(long row) {
    return address + row * rowStep;
  }

  /** Returns a number of float32 or float64 at an address. */
  double number(long at) {
    return type == DType.FLOAT32 ? HostBytes.floatAt(at) : HostBytes.doubleAt(at);
  }

  /** Returns the first number of a row. */
  double first(long row) {
    return number(at(row));
  }

  /** Returns a number of the first row. */
  double ofClass(long number) {
    return number(address + number * step);
  }

  /** Writes a number at an address. */
  void put(long at, double value) {
    Elements.putDouble(type, at, value);
  }

  /** Reads a row. */
  void read(long row, double[] numbers) {
    long from = at(row);
    if (type == DType.FLOAT32) {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = HostBytes.floatAt(from + i * step);
      }
    } else {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = HostBytes.doubleAt(from + i * step);
      }
    }
  }

  /** Writes a row. */
  void write(long row, double[] numbers) {
    long to = at(row);
    for (int i = 0; i < numbers.length; i++) {
      put(to + i * step, numbers[i]);
    }
  }

  /** Refuses an element of {@code argument} that is not a class. */
  long checked(String operator, String argument, long target) {
    if (target < 0 || target >= classes) {
      throw new InvalidArgument(
          operator, argument, "has %d, expected 0 to %d".formatted(target, classes - 1));
    }
    return target;
  }
}
