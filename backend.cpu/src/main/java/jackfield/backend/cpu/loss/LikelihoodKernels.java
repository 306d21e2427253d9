package jackfield.backend.cpu.loss;

import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code nll_loss_backward}, the gradient of the negative log likelihood of target
 * classes: zeros but for one element of each sample. All targets are checked before anything is
 * written, and each again when it is used.
 *
 * <p><em>Shapes</em>: self [n, classes] and target [n], or self [classes] and target []; weight
 * [classes] or null; gradOutput [n] without reduction, else one element. <em>Types</em>: those of
 * {@link LikelihoodSums}.
 */
public final class LikelihoodKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public LikelihoodKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the gradient. */
  public void backward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor totalWeight,
      Tensor gradInput) {
    boolean isEach = reduction == RowLosses.NONE && self.rank() == 2;
    double divisor =
        reduction == RowLosses.MEAN
            ? Elements.doubleAt(totalWeight.dtype(), totalWeight.address())
            : 1;
    Gradient gradient =
        new Gradient(matrix(gradInput), target, weight, gradOutput, isEach, ignoreIndex, divisor);
    long samples = gradient.to().size(0);
    for (long sample = 0; sample < samples; sample++) {
      var _ = gradient.chosen(sample);
    }
    workspaces.use(
        Double.BYTES,
        zero -> {
          HostBytes.zero(zero, Double.BYTES);
          Parallel.range(
              samples,
              Math.max(1, GRAIN / Math.max(1, gradient.to().size(1))),
              (first, end) -> gradient.write(first, end, zero));
        });
  }

  private static Tensor matrix(Tensor tensor) {
    return tensor.rank() == 2
        ? tensor
        : tensor.alias(
            new long[] {1, tensor.size(0)}, new long[] {0, tensor.stride(0)}, tensor.offset());
  }

  /**
   * The gradient of one call.
   *
   * @param to [n, classes]
   * @param isEach whether each sample has a gradient of its own in {@code gradOutput}
   */
  private record Gradient(
      Tensor to,
      Tensor target,
      Tensor weight,
      Tensor gradOutput,
      boolean isEach,
      long ignoreIndex,
      double divisor) {
    void write(long first, long end, long zero) {
      DType type = to.dtype();
      int size = type.sizeBytes();
      if (to.isContiguous()) {
        long row = to.size(1) * size;
        HostBytes.zero(to.address() + first * row, (end - first) * row);
      }
      for (long sample = first; sample < end; sample++) {
        long row = to.address() + sample * to.stride(0) * size;
        if (!to.isContiguous()) {
          StridedCopy.move(size, zero, 0, row, to.stride(1) * size, to.size(1));
        }
        long chosen = chosen(sample);
        if (chosen != ignoreIndex) {
          double factor = weight == null ? 1 : number(weight, chosen);
          double grad = number(gradOutput, isEach ? sample : 0);
          Elements.putDouble(type, row + chosen * to.stride(1) * size, -factor * grad / divisor);
        }
      }
    }

    /** Returns the class of a sample, which may be the one to ignore. */
    long chosen(long sample) {
      long chosen = Elements.longAt(target.dtype(), address(target, sample));
      if (chosen != ignoreIndex && (chosen < 0 || chosen >= to.size(1))) {
        throw new InvalidArgument(
            "nll_loss",
            "target",
            "has %d for sample %d, expected 0 to %d".formatted(chosen, sample, to.size(1) - 1));
      }
      return chosen;
    }

    private static double number(Tensor tensor, long position) {
      return Elements.doubleAt(tensor.dtype(), address(tensor, position));
    }

    /** Returns the address of an element of a tensor of at most one dimension. */
    private static long address(Tensor tensor, long position) {
      long step = tensor.rank() == 0 ? 0 : tensor.stride(0);
      return tensor.address() + position * step * tensor.dtype().sizeBytes();
    }
  }
}
