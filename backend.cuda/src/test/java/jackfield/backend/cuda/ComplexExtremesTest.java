package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The largest and smallest elements of real tensors, written into complex outputs. */
@Tag("slow") // compiles all kernels with g++
final class ComplexExtremesTest {
  @Test
  void aComplexOutputGetsARealNumber() {
    try (PluggedCuda cuda = new PluggedCuda()) {
      Aten aten = cuda.aten();
      Tensor numbers = cuda.floats(-2, 5, 3);
      for (DType type : new DType[] {DType.COMPLEX64, DType.COMPLEX128}) {
        Tensor out = cuda.move(HostData.empty(type));
        assertThat(cuda.read(aten.viewAsReal(aten.maxOut(numbers, out)))).containsExactly(5, 0);
        assertThat(cuda.read(aten.viewAsReal(aten.minOut(numbers, out)))).containsExactly(-2, 0);
      }
    }
  }
}
