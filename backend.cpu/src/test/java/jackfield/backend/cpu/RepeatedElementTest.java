package jackfield.backend.cpu;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operands that are one element: numbers, tensors without dimensions, and columns. */
@Tag("slow")
class RepeatedElementTest {
  private static final long SEED = Long.getLong("repeated.seed", 1);
  // Below one vector, odd numbers of vectors, a remainder, and several threads.
  private static final int[] COUNTS = {0, 1, 2, 7, 16, 33, 65, 200, 1023, 150_001};
  private static final int[] WIDTHS = {1, 3, 64, 600, 1025};

  private static final LargeTwins TWINS = new LargeTwins(SEED);

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT64", "INT32", "INT16", "INT8", "UINT8", "FLOAT16"})
  void anInputMayBeANumber(DType type) {
    for (int count : COUNTS) {
      String what = "%s, %d, seed %d".formatted(type, count, SEED);
      Tensor self = TWINS.dense(type, count);
      TWINS.agree(what, aten -> aten.mul(self, 3));
      TWINS.agree(what, aten -> aten.sub_(aten.clone(self), 2));
      TWINS.agree(what, aten -> aten.clampMin(self, 1));
      TWINS.agree(what, aten -> aten.clampMaxOut(self, 1, aten.zerosLike(self)));
      TWINS.agree(what, aten -> aten.clamp(self, Scalar.ZERO, Scalar.of(2)));
      TWINS.agree(what, aten -> aten.gt(self, 1));
      TWINS.agree(what, aten -> aten.where(aten.gt(self, 1), self, 0));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT64", "INT8", "BOOL", "BFLOAT16"})
  void eachInputMayBeATensorWithoutDimensions(DType type) {
    Tensor one = TWINS.dense(type);
    Tensor other = TWINS.dense(type);
    for (int count : COUNTS) {
      String what = "%s, %d, seed %d".formatted(type, count, SEED);
      Tensor self = TWINS.dense(type, count);
      Tensor condition = TWINS.dense(DType.BOOL, count);
      TWINS.agree(what, aten -> aten.mul(self, one));
      TWINS.agree(what, aten -> aten.mul(one, self));
      TWINS.agree(what, aten -> aten.eq(one, self));
      TWINS.agree(what, aten -> aten.where(condition, one, self));
      TWINS.agree(what, aten -> aten.where(condition, self, one));
      TWINS.agree(what, aten -> aten.where(condition, one, other));
      TWINS.agree(what, aten -> aten.where(aten.eq(one, one), self, other));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT32", "UINT8", "BOOL", "FLOAT16"})
  void anElementIsRepeatedInEachRow(DType type) {
    for (int wide : WIDTHS) {
      String what = "%s, 33 by %d, seed %d".formatted(type, wide, SEED);
      Tensor matrix = TWINS.dense(type, 33, wide);
      Tensor column = TWINS.dense(type, 33, 1);
      TWINS.agree(what, aten -> aten.mul(matrix, column));
      TWINS.agree(what, aten -> aten.mul(column, matrix));
      TWINS.agree(what, aten -> aten.ne(matrix, column));
      TWINS.agree(what, aten -> aten.where(aten.ne(matrix, column), column, matrix));
    }
  }
}
