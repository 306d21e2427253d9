package jackfield.boxing;

import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.constant.ClassDesc;
import java.util.Map;

/** Takes values from a stack for parameters that are not optional; called by spun adapters. */
final class StackReader {
  /** The method here that takes a value of each type. */
  static final Map<Class<?>, String> METHODS =
      Map.ofEntries(
          Map.entry(long.class, "integer"),
          Map.entry(double.class, "real"),
          Map.entry(boolean.class, "truth"),
          Map.entry(Tensor.class, "tensor"),
          Map.entry(String.class, "string"),
          Map.entry(Scalar.class, "scalar"),
          Map.entry(long[].class, "longs"),
          Map.entry(double[].class, "doubles"),
          Map.entry(boolean[].class, "booleans"),
          Map.entry(Tensor[].class, "tensors"),
          Map.entry(DType.class, "dtype"),
          Map.entry(Layout.class, "layout"),
          Map.entry(MemoryFormat.class, "memoryFormat"),
          Map.entry(Device.class, "device"),
          Map.entry(Generator.class, "generator"));

  static final ClassDesc DESC = SpunClass.desc(StackReader.class);

  private StackReader() {}

  static long integer(Stack stack, int place) {
    return stack.longAt(place);
  }

  static double real(Stack stack, int place) {
    return stack.doubleAt(place);
  }

  static boolean truth(Stack stack, int place) {
    return stack.booleanAt(place);
  }

  static Tensor tensor(Stack stack, int place) {
    return stack.tensor(place); // null is an undefined tensor, which any kernel may be given
  }

  static String string(Stack stack, int place) {
    return given(stack.string(place), place, "str");
  }

  static Scalar scalar(Stack stack, int place) {
    return given(stack.scalar(place), place, "Scalar");
  }

  static long[] longs(Stack stack, int place) {
    return given(stack.longs(place), place, "int[]");
  }

  static double[] doubles(Stack stack, int place) {
    return given(stack.doubles(place), place, "float[]");
  }

  static boolean[] booleans(Stack stack, int place) {
    return given(stack.booleans(place), place, "bool[]");
  }

  static Tensor[] tensors(Stack stack, int place) {
    return given(stack.tensors(place), place, "Tensor[]");
  }

  static DType dtype(Stack stack, int place) {
    return given(stack.dtype(place), place, "ScalarType");
  }

  static Layout layout(Stack stack, int place) {
    return given(stack.layout(place), place, "Layout");
  }

  static MemoryFormat memoryFormat(Stack stack, int place) {
    return given(stack.memoryFormat(place), place, "MemoryFormat");
  }

  static Device device(Stack stack, int place) {
    return given(stack.device(place), place, "Device");
  }

  static Generator generator(Stack stack, int place) {
    return given(stack.generator(place), place, "Generator");
  }

  private static <T> T given(T value, int place, String expected) {
    if (value == null) {
      throw new ValueMismatch(place, expected, null);
    }
    return value;
  }
}
