package jackfield.io;

import jackfield.tensor.DType;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The names of element types in safetensors files. */
enum SafetensorsTypes {
  // In the order in which the format's own library sorts tensors: the widest last.
  BOOL(DType.BOOL),
  U8(DType.UINT8),
  I8(DType.INT8),
  I16(DType.INT16),
  F16(DType.FLOAT16),
  BF16(DType.BFLOAT16),
  I32(DType.INT32),
  F32(DType.FLOAT32),
  C64(DType.COMPLEX64),
  F64(DType.FLOAT64),
  I64(DType.INT64);

  private final DType type;

  SafetensorsTypes(DType type) {
    this.type = type;
  }

  /** Returns the type of a name, or null if it is not known. */
  static DType type(String name) {
    for (SafetensorsTypes each : values()) {
      if (each.name().equals(name)) {
        return each.type;
      }
    }
    return null;
  }

  /** Returns the name of a type, or null if the format has none. */
  static SafetensorsTypes of(DType type) {
    for (SafetensorsTypes each : values()) {
      if (each.type == type) {
        return each;
      }
    }
    return null;
  }

  static String available() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  }
}
