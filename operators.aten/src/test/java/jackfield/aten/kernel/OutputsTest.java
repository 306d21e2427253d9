package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.composite.Numbers;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class OutputsTest {
  private final CopyByElement copier = new CopyByElement();
  private final Outputs outputs = copier.outputs();

  @Test
  void newTensorsHaveTheBackendsKeysAndItsAutograd() {
    Tensor made = allocate(outputs);

    assertThat(made.has(DispatchKey.CPU)).isTrue();
    assertThat(made.has(DispatchKey.AUTOGRAD_CPU)).isTrue();
    assertThat(made.strides()).containsExactly(3, 1);
  }

  @Test
  void autogradNeverSeesTensorsMadeInInferenceMode() {
    try (Guard inference = DispatchContext.current().inference()) {
      assertThat(inference).isNotNull();
      assertThat(allocate(outputs).has(DispatchKey.AUTOGRAD_CPU)).isFalse();
      assertThat(Numbers.wrapped(Scalar.ONE).has(DispatchKey.AUTOGRAD_CPU)).isFalse();
    }
  }

  @Test
  void whatFitsIsNotConverted() {
    Tensor matrix = counting(DType.FLOAT32, 2, 3);

    assertThat(outputs.convert(matrix, DType.FLOAT32, MemoryDomain.host())).isSameAs(matrix);
  }

  @Test
  void conversionKeepsTheOrderInMemory() {
    Tensor turned = transposed(counting(DType.INT32, 2, 3));

    Tensor converted = outputs.convert(turned, DType.FLOAT64, MemoryDomain.host());

    assertThat(converted.strides()).containsExactly(1, 3);
    assertThat(HostData.doubles(converted)).containsExactly(0, 3, 1, 4, 2, 5);
  }

  @Test
  void nothingIsCopiedToWhereThereAreNoElements() {
    Tensor made =
        copier
            .outputsWithoutMemory()
            .convert(counting(DType.INT32, 2), DType.FLOAT32, MemoryDomain.meta());

    assertThat(made.device()).isEqualTo(Device.META);
    assertThat(copier.copies).isZero();
  }

  @Test
  void resizingKeepsTheOffset() {
    Tensor part = counting(DType.FLOAT32, 8).alias(longs(2), longs(1), 4);

    outputs.resize(part, longs(2, 2), null);
    assertThat(HostData.doubles(part)).containsExactly(4, 5, 6, 7);

    outputs.resize(part, longs(2, 3), null);
    assertThat(part.offset()).isEqualTo(4);
    assertThat(part.storage().sizeBytes()).isGreaterThanOrEqualTo(10 * Float.BYTES);
  }

  private static Tensor allocate(Outputs outputs) {
    return outputs.allocate(MemoryDomain.host(), DType.FLOAT32, longs(2, 3), null);
  }
}
