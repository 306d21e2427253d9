package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Random orders: the order in which a stable sort puts one random integer of 63 bits for each
 * position. Each backend sorts in the same order, so a seed gives the same one everywhere.
 */
public final class PermutationKernels {
  private static final String OPERATOR = "randperm";

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public PermutationKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Creates the integers from 0 to {@code n}, which is excluded, in random order. */
  public Tensor permutation(long n, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return permutationFrom(n, null, dtype, layout, device, pinMemory);
  }

  /** Creates the integers in an order that a generator determines. */
  public Tensor permutationFrom(
      long n, Generator generator, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    DType type = dtype == null ? DType.INT64 : dtype;
    check(n, type);
    Tensor keys = aten.empty(new long[] {n}, DType.INT64, layout, device, pinMemory, null);
    return aten.to(aten.argsort(aten.random_(keys, generator), true, 0), type);
  }

  /** Writes the integers into {@code out} in random order. */
  public Tensor permutationOut(long n, Tensor out) {
    return permutationFromOut(n, null, out);
  }

  /** Writes the integers into {@code out} in an order that a generator determines. */
  public Tensor permutationFromOut(long n, Generator generator, Tensor out) {
    Tensor drawn = permutationFrom(n, generator, out.dtype(), null, out.device(), null);
    return given.into(OPERATOR, drawn, out);
  }

  private static void check(long n, DType type) {
    if (type == DType.BOOL || type.isComplex()) {
      throw new TypeMismatch(OPERATOR, "expected an integer or floating type, found " + type);
    }
    if (n < 0 || n - 1 > largest(type)) {
      throw new InvalidArgument(
          OPERATOR,
          "n",
          "is %d, expected 0 or more, and at most 1 more than %d, the last exact integer of %s"
              .formatted(n, largest(type), type));
    }
  }

  /** Returns the largest integer up to which the type represents all. */
  private static long largest(DType type) {
    return switch (type) {
      case UINT8 -> 255;
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      case INT32 -> Integer.MAX_VALUE;
      case FLOAT16 -> 1L << 11;
      case BFLOAT16 -> 1L << 8;
      case FLOAT32 -> 1L << 24;
      case FLOAT64 -> 1L << 53;
      default -> Long.MAX_VALUE;
    };
  }
}
