package jackfield.nn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class BilinearTest {
  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Aten aten = nn.aten();
  private final Tensor input1 = aten.randn(new long[] {4, 3}, DType.FLOAT64);
  private final Tensor input2 = aten.randn(new long[] {4, 2}, DType.FLOAT64);

  @Test
  void theOutputIsAProductOfBothInputsAndTheWeight() {
    Bilinear layer = nn.bilinear(3, 2, 5);
    Tensor[] factors = {input1, layer.weight().tensor(), input2};
    Tensor expected = aten.add(aten.einsum("bi,oij,bj->bo", factors), layer.bias().tensor());

    double[] found = HostData.doubles(layer.forward(input1, input2));
    assertThat(found).containsExactly(HostData.doubles(expected), within(1e-12));
  }

  @Test
  void bothParametersGetGradientsAndStartWithinTheBoundOfPyTorch() {
    Bilinear layer = nn.bilinear(3, 2, 5);
    Tensor sum = aten.sum(layer.forward(input1, input2));
    LocalPlatform.SHARED.autograd.backward(GradientRequest.of(sum));

    assertThat(layer.weight().tensor().grad().sizes()).containsExactly(5, 3, 2);
    assertThat(HostData.doubles(layer.bias().tensor().grad())).containsOnly(4);
    for (double each : HostData.doubles(layer.weight().tensor())) {
      assertThat(each).isBetween(-1 / Math.sqrt(3), 1 / Math.sqrt(3));
    }
  }

  @Test
  void oneInputTakesTheRoleOfBoth() {
    Bilinear layer = nn.bilinear(3, 3, 2, false);

    assertThat(HostData.doubles(layer.forward(input1)))
        .containsExactly(HostData.doubles(layer.forward(input1, input1)));
    assertThat(layer.bias()).isNull();
    assertThat(layer).hasToString("Bilinear(in1=3, in2=3, out=2, bias=false)");
    Bilinear other = nn.bilinear(3, 2, 2);
    assertThatThrownBy(() -> other.forward(input1)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void theFirstInputHasFeatures() {
    assertThatThrownBy(() -> nn.bilinear(0, 2, 2)).isInstanceOf(InvalidArgument.class);
  }
}
