package jackfield.aten.composite.gradient;

import jackfield.aten.Aten;
import jackfield.aten.composite.view.ViewKernels;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.rule.IndexingRules;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Kernels of the gradients of selections: a tensor of zeros with the selected tensor's sizes, into
 * which the gradient is written where elements were selected.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class GradientKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public GradientKernels(Aten aten) {
    this.aten = aten;
  }

  /** Writes the gradient to one index of a dimension. */
  public Tensor select(Tensor gradOutput, long[] inputSizes, long dim, long index) {
    Tensor zeros = zeros(gradOutput, inputSizes);
    aten.copy_(aten.select(zeros, dim, index), gradOutput);
    return zeros;
  }

  /** Writes the gradient to some indexes of a dimension. */
  public Tensor slice(
      Tensor gradOutput, long[] inputSizes, long dim, long start, long end, long step) {
    Tensor zeros = zeros(gradOutput, inputSizes);
    aten.copy_(aten.slice(zeros, dim, start, end, step), gradOutput);
    return zeros;
  }

  /** Writes the gradient to a diagonal. */
  public Tensor diagonal(Tensor gradOutput, long[] inputSizes, long offset, long dim1, long dim2) {
    Tensor zeros = zeros(gradOutput, inputSizes);
    aten.copy_(aten.diagonal(zeros, offset, dim1, dim2), gradOutput);
    return zeros;
  }

  /** Adds up the gradients of overlapping windows, one position within the windows at a time. */
  public Tensor unfold(Tensor gradIn, long[] inputSizes, long dim, long size, long step) {
    Tensor zeros = zeros(gradIn, inputSizes);
    if (inputSizes.length == 0) {
      requireSizes("unfold_backward", new long[] {size}, gradIn);
      return aten.add_(zeros, aten.sum(gradIn));
    }
    int along = Dimensions.wrap("unfold_backward", dim, inputSizes.length);
    requireSizes("unfold_backward", ViewKernels.unfold(zeros, dim, size, step).sizes(), gradIn);
    if (gradIn.elementCount() == 0) {
      return zeros;
    }
    long last = Shapes.position(1, gradIn.size(along) - 1, step);
    for (long position = 0; position < size; position++) {
      Tensor part = aten.slice(zeros, along, position, position + last, step);
      aten.add_(part, aten.select(gradIn, -1, position));
    }
    return zeros;
  }

  /** Adds the gradient up at the indexes; an index may occur several times. */
  public Tensor indexSelect(Tensor grad, long[] selfSizes, long dim, Tensor index) {
    Tensor zeros = zeros(grad, selfSizes);
    requireSizes("index_select_backward", IndexingRules.selectedSizes(zeros, dim, index), grad);
    if (grad.elementCount() == 0 || grad.device().equals(Device.META)) {
      return zeros; // there are no elements to add
    }
    if (selfSizes.length == 0) {
      return aten.add_(zeros, aten.sum(grad));
    }
    long[] indexes = HostData.longs(aten.to(index, Device.CPU, DType.INT64));
    for (int i = 0; i < indexes.length; i++) {
      aten.add_(aten.select(zeros, dim, indexes[i]), aten.select(grad, dim, i));
    }
    return zeros;
  }

  private static void requireSizes(String operator, long[] expected, Tensor gradient) {
    if (!Arrays.equals(expected, gradient.sizes())) {
      throw new ShapeMismatch(
          operator, "the gradient does not have the result's sizes", expected, gradient.sizes());
    }
  }

  private Tensor zeros(Tensor grad, long[] sizes) {
    return aten.newZeros(grad, sizes);
  }
}
