package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Kernels that split a tensor by other views and are differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SplitComposites {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SplitComposites(Aten aten) {
    this.aten = aten;
  }

  /** Splits the tensor into parts of the given sizes. */
  public Tensor[] splitSizes(Tensor self, long[] splitSize, long dim) {
    return aten.splitWithSizes(self, splitSize, dim);
  }

  /**
   * Splits the tensor into at most {@code chunks} parts of one size; the last part may be smaller.
   */
  public Tensor[] chunk(Tensor self, long chunks, long dim) {
    if (chunks <= 0) {
      throw new InvalidArgument("chunk", "chunks", chunks + " is not positive");
    }
    long size = self.size(SplitKernels.dimension("chunk", self, dim));
    if (size == 0) { // splitting by size would lose the number of parts
      return aten.splitWithSizes(self, new long[SplitKernels.partCount("chunk", chunks)], dim);
    }
    return aten.split(self, Math.ceilDiv(size, chunks), dim);
  }

  /**
   * Splits the tensor into exactly {@code sections} parts; the first parts may be larger by one.
   */
  public Tensor[] tensorSplit(Tensor self, long sections, long dim) {
    int at = SplitKernels.dimension("tensor_split", self, dim);
    if (sections <= 0) {
      throw new InvalidArgument("tensor_split", "sections", sections + " is not positive");
    }
    long larger = self.size(at) % sections;
    long[] ends = new long[SplitKernels.partCount("tensor_split", sections) - 1];
    for (int part = 0; part < ends.length; part++) {
      long before = part == 0 ? 0 : ends[part - 1];
      ends[part] = before + self.size(at) / sections + (part < larger ? 1 : 0);
    }
    return tensorSplitIndices(self, ends, dim);
  }

  /** Splits the tensor before each of the indexes. */
  public Tensor[] tensorSplitIndices(Tensor self, long[] indices, long dim) {
    int at = SplitKernels.dimension("tensor_split", self, dim);
    Tensor[] parts = new Tensor[indices.length + 1];
    long start = 0;
    for (int part = 0; part < indices.length; part++) {
      parts[part] = aten.slice(self, at, start, indices[part], 1);
      start = indices[part];
    }
    parts[indices.length] = aten.slice(self, at, start, self.size(at), 1);
    return parts;
  }

  /** Expands each vector to a grid in which it varies along the dimension of its position. */
  public Tensor[] meshgrid(Tensor[] tensors) {
    if (tensors.length == 0) {
      throw new InvalidArgument("meshgrid", "tensors", "is empty");
    }
    long[] sizes = Arrays.stream(tensors).mapToLong(Tensor::elementCount).toArray();
    Tensor[] grids = new Tensor[tensors.length];
    for (int i = 0; i < tensors.length; i++) {
      if (tensors[i].rank() > 1 || tensors[i].dtype() != tensors[0].dtype()) {
        throw new InvalidArgument(
            "meshgrid", "tensors", "holds %s: expected vectors of one type".formatted(tensors[i]));
      }
      long[] row = new long[sizes.length];
      Arrays.fill(row, 1);
      row[i] = sizes[i];
      grids[i] = aten.expand(aten.view(tensors[i], row), sizes, false);
    }
    return grids;
  }
}
