package jackfield.backend.cpu.reference.linalg;

import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a computation for each matrix of a batch. All results are computed before one is written, so
 * a computation that throws changes nothing.
 */
final class MatrixLoop {
  private final MatrixPlan plan;
  private final SliceIterator slices;

  /** A computation on the matrices of one place in the batch. */
  @FunctionalInterface
  interface Computation {
    /** Returns a matrix for each output; null for those that were not requested. */
    Dense[] run(Dense[] inputs);
  }

  private MatrixLoop(MatrixPlan plan) {
    this.plan = plan;
    this.slices = plan.matrices();
  }

  static void run(MatrixPlan plan, Computation computation) {
    new MatrixLoop(plan).run(computation);
  }

  private void run(Computation computation) {
    int outputs = plan.outputCount();
    List<Dense[]> results = new ArrayList<>();
    slices.forEach(at -> {
      Dense[] inputs = new Dense[slices.operandCount() - outputs];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = read(outputs + i, at[outputs + i]);
      }
      results.add(computation.run(inputs));
    });
    int[] next = {0};
    slices.forEach(at -> {
      Dense[] result = results.get(next[0]++);
      for (int i = 0; i < outputs; i++) {
        if (slices.type(i) != null) {
          write(i, at[i], result[i]);
        }
      }
    });
  }

  private Dense read(int operand, long address) {
    DType type = slices.type(operand);
    if (type == null) {
      return null;
    }
    Dense matrix = new Dense(length(slices.size(operand, 0)), length(slices.size(operand, 1)));
    for (int i = 0; i < matrix.rows; i++) {
      for (int j = 0; j < matrix.columns; j++) {
        long element = address(operand, address, i, j);
        matrix.put(i, j, Elements.doubleAt(type, element), Elements.imaginaryAt(type, element));
      }
    }
    return matrix;
  }

  private int length(long size) {
    return ArrayLength.of(plan.operator(), "A", size);
  }

  private void write(int operand, long address, Dense matrix) {
    DType type = slices.type(operand);
    for (int i = 0; i < slices.size(operand, 0); i++) {
      for (int j = 0; j < slices.size(operand, 1); j++) {
        long element = address(operand, address, i, j);
        if (type.isComplex()) {
          Elements.putComplex(type, element, matrix.re(i, j), matrix.im(i, j));
        } else {
          Elements.putDouble(type, element, matrix.re(i, j));
        }
      }
    }
  }

  private long address(int operand, long address, int row, int column) {
    return address + row * slices.stepBytes(operand, 0) + column * slices.stepBytes(operand, 1);
  }
}
