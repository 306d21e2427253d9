package jackfield.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.Jackfield;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Kernels of cells on a platform with autograd. */
class CellsIT {
  @Test
  void aCapturedTensorThatAKernelReturnsGetsNoHistory() {
    try (Jackfield jackfield = Jackfield.start();
        Cells cells = new Cells(jackfield.dispatcher())) {
      Tensor captured = jackfield.tensor(new float[] {1, 2});
      cells.kernel("my::kept(Tensor x) -> Tensor", "CPU", "", 1, _ -> captured);
      Tensor x = jackfield.tensor(new float[] {3, 4}).requiresGradient();
      Tensor result = (Tensor) cells.call("my::kept", x);
      assertThat(result.requiresGrad()).isTrue();
      assertThat(captured.requiresGrad()).isFalse();
      assertThat(captured.isLeaf()).isTrue();
    }
  }
}
