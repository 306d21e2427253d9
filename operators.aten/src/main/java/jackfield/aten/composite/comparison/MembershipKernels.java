package jackfield.aten.composite.comparison;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Tests of elements: whether they are among others, and whether they are not numbers.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MembershipKernels {
  /** The comparisons that are held in memory at once. */
  private static final long MOST_COMPARED = 1L << 22;

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public MembershipKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Tells which elements are among {@code testElements}, or with {@code invert} which are not. */
  public Tensor isin(Tensor elements, Tensor testElements, boolean assumeUnique, boolean invert) {
    check(elements);
    check(testElements);
    Tensor column = aten.unsqueeze(elements, -1);
    Tensor tests = aten.ravel(testElements);
    long part = Math.max(1, MOST_COMPARED / Math.max(1, elements.elementCount()));
    Tensor found = aten.newZeros(elements, elements.sizes(), DType.BOOL);
    for (long from = 0; from < tests.size(0); from += part) {
      long length = Math.min(part, tests.size(0) - from);
      Tensor equal = aten.eq(column, aten.narrow(tests, 0, from, length));
      found = aten.logicalOr(found, aten.any(equal, new long[] {-1}, false));
    }
    Tensor result = invert ? aten.logicalNot(found) : found;
    return aten.contiguous(result, MemoryFormat.CONTIGUOUS);
  }

  private static void check(Tensor tensor) {
    if (tensor.dtype() == DType.BOOL || tensor.dtype().isComplex()) {
      throw new TypeMismatch("isin", "expected real numbers, found " + tensor.dtype());
    }
  }

  /** Tells which elements are equal to a number. */
  public Tensor isinScalar(
      Tensor elements, Scalar testElement, boolean assumeUnique, boolean invert) {
    check(elements);
    Tensor tests = aten.scalarTensor(testElement, testElement.type(), null, elements.device());
    return isin(elements, tests, assumeUnique, invert);
  }

  /** Tells whether a number is among the elements. */
  public Tensor isScalarIn(
      Scalar element, Tensor testElements, boolean assumeUnique, boolean invert) {
    check(testElements);
    Tensor number = aten.scalarTensor(element, element.type(), null, testElements.device());
    return isin(number, testElements, assumeUnique, invert);
  }

  /** Writes the result of {@link #isin} into {@code out}. */
  public Tensor isinOut(
      Tensor elements, Tensor testElements, boolean assumeUnique, boolean invert, Tensor out) {
    return given.into("isin", isin(elements, testElements, assumeUnique, invert), out);
  }

  /** Writes the result of {@link #isinScalar} into {@code out}. */
  public Tensor isinScalarOut(
      Tensor elements, Scalar testElement, boolean assumeUnique, boolean invert, Tensor out) {
    return given.into("isin", isinScalar(elements, testElement, assumeUnique, invert), out);
  }

  /** Writes the result of {@link #isScalarIn} into {@code out}. */
  public Tensor isScalarInOut(
      Scalar element, Tensor testElements, boolean assumeUnique, boolean invert, Tensor out) {
    return given.into("isin", isScalarIn(element, testElements, assumeUnique, invert), out);
  }

  /** Tells which elements are not numbers. */
  public Tensor isnan(Tensor self) {
    return aten.ne(self, self);
  }
}
