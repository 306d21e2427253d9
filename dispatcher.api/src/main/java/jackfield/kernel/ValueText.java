package jackfield.kernel;

import jackfield.memory.Device;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SymInt;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;

/** Describes a value of a call: its type as schemas write it, and its text where it is short. */
public final class ValueText {
  private static final int LONGEST = 60; // more would hide what the error is about

  private ValueText() {}

  /** Returns the text of a value, of a list only its type and length. */
  public static String of(Object value) {
    return switch (value) {
      case null -> "None";
      case Tensor tensor -> "Tensor " + java.util.Arrays.toString(tensor.sizes());
      case List<?> list -> typeOf(value) + " of " + list.size();
      case Map<?, ?> map -> typeOf(value) + " of " + map.size();
      default ->
          value.getClass().isArray()
              ? typeOf(value) + " of " + Array.getLength(value)
              : withText(value);
    };
  }

  private static String withText(Object value) {
    String text = String.valueOf(value);
    return text.length() > LONGEST ? typeOf(value) : typeOf(value) + " " + text;
  }

  /**
   * Returns the type of a value as schemas write it; the type of a list omits that of its elements.
   */
  static String typeOf(Object value) {
    return switch (value) {
      case null -> "None";
      case Long _ -> Basic.INT.toString();
      case Double _ -> Basic.FLOAT.toString();
      case Boolean _ -> Basic.BOOL.toString();
      case String _ -> Basic.STR.toString();
      case Complex _ -> Basic.COMPLEX.toString();
      case SymInt _ -> Basic.SYM_INT.toString();
      case Tensor _ -> Basic.TENSOR.toString();
      case Scalar _ -> Basic.SCALAR.toString();
      default -> typeOfOther(value);
    };
  }

  private static String typeOfOther(Object value) {
    return switch (value) {
      case DType _ -> Basic.SCALAR_TYPE.toString();
      case Layout _ -> Basic.LAYOUT.toString();
      case MemoryFormat _ -> Basic.MEMORY_FORMAT.toString();
      case Device _ -> Basic.DEVICE.toString();
      case Generator _ -> Basic.GENERATOR.toString();
      case long[] _ -> "int[]";
      case double[] _ -> "float[]";
      case Scalar[] _ -> "Scalar[]";
      case boolean[] _ -> "bool[]";
      case Tensor[] _ -> "Tensor[]";
      case List<?> _ -> "list";
      case Map<?, ?> _ -> "Dict";
      default -> customClass(value.getClass());
    };
  }

  private static String customClass(Class<?> type) {
    CustomClass declared = type.getAnnotation(CustomClass.class);
    return declared == null ? type.getSimpleName() : declared.value();
  }
}
