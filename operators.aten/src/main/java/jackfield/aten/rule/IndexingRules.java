package jackfield.aten.rule;

import jackfield.aten.index.IndexPlan;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of operators that select elements or join tensors; each is named for its operator and
 * takes its arguments.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class IndexingRules {
  private IndexingRules() {}

  /**
   * Plans the selection of entries along one dimension.
   *
   * <p><em>Shapes</em>: {@code self [a, n, b], dim 1, index [k] → [a, k, b]}; an index without
   * dimensions counts as {@code [1]}. The body must check that the indexes are in range before it
   * writes.
   */
  public static LinePlan indexSelect(Tensor self, long dim, Tensor index) {
    long[] sizes = selectedSizes(self, dim, index);
    int along = Dimensions.wrap("index_select", dim, self.rank());
    return LinePlan.of(
        "index_select", along, new Tensor[] {self, index}, new OutputSpec(self.dtype(), sizes));
  }

  /** Returns the sizes of a selection of entries along one dimension. */
  public static long[] selectedSizes(Tensor self, long dim, Tensor index) {
    String operator = "index_select";
    int along = Dimensions.wrap(operator, dim, self.rank());
    if (index.dtype() != DType.INT64 && index.dtype() != DType.INT32) {
      throw new TypeMismatch(
          operator, "expected index to be int64 or int32, found " + index.dtype());
    }
    if (index.rank() > 1) {
      throw new ShapeMismatch(operator, "expected index to be a vector", index.sizes());
    }
    if (self.rank() == 0 && index.elementCount() != 1) {
      throw new ShapeMismatch(operator, "self without dimensions takes one index", index.sizes());
    }
    long[] sizes = self.sizes().clone();
    if (self.rank() > 0) {
      sizes[along] = index.elementCount();
    }
    return sizes;
  }

  /** Plans reading of the elements with given indexes or under masks. */
  public static IndexPlan index(Tensor self, Tensor[] indices) {
    return IndexPlan.reading("index", self, indices);
  }

  /** Plans writing of the elements with given indexes or under masks. */
  public static IndexPlan indexPut(
      Tensor self, Tensor[] indices, Tensor values, boolean accumulate) {
    return IndexPlan.writing("index_put", self, indices, values);
  }

  /** Plans writing as {@link #indexPut} does. */
  public static IndexPlan indexPutImpl(
      Tensor self, Tensor[] indices, Tensor values, boolean accumulate, boolean unsafe) {
    return indexPut(self, indices, values, accumulate);
  }

  /** Plans the selection of the elements under a mask. */
  public static IndexPlan maskedSelect(Tensor self, Tensor mask) {
    return IndexPlan.selecting("masked_select", self, mask);
  }

  /** Plans the positions of the elements that are not zero: {@code [count, rank]}. */
  public static OutputPlan nonzero(Tensor self) {
    return OutputPlan.of("nonzero", new Tensor[] {self}, OutputSpec.sizedByBody(DType.INT64));
  }

  /**
   * Plans a concatenation along one dimension. Vectors of no elements are skipped, whatever the
   * rank of the other tensors. The body converts from each tensor's type to the output's.
   */
  public static LinePlan cat(Tensor[] tensors, long dim) {
    if (tensors.length == 0) {
      throw new InvalidArgument("cat", "tensors", "must not be empty");
    }
    Tensor leading = null;
    for (Tensor tensor : tensors) {
      if (tensor.rank() == 0) {
        throw new ShapeMismatch(
            "cat", "a tensor without dimensions cannot be joined", tensor.sizes());
      }
      if (leading == null || isSkipped(leading)) {
        leading = tensor;
      }
    }
    int along = Dimensions.wrap("cat", dim, leading.rank());
    long[] sizes = joinedSizes(tensors, leading, along);
    DType type = TypePromotion.resultType(tensors);
    OutputSpec joined = new OutputSpec(type, sizes).withStrides(strides(tensors, sizes)).castable();
    return LinePlan.of("cat", along, tensors, joined);
  }

  /**
   * Returns whether {@code aten::cat} skips the tensor: {@code [0]} can be joined with every shape.
   */
  public static boolean isSkipped(Tensor tensor) {
    return tensor.rank() == 1 && tensor.size(0) == 0;
  }

  private static long[] joinedSizes(Tensor[] tensors, Tensor leading, int along) {
    long[] sizes = leading.sizes().clone();
    sizes[along] = 0;
    for (Tensor tensor : tensors) {
      if (!isSkipped(tensor)) {
        checkFits(tensor, leading, along);
        sizes[along] = Shapes.position(sizes[along], 1, tensor.size(along));
      }
    }
    return sizes;
  }

  private static void checkFits(Tensor tensor, Tensor leading, int along) {
    boolean fits = tensor.rank() == leading.rank();
    for (int dim = 0; fits && dim < leading.rank(); dim++) {
      fits = dim == along || tensor.size(dim) == leading.size(dim);
    }
    if (!fits) {
      throw new ShapeMismatch(
          "cat",
          "the sizes differ in other dimensions than " + along,
          leading.sizes(),
          tensor.sizes());
    }
  }

  /** Returns channels-last strides if all tensors have that layout, else null. */
  private static long[] strides(Tensor[] tensors, long[] sizes) {
    MemoryFormat format = null;
    for (Tensor tensor : tensors) {
      MemoryFormat own = MemoryFormats.suggested(tensor);
      if (own == MemoryFormat.CONTIGUOUS || (format != null && own != format)) {
        return null;
      }
      format = own;
    }
    return MemoryFormats.strides("cat", format, sizes);
  }
}
