package ${package};

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.tensor.DType;
import jackfield.tensor.DType.Category;
import jackfield.tensor.Elements;

/**
 * Bodies that know nothing but a {@link ParameterBlock}, as a kernel on a real device does: they
 * get addresses, sizes and strides, and no tensor.
 */
final class ${name}Blocks {
  private ${name}Blocks() {}

  static void mul(ElementwiseIterator it) {
    ParameterBlock block = it.parameters();
    forEach(block, 0, block.rank(), addresses(block), at -> multiply(block, at));
  }

  static void sum(ReductionIterator it) {
    ParameterBlock block = it.parameters();
    int kept = (int) block.integer(0); // the dimensions of the output come first
    forEach(block, 0, kept, addresses(block), at -> addUp(block, kept, at));
  }

  /** What a thread of the device does for one element. */
  private static void multiply(ParameterBlock block, long[] at) {
    DType type = DType.ofNumber(block.type(1));
    DType to = DType.ofNumber(block.type(0));
    if (type.category() == Category.INTEGRAL || type.category() == Category.BOOLEAN) {
      Elements.putLong(to, at[0], Elements.longAt(type, at[1]) * Elements.longAt(type, at[2]));
      return;
    }
    double a = Elements.doubleAt(type, at[1]);
    double b = Elements.doubleAt(type, at[2]);
    if (type.isFloating()) {
      Elements.putDouble(to, at[0], a * b);
    } else {
      double ai = Elements.imaginaryAt(type, at[1]);
      double bi = Elements.imaginaryAt(type, at[2]);
      Elements.putComplex(to, at[0], a * b - ai * bi, a * bi + ai * b);
    }
  }

  /** What a thread of the device does for one element of the output. */
  private static void addUp(ParameterBlock block, int kept, long[] first) {
    DType type = DType.ofNumber(block.type(1));
    DType to = DType.ofNumber(block.type(0));
    boolean isInteger = !type.isFloating() && !type.isComplex();
    long[] integer = {0};
    double[] parts = {0, 0};
    forEach(
        block,
        kept,
        block.rank(),
        first,
        at -> {
          integer[0] += isInteger ? Elements.longAt(type, at[1]) : 0;
          parts[0] += isInteger ? 0 : Elements.doubleAt(type, at[1]);
          parts[1] += type.isComplex() ? Elements.imaginaryAt(type, at[1]) : 0;
        });
    if (isInteger) {
      Elements.putLong(to, first[0], integer[0]);
    } else if (type.isFloating()) {
      Elements.putDouble(to, first[0], parts[0]);
    } else {
      Elements.putComplex(to, first[0], parts[0], parts[1]);
    }
  }

  private interface Element {
    void run(long[] at);
  }

  private static long[] addresses(ParameterBlock block) {
    long[] addresses = new long[block.operandCount()];
    for (int operand = 0; operand < addresses.length; operand++) {
      addresses[operand] = block.address(operand);
    }
    return addresses;
  }

  /** Runs over the dimensions from {@code dim} to {@code rank}; a device does so at once. */
  private static void forEach(ParameterBlock block, int dim, int rank, long[] at, Element element) {
    if (dim == rank) {
      element.run(at);
      return;
    }
    long[] position = at.clone();
    for (long i = 0; i < block.size(dim); i++) {
      forEach(block, dim + 1, rank, position, element);
      for (int operand = 0; operand < position.length; operand++) {
        position[operand] += block.stepBytes(operand, dim);
      }
    }
  }
}
