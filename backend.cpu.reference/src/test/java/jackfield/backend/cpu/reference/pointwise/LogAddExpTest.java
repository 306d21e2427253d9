package jackfield.backend.cpu.reference.pointwise;

import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logarithms of sums of complex powers that are infinite or 0; the values are PyTorch's. */
final class LogAddExpTest {
  private final Aten aten = Plugged.aten();

  private Tensor number(double real, double imaginary) {
    return aten.complex(vector(DType.FLOAT64, real), vector(DType.FLOAT64, imaginary));
  }

  @ParameterizedTest
  @CsvSource({
    "Infinity, 0, Infinity, 0, Infinity, 0",
    "Infinity, 1, Infinity, 1, Infinity, 0.7853981633974483",
    "Infinity, 1, Infinity, 2, Infinity, NaN",
    "Infinity, 1, -Infinity, 2, Infinity, 1",
    "Infinity, Infinity, 1, 0, Infinity, Infinity",
    "-Infinity, 1, -Infinity, 2, -Infinity, 2",
    "-Infinity, Infinity, 1, 2, 1, 2",
    "1, Infinity, 1, 0, NaN, NaN",
    "NaN, 1, 1, 1, NaN, NaN",
    "1, 1, 2, NaN, NaN, NaN"
  })
  void infinitePowers(double a, double b, double c, double d, double real, double imaginary) {
    Complex sum = HostData.complexes(aten.logaddexp(number(a, b), number(c, d)))[0];
    assertThat(sum.real()).isEqualTo(Double.valueOf(real));
    assertThat(sum.imaginary()).isEqualTo(Double.valueOf(imaginary));
  }
}
