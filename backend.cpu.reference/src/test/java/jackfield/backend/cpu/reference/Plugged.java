package jackfield.backend.cpu.reference;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** The operators with this backend only, and tensors of any type to call them with. */
public final class Plugged {
  private static final Aten ATEN = plugged();

  private Plugged() {}

  /** Returns the operators, which all tests share. */
  public static Aten aten() {
    return ATEN;
  }

  private static Aten plugged() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    return Aten.of(dispatcher);
  }

  public static long[] sizes(long... sizes) {
    return sizes;
  }

  /** Returns a contiguous tensor; complex elements are real. */
  public static Tensor tensor(DType type, long[] sizes, double... values) {
    Tensor tensor = HostData.empty(type, sizes);
    int[] next = {0};
    HostData.forEachAddress(
        tensor, address -> Elements.putDouble(type, address, values[next[0]++]));
    return tensor;
  }

  public static Tensor vector(DType type, double... values) {
    return tensor(type, sizes(values.length), values);
  }

  public static Tensor vector(double... values) {
    return vector(DType.FLOAT64, values);
  }

  public static Tensor scalar(DType type, double value) {
    return tensor(type, sizes(), value);
  }

  public static Tensor matrix(int rows, double... values) {
    return tensor(DType.FLOAT64, sizes(rows, values.length / rows), values);
  }

  /** Returns a vector of complex numbers from pairs of real and imaginary parts. */
  static Tensor complex(DType type, double... parts) {
    Tensor tensor = HostData.empty(type, parts.length / 2);
    int[] next = {0};
    HostData.forEachAddress(
        tensor, address -> Elements.putComplex(type, address, parts[next[0]++], parts[next[0]++]));
    return tensor;
  }

  /** Returns the two-dimensional tensor with rows and columns exchanged, over the same memory. */
  public static Tensor transposed(Tensor tensor) {
    long[] sizes = {tensor.size(1), tensor.size(0)};
    long[] strides = {tensor.stride(1), tensor.stride(0)};
    return tensor.alias(sizes, strides, tensor.offset());
  }

  /** Returns every second element of a vector, over the same memory. */
  public static Tensor everySecond(Tensor tensor) {
    long[] sizes = {(tensor.size(0) + 1) / 2};
    return tensor.alias(sizes, new long[] {2 * tensor.stride(0)}, tensor.offset());
  }

  public static double[] elements(Tensor tensor) {
    return HostData.doubles(tensor);
  }

  public static double[] imaginaries(Tensor tensor) {
    double[] values = new double[(int) tensor.elementCount()];
    int[] next = {0};
    HostData.forEachAddress(
        tensor, address -> values[next[0]++] = Elements.imaginaryAt(tensor.dtype(), address));
    return values;
  }
}
