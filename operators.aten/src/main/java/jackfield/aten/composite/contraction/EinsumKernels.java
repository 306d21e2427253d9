package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Broadcast;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Sums of products along dimensions with names. Operands are multiplied in pairs, and a dimension
 * is summed as soon as no other operand has it.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class EinsumKernels {
  private final Aten aten;
  private final PairProduct pairs;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public EinsumKernels(Aten aten) {
    this.aten = aten;
    this.pairs = new PairProduct(aten);
  }

  /**
   * Multiplies and sums as {@code equation} tells.
   *
   * @param path for each step the positions of two operands; their product is put last. Null for
   *     the order of the operands
   */
  public Tensor einsum(String equation, Tensor[] tensors, long[] path) {
    if (tensors.length == 0) {
      throw new InvalidArgument("einsum", "tensors", "is empty");
    }
    if (path != null && tensors.length > 1 && path.length != pathLength(tensors)) {
      throw new InvalidArgument(
          "einsum",
          "path",
          "has %d positions, expected %d".formatted(path.length, pathLength(tensors)));
    }
    EinsumEquation parsed = new EinsumEquation(equation, tensors.length);
    EinsumOperands order = new EinsumOperands(aten, parsed, tensors);
    List<Tensor> operands = new ArrayList<>();
    for (int i = 0; i < tensors.length; i++) {
      operands.add(order.ordered(i, tensors[i]));
    }
    checkSizes(operands);
    int[] counts = counts(operands, order.allDims());
    for (int step = 0; operands.size() > 1; step++) {
      contract(operands, counts, order.resultDims(), path, step);
    }
    return tensors.length == 1
        ? summed(operands.getFirst(), order)
        : cut(operands.getFirst(), order.resultDims());
  }

  private static int pathLength(Tensor[] tensors) {
    return 2 * (tensors.length - 1);
  }

  private static void checkSizes(List<Tensor> operands) {
    long[] sizes = operands.getFirst().sizes();
    for (Tensor operand : operands) {
      sizes = Broadcast.sizes("einsum", sizes, operand.sizes());
    }
  }

  /** Returns the number of operands that have each dimension. */
  private static int[] counts(List<Tensor> operands, int dims) {
    int[] counts = new int[dims];
    for (Tensor operand : operands) {
      for (int dim = 0; dim < dims; dim++) {
        counts[dim] += operand.size(dim) == 1 ? 0 : 1;
      }
    }
    return counts;
  }

  private void contract(
      List<Tensor> operands, int[] counts, int resultDims, long[] path, int step) {
    int first = path == null ? 0 : position(path[2 * step], operands.size());
    int second = path == null ? 1 : position(path[2 * step + 1], operands.size());
    if (first == second) {
      throw new InvalidArgument("einsum", "path", "names one operand twice in a step");
    }
    Tensor later = operands.remove(Math.max(first, second));
    Tensor earlier = operands.remove(Math.min(first, second));
    boolean isSwapped = first > second;
    Tensor product =
        product(isSwapped ? later : earlier, isSwapped ? earlier : later, counts, resultDims);
    operands.add(path == null ? 0 : operands.size(), product);
  }

  private static int position(long position, int count) {
    if (position < 0 || position >= count) {
      throw new InvalidArgument(
          "einsum", "path", "has position %d of %d operands".formatted(position, count));
    }
    return (int) position;
  }

  /** Multiplies two operands and sums along the dimensions that only they still have. */
  private Tensor product(Tensor left, Tensor right, int[] counts, int resultDims) {
    List<Integer> ofBoth = new ArrayList<>();
    List<Integer> ofLeft = new ArrayList<>();
    List<Integer> ofRight = new ArrayList<>();
    for (int dim = resultDims; dim < counts.length; dim++) {
      boolean inLeft = left.size(dim) != 1;
      boolean inRight = right.size(dim) != 1;
      if (inLeft && inRight) {
        counts[dim]--;
        if (counts[dim] == 1) {
          ofBoth.add(dim);
        }
      } else if (counts[dim] == 1 && (inLeft || inRight)) {
        (inLeft ? ofLeft : ofRight).add(dim);
      } else {
        continue;
      }
      counts[dim] = counts[dim] == 1 ? 0 : counts[dim];
    }
    return pairs.product(sum(left, ofLeft), sum(right, ofRight), ofBoth);
  }

  private Tensor sum(Tensor tensor, List<Integer> dims) {
    long[] along = dims.stream().mapToLong(Integer::longValue).toArray();
    return along.length == 0 ? tensor : aten.sum(tensor, along, true);
  }

  private Tensor summed(Tensor operand, EinsumOperands order) {
    long[] dims = LongStream.range(order.resultDims(), order.allDims()).toArray();
    return dims.length == 0 ? operand : aten.sum(operand, dims, false);
  }

  /** Removes the summed dimensions, which have size 1. */
  private Tensor cut(Tensor product, int dims) {
    Tensor result = product;
    for (int dim = product.rank() - 1; dim >= dims; dim--) {
      result = aten.squeeze(result, (long) dim);
    }
    return result;
  }
}
