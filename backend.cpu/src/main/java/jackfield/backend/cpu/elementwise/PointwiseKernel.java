package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * An elementwise kernel. It runs a vector loop directly on elements without gaps and on inputs that
 * are one repeated element, the same loop through blocks on elements with gaps, and a scalar loop
 * on complex elements.
 */
public final class PointwiseKernel {
  /** The elements of a part of a parallel loop. */
  public static final long GRAIN = 1 << 16;

  private final String operator;
  private final ByType<PointwiseLoop> loops;
  private final Complex.Function complex; // null if the operator has no complex function
  private final Workspaces workspaces;

  PointwiseKernel(
      String operator,
      ByType<PointwiseLoop> loops,
      Complex.Function complex,
      Workspaces workspaces) {
    this.operator = operator;
    this.loops = loops;
    this.complex = complex;
    this.workspaces = workspaces;
  }

  /** Runs {@code row} over all rows of elements, with several threads. */
  static void forEachRow(ElementwiseIterator it, Row row) {
    Parallel.range(it.count(), GRAIN, (from, to) -> it.forEachRow(from, to, row));
  }

  void run(ElementwiseIterator it) {
    run(it, Scalar.ONE);
  }

  void run(ElementwiseIterator it, Scalar... numbers) {
    DType type = it.commonType();
    if (type.isComplex()) {
      Row row = complexRow(it, numbers[0]);
      forEachRow(it, row);
    } else if (it.isContiguous() && !type.isHalf()) {
      runDense(it, loops.of(type), own(type, numbers));
    } else {
      runRows(it, numbers);
    }
  }

  /** Runs apart from the code for operands without gaps, so that the compiler inlines that. */
  private void runRows(ElementwiseIterator it, Scalar... numbers) {
    if (it.count() == 0) {
      return; // a repeated element may not exist either
    }
    DType type = it.commonType();
    int repeated = repeatedInputs(it);
    PointwiseLoop dense = repeated < 0 || type.isHalf() ? null : loops.of(type, repeated);
    if (dense != null) {
      runDense(it, dense, own(type, numbers));
      return;
    }
    DType[] types = new DType[it.operandCount()];
    for (int operand = 0; operand < types.length; operand++) {
      types[operand] = it.type(operand);
    }
    BlockedRows.run(
        it, types, loops, BlockedRows.typeInBlock(type), own(type, numbers), workspaces);
  }

  /**
   * Returns which inputs are one repeated element, as the number of a variant of loops; −1 if an
   * operand has gaps.
   */
  private static int repeatedInputs(ElementwiseIterator it) {
    int repeated = it.rank() == 1 ? 0 : -1;
    for (int operand = 0; operand < it.operandCount() && repeated >= 0; operand++) {
      long step = it.strideBytes(operand, 0);
      if (step == 0 && operand > 0) {
        repeated |= 1 << (operand - 1);
      } else if (step != it.type(operand).sizeBytes()) {
        repeated = -1;
      }
    }
    return repeated;
  }

  private static void runDense(ElementwiseIterator it, PointwiseLoop loop, Scalar[] numbers) {
    int last = it.operandCount() - 1;
    int second = Math.min(2, last);
    long out = it.address(0);
    long a = it.address(1);
    long b = it.address(second);
    long c = it.address(last);
    if (it.count() <= GRAIN) {
      loop.run(out, a, b, c, it.count(), numbers);
      return;
    }
    long outBytes = it.strideBytes(0, 0);
    long bytesOfA = it.strideBytes(1, 0);
    long bytesOfB = it.strideBytes(second, 0);
    long bytesOfC = it.strideBytes(last, 0);
    Parallel.range(
        it.count(),
        GRAIN,
        (from, to) ->
            loop.run(
                out + from * outBytes,
                a + from * bytesOfA,
                b + from * bytesOfB,
                c + from * bytesOfC,
                to - from,
                numbers));
  }

  /** Returns numbers in the form in which the loops of a type take them: booleans as 0 or 1. */
  private static Scalar[] own(DType type, Scalar[] numbers) {
    if (type != DType.BOOL) {
      return numbers;
    }
    return Arrays.stream(numbers)
        .map(number -> Scalar.of(number.toBoolean()))
        .toArray(Scalar[]::new);
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
