package jackfield.conformance.value;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.vectors.TestOperators;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class TensorValueTest {
  private static Tensor build(String value) {
    return TensorValue.of(TestOperators.json(value)).build();
  }

  @Test
  void dataAreContiguous() {
    Tensor tensor = build("{'dtype': 'float32', 'shape': [2, 1], 'data': [1.5, -0.25]}");
    assertThat(tensor.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(tensor.strides()).containsExactly(1, 1);
    assertThat(HostData.floats(tensor)).containsExactly(1.5f, -0.25f);
  }

  @Test
  void aStorageIsWalkedByStridesFromTheOffset() {
    Tensor tensor =
        build(
            "{'dtype': 'int64', 'shape': [2, 2], 'strides': [1, 2], 'offset': 1,"
                + " 'storage': [9, 0, 1, 2, 3]}");
    assertThat(HostData.longs(tensor)).containsExactly(0, 2, 1, 3);
    assertThat(tensor.offset()).isEqualTo(1);
    assertThat(tensor.storage().sizeBytes()).isGreaterThanOrEqualTo(40);
  }

  @Test
  void halvesKeepTheirBits() {
    Tensor half =
        build("{'dtype': 'float16', 'shape': [3], 'data': [6.103515625e-05, '-inf', 'nan']}");
    assertThat(HostData.doubles(half))
        .containsExactly(6.103515625e-05, Double.NEGATIVE_INFINITY, Double.NaN);
    Tensor brain = build("{'dtype': 'bfloat16', 'shape': [1], 'data': [2.921875]}");
    assertThat(HostData.doubles(brain)).containsExactly(2.921875);
  }

  @Test
  void complexElementsArePairs() {
    Tensor tensor = build("{'dtype': 'complex64', 'shape': [], 'data': [[0.5, 'nan']]}");
    assertThat(HostData.item(tensor)).isEqualTo(Scalar.of(0.5, Double.NaN));
  }

  @Test
  void largeIntegersAreExact() {
    Tensor tensor = build("{'dtype': 'int64', 'shape': [1], 'data': [9007199254740993]}");
    assertThat(HostData.longs(tensor)).containsExactly(9007199254740993L);
  }

  @Test
  void bytesAreUnsigned() {
    Tensor tensor = build("{'dtype': 'uint8', 'shape': [2], 'data': [255, 1]}");
    assertThat(HostData.longs(tensor)).containsExactly(255, 1);
  }
}
