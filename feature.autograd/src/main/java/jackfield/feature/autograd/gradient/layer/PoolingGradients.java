package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Functions for the formulas of pooling. */
public final class PoolingGradients {
  private final Aten aten;

  public PoolingGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
  }

  /** Returns the elements of images at indexes in the row-major order of each image. */
  public Tensor elements(Tensor grad, Tensor indices, long rank) {
    long[] sizes = indices.sizes();
    if (indices.elementCount() == 0) {
      return aten.newZeros(grad, sizes);
    }
    long[] lines = lines(sizes, rank);
    Tensor images = aten.reshape(grad, lines(grad.sizes(), rank));
    Tensor elements = aten.gather(images, -1, aten.reshape(indices, lines), false);
    return aten.reshape(elements, sizes);
  }

  private static long[] lines(long[] sizes, long rank) {
    int kept = sizes.length - (int) rank;
    long[] lines = Arrays.copyOf(sizes, kept + 1);
    lines[kept] = -1;
    return lines;
  }

  /** Averages windows that divide images evenly, as many as {@code sizes} has at its end. */
  public Tensor again(Tensor grad, long[] sizes, long rank) {
    long[] windows = Arrays.copyOfRange(sizes, sizes.length - (int) rank, sizes.length);
    return rank == 2
        ? aten._adaptiveAvgPool2d(grad, windows)
        : aten._adaptiveAvgPool3d(grad, windows);
  }
}
