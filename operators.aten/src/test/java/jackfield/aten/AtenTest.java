package jackfield.aten;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.kernel.WithoutBackend;
import jackfield.boxing.NullArgument;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AtenTest {
  private final Aten aten = WithoutBackend.SHARED.aten;
  private final Tensor x = WithoutBackend.SHARED.floats(2, 3);

  @Test
  void nullForATensorIsRefusedWithOperatorArgumentAndPosition() {
    assertRefused(() -> aten.add(null, x), "aten::add.Tensor", "self", 1, "Tensor");
    assertRefused(() -> aten.add(x, (Tensor) null), "aten::add.Tensor", "other", 2, "Tensor");
    assertRefused(() -> aten.where(x, x, (Tensor) null), "aten::where.self", "other", 3, "Tensor");
  }

  @Test
  void nullForANumberAListOrATextIsRefused() {
    assertRefused(() -> aten.add(x, (Scalar) null), "aten::add.Scalar", "other", 2, "Scalar");
    assertRefused(() -> aten.add(x, x, null), "aten::add.Tensor", "alpha", 3, "Scalar");
    assertRefused(() -> aten.permute(x, (long[]) null), "aten::permute", "dims", 2, "int[]");
    assertRefused(() -> aten.einsum(null, x), "aten::einsum", "equation", 1, "str");
  }

  @Test
  void aNullListOfTensorsIsRefused() {
    assertRefused(() -> aten.cat((Tensor[]) null), "aten::cat", "tensors", 1, "Tensor[]");
  }

  @Test
  void aNullElementOfAListIsRefusedWithItsIndex() {
    NullArgument error =
        assertRefused(() -> aten.cat(x, null), "aten::cat", "tensors", 1, "Tensor[]");
    assertThat(error.element()).isEqualTo(1);
    assertThat(error)
        .hasMessageStartingWith("aten::cat: element 1 of argument 1, tensors, is null");
  }

  @Test
  void theOutermostCallIsNamedNotOneInsideItsKernel() {
    assertRefused(() -> aten.matmul(x, null), "aten::matmul", "other", 2, "Tensor");
  }

  private static NullArgument assertRefused(
      ThrowingCallable call, String operator, String argument, int position, String expected) {
    NullArgument error = catchThrowableOfType(NullArgument.class, call);
    assertThat(error).isNotNull();
    assertThat(error.operator()).hasToString(operator);
    assertThat(error.argument()).isEqualTo(argument);
    assertThat(error.position()).isEqualTo(position);
    assertThat(error.expected()).isEqualTo(expected);
    return error;
  }
}
