package jackfield.aten.index;

import jackfield.aten.kernel.Broadcast;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The sizes of indexed elements and the places of their dimensions. */
final class IndexedDimensions {
  private final String operator;
  private final Tensor[] indices; // for each dimension of the indexed tensor; null: whole
  private final long[] indexSizes;
  private final int[] kept; // dimensions without an index
  private final int place; // of the first dimension of the indexes
  private final long[] sizes;

  IndexedDimensions(String operator, Tensor indexed, Tensor[] indices) {
    this.operator = operator;
    this.indices = indices;
    long[] common = {};
    int first = -1;
    int last = -1;
    int count = 0;
    for (int dim = 0; dim < indices.length; dim++) {
      if (indices[dim] != null) {
        common = Broadcast.sizes(operator, common, indices[dim].sizes());
        first = first < 0 ? dim : first;
        last = dim;
        count++;
      }
    }
    indexSizes = common;
    place = count > 0 && last - first + 1 == count ? first : 0;
    kept = new int[indices.length - count];
    int next = 0;
    for (int dim = 0; dim < indices.length; dim++) {
      if (indices[dim] == null) {
        kept[next++] = dim;
      }
    }
    sizes = joined(indexed);
    checkNotEmpty(indexed);
  }

  private long[] joined(Tensor indexed) {
    long[] joined = new long[kept.length + indexSizes.length];
    System.arraycopy(indexSizes, 0, joined, place, indexSizes.length);
    for (int i = 0; i < kept.length; i++) {
      joined[resultDim(i)] = indexed.size(kept[i]);
    }
    return joined;
  }

  private void checkNotEmpty(Tensor indexed) {
    for (long size : indexSizes) {
      if (size == 0) {
        return;
      }
    }
    for (int dim = 0; dim < indices.length; dim++) {
      if (indices[dim] != null && indexed.size(dim) == 0) {
        throw new InvalidArgument(
            operator, "indices", "select from dimension %d, which is empty".formatted(dim));
      }
    }
  }

  /**
   * Returns, for the indexed tensor and then for each index, the strides along the dimensions of
   * the indexed elements; 0 where it has none.
   */
  long[][] strides(Tensor indexed) {
    List<long[]> all = new ArrayList<>();
    long[] ofIndexed = new long[sizes.length];
    for (int i = 0; i < kept.length; i++) {
      ofIndexed[resultDim(i)] = indexed.stride(kept[i]);
    }
    all.add(ofIndexed);
    for (Tensor index : indices) {
      if (index != null) {
        long[] ofIndex = new long[sizes.length];
        long[] own = Broadcast.strides(index, indexSizes);
        System.arraycopy(own, 0, ofIndex, place, own.length);
        all.add(ofIndex);
      }
    }
    return all.toArray(long[][]::new);
  }

  /** Returns the sizes of the indexed elements. */
  long[] sizes() {
    return sizes;
  }

  String operator() {
    return operator;
  }

  long[] indexSizes() {
    return indexSizes;
  }

  /** Returns the index of a dimension; null if it is kept. */
  Tensor index(int dim) {
    return indices[dim];
  }

  int place() {
    return place;
  }

  /** Returns the dimensions that have no index. */
  int[] kept() {
    return kept;
  }

  /** Returns the dimension of the indexed elements for a kept dimension, counted among those. */
  int resultDim(int keptDim) {
    return keptDim < place ? keptDim : keptDim + indexSizes.length;
  }
}
