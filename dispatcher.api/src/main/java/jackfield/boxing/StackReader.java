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

/** Reads values from a stack for parameters that are not optional; called by generated adapters. */
final class StackReader {
  /** The name of the method of this class that reads each type. */
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

  static long integer(Stack stack, int position) {
    return stack.longAt(position);
  }

  static double real(Stack stack, int position) {
    return stack.doubleAt(position);
  }

  static boolean truth(Stack stack, int position) {
    return stack.booleanAt(position);
  }

  static Tensor tensor(Stack stack, int position) {
    return stack.tensor(position); // null is an undefined tensor, which any kernel may receive
  }

  static String string(Stack stack, int position) {
    return given(stack.string(position), position, "str");
  }

  static Scalar scalar(Stack stack, int position) {
    return given(stack.scalar(position), position, "Scalar");
  }

  static long[] longs(Stack stack, int position) {
    return given(stack.longs(position), position, "int[]");
  }

  static double[] doubles(Stack stack, int position) {
    return given(stack.doubles(position), position, "float[]");
  }

  static boolean[] booleans(Stack stack, int position) {
    return given(stack.booleans(position), position, "bool[]");
  }

  static Tensor[] tensors(Stack stack, int position) {
    return given(stack.tensors(position), position, "Tensor[]");
  }

  static DType dtype(Stack stack, int position) {
    return given(stack.dtype(position), position, "ScalarType");
  }

  static Layout layout(Stack stack, int position) {
    return given(stack.layout(position), position, "Layout");
  }

  static MemoryFormat memoryFormat(Stack stack, int position) {
    return given(stack.memoryFormat(position), position, "MemoryFormat");
  }

  static Device device(Stack stack, int position) {
    return given(stack.device(position), position, "Device");
  }

  static Generator generator(Stack stack, int position) {
    return given(stack.generator(position), position, "Generator");
  }

  private static <T> T given(T value, int position, String expected) {
    if (value == null) {
      throw new ValueMismatch(position, expected, null);
    }
    return value;
  }
}
