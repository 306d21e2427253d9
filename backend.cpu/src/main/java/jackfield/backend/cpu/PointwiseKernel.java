package jackfield.backend.cpu;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.ByType;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.TypeMismatch;

/**
 * An elementwise kernel. It runs a vector loop directly on elements without gaps, the same loop
 * through blocks on elements with gaps, and a scalar loop on complex elements.
 */
final class PointwiseKernel {
  private final String operator;
  private final ByType<PointwiseLoop> loops;
  private final ComplexFunction complex; // null if the operator has no complex function
  private final Workspaces workspaces;

  PointwiseKernel(
      String operator,
      ByType<PointwiseLoop> loops,
      ComplexFunction complex,
      Workspaces workspaces) {
    this.operator = operator;
    this.loops = loops;
    this.complex = complex;
    this.workspaces = workspaces;
  }

  void run(ElementwiseIterator it) {
    run(it, Scalar.ONE);
  }

  void run(ElementwiseIterator it, Scalar number) {
    DType type = it.commonType();
    if (type.isComplex()) {
      it.forEachRow(complexRow(it, number));
    } else if (it.isContiguous() && !type.isHalf()) {
      int last = it.operandCount() - 1;
      loops
          .of(type)
          .run(it.address(0), it.address(1), it.address(last), 0, it.count(), own(type, number));
    } else {
      DType[] types = new DType[it.operandCount()];
      for (int operand = 0; operand < types.length; operand++) {
        types[operand] = it.type(operand);
      }
      BlockedRows.run(
          it, types, loops.of(BlockedRows.typeInBlock(type)), own(type, number), workspaces);
    }
  }

  /** Returns the number in the form in which the loops of a type take it: booleans as 0 or 1. */
  private static Scalar own(DType type, Scalar number) {
    return type == DType.BOOL ? Scalar.of(number.toBoolean()) : number;
  }

  private Row complexRow(ElementwiseIterator it, Scalar scalar) {
    if (complex == null) {
      throw new TypeMismatch(operator, "not defined for elements of type " + it.commonType());
    }
    DType type = it.commonType();
    DType result = it.type(0);
    int last = it.operandCount() - 1;
    Complex number = Complex.of(scalar);
    return (at, step, count) -> {
      for (long i = 0; i < count; i++) {
        Complex a = Complex.at(type, at[1] + i * step[1]);
        Complex b = Complex.at(type, at[last] + i * step[last]);
        Complex made = complex.apply(a, b, number);
        Elements.putComplex(result, at[0] + i * step[0], made.re(), made.im());
      }
    };
  }
}
