package jackfield.io;

import jackfield.tensor.DType;
import java.nio.ByteOrder;

/**
 * The description of an array in the NumPy format.
 *
 * @param isBigEndian whether elements of several bytes have the most significant first
 * @param isFortran whether the elements are in column-major order
 */
record NpyHeader(DType type, boolean isBigEndian, boolean isFortran, long[] sizes) {
  /** The largest size in a file: any number with so many digits fits a long. */
  static final long LARGEST_SIZE = 999_999_999_999_999_999L;

  static final String AVAILABLE =
      "?, b1, i1, u1, i2, i4, i8, f2, f4, f8, c8, c16 of either byte order";

  /** Returns NumPy's name of a type without the byte order, such as {@code f4}. */
  static String code(DType type) {
    return switch (type) {
      case BOOL -> "b1";
      case UINT8 -> "u1";
      case INT8 -> "i1";
      case INT16 -> "i2";
      case INT32 -> "i4";
      case INT64 -> "i8";
      case FLOAT16 -> "f2";
      case FLOAT32 -> "f4";
      case FLOAT64 -> "f8";
      case COMPLEX64 -> "c8";
      case COMPLEX128 -> "c16";
      case BFLOAT16 -> "";
    };
  }

  /** Returns the type of NumPy's name without the byte order, or null if there is none. */
  static DType type(String code) {
    for (DType type : DType.values()) {
      if (!code.isEmpty() && code(type).equals(code)) {
        return type;
      }
    }
    return code.equals("?") ? DType.BOOL : null;
  }

  /** Returns the dictionary as NumPy writes it. */
  static String text(DType type, boolean isFortran, long[] sizes) {
    char order =
        type.sizeBytes() == 1 ? '|' : ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? '>' : '<';
    StringBuilder shape = new StringBuilder("(");
    for (int dim = 0; dim < sizes.length; dim++) {
      shape.append(dim == 0 ? "" : " ").append(sizes[dim]);
      shape.append(dim + 1 < sizes.length || sizes.length == 1 ? "," : "");
    }
    return "{'descr': '%s%s', 'fortran_order': %s, 'shape': %s), }"
        .formatted(order, code(type), isFortran ? "True" : "False", shape);
  }
}
