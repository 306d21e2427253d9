package jackfield.backend.cuda.driver.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import org.junit.jupiter.api.Test;

/** Which products the library gets, and how they are described to it. */
final class PlanKeyTest {
  private static final long AT = 1 << 20;
  private static final Matrix OUT = byRows(4, 6);
  private static final Matrix LEFT = byRows(4, 5);
  private static final Matrix RIGHT = byRows(5, 6);

  private static Matrix byRows(long rows, long columns) {
    return new Matrix(AT, rows, columns, columns, 1, 0);
  }

  /** Returns the key of a product whose result is stored by rows: that of the transposed one. */
  private static PlanKey turned(Matrix left, Matrix right, Matrix added, double beta) {
    return PlanKey.of(
        new MatrixProduct(DType.FLOAT32, 1, OUT, left, right, added, 1, beta).transposed());
  }

  @Test
  void aProductByRowsIsTheTransposedProductByColumns() {
    PlanKey key = turned(LEFT, RIGHT, null, 0);
    assertThat(key.out()).isEqualTo(new PlanKey.Operand(false, 6, 4, 6, 0, 256));
    assertThat(key.left()).isEqualTo(new PlanKey.Operand(false, 6, 5, 6, 0, 256));
    assertThat(key.right()).isEqualTo(new PlanKey.Operand(false, 5, 4, 5, 0, 256));
    assertThat(key.addsVector()).isFalse();
  }

  @Test
  void aFactorThatIsStoredTheOtherWayIsTransposed() {
    Matrix byColumns = new Matrix(AT, 4, 5, 1, 4, 0);
    PlanKey key = turned(byColumns, RIGHT, null, 0);
    assertThat(key.right()).isEqualTo(new PlanKey.Operand(true, 4, 5, 4, 0, 256));
  }

  @Test
  void aFactorWithSpaceBetweenItsElementsIsNotForTheLibrary() {
    assertThat(turned(new Matrix(AT, 4, 5, 10, 2, 0), RIGHT, null, 0)).isNull();
    assertThat(turned(new Matrix(AT, 4, 5, 0, 1, 0), RIGHT, null, 0)).isNull();
    assertThat(turned(new Matrix(AT, 4, 5, -5, 1, 0), RIGHT, null, 0)).isNull();
  }

  @Test
  void aRowThatIsAddedToEachRowIsAddedOnTheWay() {
    Matrix row = new Matrix(AT, 4, 6, 0, 1, 0);
    assertThat(turned(LEFT, RIGHT, row, 1).addsVector()).isTrue();
    assertThat(turned(LEFT, RIGHT, row, 2)).isNull();
    assertThat(turned(LEFT, RIGHT, byRows(4, 6), 2).addsVector()).isFalse();
  }

  /** The library is told the alignment of matrices, but not that of the vector. */
  @Test
  void aRowAtAnOddAddressIsNotAddedOnTheWay() {
    assertThat(turned(LEFT, RIGHT, new Matrix(AT + 8, 4, 6, 0, 1, 0), 1)).isNull();
  }

  @Test
  void theStepOfOneBatchMakesNoOtherPlan() {
    Matrix other = new Matrix(AT, 4, 5, 5, 1, 999);
    assertThat(turned(other, RIGHT, null, 0)).isEqualTo(turned(LEFT, RIGHT, null, 0));
  }

  @Test
  void sizesBeyond32BitsAreNotForTheLibrary() {
    Matrix vast = new Matrix(AT, 4, 5, 1L << 40, 1, 0);
    assertThat(turned(vast, RIGHT, null, 0)).isNull();
  }

  @Test
  void batchesBeyond32BitsAreNotForTheLibrary() {
    MatrixProduct many =
        new MatrixProduct(DType.FLOAT32, 1L << 62, OUT, LEFT, RIGHT, null, 1, 0).transposed();
    assertThat(PlanKey.of(many)).isNull();
  }

  @Test
  void anAddressSaysHowFarItIsAligned() {
    assertThat(new Matrix(AT + 4, 1, 1, 1, 1, 0).alignment()).isEqualTo(4);
    assertThat(new Matrix(AT, 1, 1, 1, 1, 0).alignment()).isEqualTo(256);
  }
}
