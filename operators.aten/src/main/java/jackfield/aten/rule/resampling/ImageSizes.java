package jackfield.aten.rule.resampling;

import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/** Checks the sizes of images and chooses the layout of results. */
final class ImageSizes {
  private ImageSizes() {}

  /**
   * Throws if a list does not have {@code count} numbers.
   *
   * @throws InvalidArgument if it has more or fewer
   */
  static void requireCount(String operator, String argument, long[] numbers, int count) {
    if (numbers.length != count) {
      throw new InvalidArgument(
          operator,
          argument,
          "must have %d numbers, found %s".formatted(count, Arrays.toString(numbers)));
    }
  }

  /**
   * Throws if a number is less than {@code least}.
   *
   * @throws InvalidArgument if one is
   */
  static void requireAtLeast(String operator, String argument, long[] numbers, long least) {
    for (long number : numbers) {
      if (number < least) {
        throw new InvalidArgument(
            operator,
            argument,
            "must be at least %d, found %s".formatted(least, Arrays.toString(numbers)));
      }
    }
  }

  /**
   * Throws if a dimension from {@code first} on is empty.
   *
   * @throws ShapeMismatch if one is
   */
  static void requireElements(String operator, Tensor tensor, int first) {
    for (int dim = first; dim < tensor.rank(); dim++) {
      if (tensor.size(dim) == 0) {
        throw new ShapeMismatch(
            operator, "expected no empty dimension but the batch", tensor.sizes());
      }
    }
  }

  /**
   * Throws if sizes are not the expected ones.
   *
   * @throws ShapeMismatch if they differ
   */
  static void requireSizes(String operator, Tensor grad, long[] sizes) {
    if (!Arrays.equals(grad.sizes(), sizes)) {
      throw new ShapeMismatch(
          operator, "grad_output does not have the sizes of the result", grad.sizes(), sizes);
    }
  }

  /**
   * Throws if a gradient has another type than the tensor that it belongs to.
   *
   * @throws TypeMismatch if the types differ
   */
  static void requireType(String operator, Tensor grad, DType type) {
    if (grad.dtype() != type) {
      throw new TypeMismatch(
          operator, "expected grad_output of %s, found %s".formatted(type, grad.dtype()));
    }
  }

  /** Returns the sizes of a tensor with other sizes at the end. */
  static long[] with(Tensor tensor, long[] last) {
    long[] sizes = tensor.sizes().clone();
    System.arraycopy(last, 0, sizes, sizes.length - last.length, last.length);
    return sizes;
  }

  /** Describes a result in the memory format that the strides of {@code self} suggest. */
  static OutputSpec like(String operator, Tensor self, long[] sizes) {
    MemoryFormat format = MemoryFormats.suggested(self);
    OutputSpec spec = new OutputSpec(self.dtype(), sizes);
    return format == MemoryFormat.CONTIGUOUS
        ? spec
        : spec.withStrides(MemoryFormats.strides(operator, format, sizes));
  }
}
