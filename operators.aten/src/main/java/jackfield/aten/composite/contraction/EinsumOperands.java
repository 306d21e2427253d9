package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The operands of an equation with their dimensions in one order: first those of the result, then
 * those that are summed. A dimension that an operand does not have gets size 1.
 */
final class EinsumOperands {
  private final Aten aten;
  private final EinsumEquation equation;
  private final int[] positions = new int[EinsumEquation.LABELS];
  private int ellipsisDims;
  private int resultDims;
  private int allDims;

  EinsumOperands(Aten aten, EinsumEquation equation, Tensor[] tensors) {
    this.aten = aten;
    this.equation = equation;
    for (int i = 0; i < tensors.length; i++) {
      ellipsisDims = Math.max(ellipsisDims, hidden(i, tensors[i]));
    }
    place();
  }

  /** Returns the number of dimensions of an operand that its ellipsis stands for. */
  private int hidden(int number, Tensor tensor) {
    int[] labels = equation.operand(number);
    boolean hasEllipsis = Arrays.stream(labels).anyMatch(label -> label == EinsumEquation.ELLIPSIS);
    int hidden = tensor.rank() - labels.length + (hasEllipsis ? 1 : 0);
    if (hasEllipsis ? hidden < 0 : hidden != 0) {
      throw new ShapeMismatch(
          "einsum",
          "operand %d has %d labels for %d dimensions"
              .formatted(number, labels.length, tensor.rank()),
          tensor.sizes());
    }
    return hidden;
  }

  private void place() {
    Arrays.fill(positions, -1);
    for (int label : equation.result()) {
      place(label);
    }
    resultDims = allDims;
    if (positions[EinsumEquation.ELLIPSIS] < 0) {
      place(EinsumEquation.ELLIPSIS);
    }
    for (int label = 0; label < EinsumEquation.ELLIPSIS; label++) {
      if (equation.has(label) && positions[label] < 0) {
        place(label);
      }
    }
  }

  private void place(int label) {
    positions[label] = allDims;
    allDims += label == EinsumEquation.ELLIPSIS ? ellipsisDims : 1;
  }

  /** Returns the number of dimensions of the result. */
  int resultDims() {
    return resultDims;
  }

  /** Returns the number of dimensions of each operand. */
  int allDims() {
    return allDims;
  }

  /** Returns an operand with its dimensions in order, repeated labels replaced by a diagonal. */
  Tensor ordered(int number, Tensor tensor) {
    long[] order = new long[allDims];
    Arrays.fill(order, -1);
    int[] dims = new int[EinsumEquation.LABELS];
    Arrays.fill(dims, -1);
    Tensor operand = tensor;
    int hidden = hidden(number, tensor);
    int next = 0;
    for (int label : equation.operand(number)) {
      if (label == EinsumEquation.ELLIPSIS) {
        int first = positions[label] + ellipsisDims - hidden;
        for (int k = 0; k < hidden; k++) {
          order[first + k] = next++;
        }
      } else if (dims[label] >= 0) {
        operand = diagonal(operand, dims[label], next);
      } else {
        dims[label] = next;
        order[positions[label]] = next++;
      }
    }
    return filled(operand, order, next);
  }

  private Tensor diagonal(Tensor operand, int first, int second) {
    if (operand.size(first) != operand.size(second)) {
      throw new ShapeMismatch("einsum", "a repeated label has two sizes", operand.sizes());
    }
    return aten.movedim(aten.diagonal(operand, 0, first, second), -1, first);
  }

  private Tensor filled(Tensor tensor, long[] order, int dims) {
    Tensor operand = tensor;
    int next = dims;
    for (int i = 0; i < order.length; i++) {
      if (order[i] < 0) {
        operand = aten.unsqueeze(operand, -1);
        order[i] = next++;
      }
    }
    return aten.permute(operand, order);
  }
}
