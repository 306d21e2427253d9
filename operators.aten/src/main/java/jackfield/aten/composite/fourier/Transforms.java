package jackfield.aten.composite.fourier;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/** What all transforms have in common: types, lengths and normalizations. */
record Transforms(Aten aten, String operator) {
  private static final long NONE = 0;
  private static final long BY_ROOT = 1;
  private static final long BY_NUMBER = 2;

  /** Returns the number of a normalization, whose name may be null. */
  long normalization(String norm, boolean isForward) {
    return switch (norm == null ? "backward" : norm) {
      case "backward" -> isForward ? NONE : BY_NUMBER;
      case "forward" -> isForward ? BY_NUMBER : NONE;
      case "ortho" -> BY_ROOT;
      default ->
          throw new InvalidArgument(
              operator, "norm", "is \"%s\", expected backward, forward or ortho".formatted(norm));
    };
  }

  /** Converts whole numbers to float32; refuses half precision. */
  Tensor floating(Tensor self) {
    DType type = self.dtype();
    if (type.isHalf()) {
      throw new TypeMismatch(operator, "expected float32 or float64, found " + type);
    }
    return type.isFloating() || type.isComplex() ? self : aten.to(self, DType.FLOAT32);
  }

  /** Converts to complex numbers. */
  Tensor complex(Tensor self) {
    Tensor floating = floating(self);
    return floating.dtype().isComplex()
        ? floating
        : aten.to(floating, floating.dtype().complexType());
  }

  /** Refuses complex numbers. */
  Tensor real(Tensor self) {
    if (self.dtype().isComplex()) {
      throw new TypeMismatch(operator, "expected real numbers, found " + self.dtype());
    }
    return floating(self);
  }

  /** Refuses to transform no elements. */
  long checkedLength(long length) {
    if (length < 1) {
      throw new InvalidArgument(
          operator, "n", "is %d, expected at least 1 element".formatted(length));
    }
    return length;
  }

  /** Returns the first elements along dimensions; zeros follow where there are too few. */
  Tensor resized(Tensor self, int[] dims, long[] lengths) {
    Tensor resized = self;
    for (int i = 0; i < dims.length; i++) {
      long missing = lengths[i] - resized.size(dims[i]);
      if (missing < 0) {
        resized = aten.narrow(resized, dims[i], 0, lengths[i]);
      } else if (missing > 0) {
        long[] pad = new long[2 * (resized.rank() - dims[i])];
        pad[pad.length - 1] = missing;
        resized = aten.constantPadNd(resized, pad);
      }
    }
    return resized;
  }

  static long[] longs(int... dims) {
    long[] longs = new long[dims.length];
    for (int i = 0; i < dims.length; i++) {
      longs[i] = dims[i];
    }
    return longs;
  }
}
