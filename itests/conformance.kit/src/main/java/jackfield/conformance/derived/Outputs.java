package jackfield.conformance.derived;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Optional;

/** Makes tensors for derived calls; their content is a number that results rarely have. */
final class Outputs {
  private static final Scalar GARBAGE = Scalar.of(77);

  private Outputs() {}

  /** Returns a contiguous tensor. */
  static Tensor of(DType dtype, long... sizes) {
    Tensor tensor = HostData.empty(dtype, sizes);
    Scalar content = dtype == DType.BOOL ? Scalar.of(true) : GARBAGE;
    HostData.forEachAddress(tensor, address -> Elements.putScalar(dtype, address, content));
    return tensor;
  }

  /** Returns a tensor of the sizes of {@code result}, of which each second element is a gap. */
  static Tensor strided(Tensor result) {
    Tensor whole = of(result.dtype(), 2 * result.elementCount() + 1);
    long[] strides = Shapes.contiguousStrides(result.sizes());
    for (int dim = 0; dim < strides.length; dim++) {
      strides[dim] *= 2;
    }
    return whole.alias(result.sizes().clone(), strides, 1);
  }

  /** Returns sizes that are larger by 1 each. */
  static long[] wrong(long[] sizes) {
    if (sizes.length == 0) {
      return new long[] {2};
    }
    long[] larger = sizes.clone();
    for (int dim = 0; dim < larger.length; dim++) {
      larger[dim]++;
    }
    return larger;
  }

  /** Returns another type to which {@code result} can be cast. */
  static DType castable(DType result) {
    return switch (result) {
      case FLOAT32, COMPLEX64 -> result.isComplex() ? DType.COMPLEX128 : DType.FLOAT64;
      case COMPLEX128 -> DType.COMPLEX64;
      case BOOL -> DType.INT64;
      default -> DType.FLOAT32;
    };
  }

  /** Returns a type to which {@code result} cannot be cast; a boolean can be cast to all. */
  static Optional<DType> uncastable(DType result) {
    return switch (result.category()) {
      case BOOLEAN -> Optional.empty();
      case INTEGRAL -> Optional.of(DType.BOOL);
      case FLOATING -> Optional.of(DType.INT64);
      case COMPLEX -> Optional.of(DType.FLOAT32);
    };
  }

  /** Returns a copy of {@code tensor} with the given strides at {@code offset} of {@code whole}. */
  static Tensor copyInto(Tensor whole, Tensor tensor, long[] strides, long offset) {
    Tensor copy = whole.alias(tensor.sizes().clone(), strides, offset);
    long[] places = new long[Math.toIntExact(copy.elementCount())];
    int[] next = {0};
    HostData.forEachAddress(copy, address -> places[next[0]++] = address);
    next[0] = 0;
    HostData.forEachAddress(
        tensor,
        address ->
            Elements.putScalar(
                copy.dtype(), places[next[0]++], Elements.scalarAt(tensor.dtype(), address)));
    return copy;
  }

  /** Returns a contiguous copy. */
  static Tensor copy(Tensor tensor) {
    return cast(tensor, tensor.dtype());
  }

  /** Returns a contiguous copy of type {@code target}. */
  static Tensor cast(Tensor tensor, DType target) {
    Tensor whole = HostData.empty(target, tensor.elementCount());
    return copyInto(whole, tensor, Shapes.contiguousStrides(tensor.sizes()), 0);
  }

  /** Returns a copy of a tensor of four dimensions in the layout channels_last. */
  static Tensor channelsLast(Tensor tensor) {
    Tensor whole = HostData.empty(tensor.dtype(), tensor.elementCount());
    long channels = tensor.size(1);
    long width = tensor.size(3);
    long[] strides = {tensor.size(2) * width * channels, 1, width * channels, channels};
    return copyInto(whole, tensor, strides, 0);
  }
}
