package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

final class GradientRequestTest {
  private final Tensor one = HostData.tensor(new float[] {1}, 1);

  @Test
  void aNullTensorIsNamed() {
    assertThatNullPointerException()
        .isThrownBy(() -> GradientRequest.of(one, null))
        .withMessage("GradientRequest: a tensor of outputs is null");
    assertThatNullPointerException()
        .isThrownBy(() -> GradientRequest.of(one).withRespectTo((Tensor) null))
        .withMessage("GradientRequest: a tensor of inputs is null");
    assertThatNullPointerException()
        .isThrownBy(() -> GradientRequest.of((Tensor[]) null))
        .withMessage("GradientRequest: the array outputs is null");
  }

  @Test
  void aStartGradientMayBeNull() {
    assertThat(GradientRequest.of(one).from((Tensor) null).gradients())
        .containsExactly((Tensor) null);
  }
}
