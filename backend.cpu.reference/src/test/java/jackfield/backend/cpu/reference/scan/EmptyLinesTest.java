package jackfield.backend.cpu.reference.scan;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tensor may have any number of lines without elements. */
@Timeout(10)
final class EmptyLinesTest {
  private final Aten aten = Plugged.aten();
  private final Tensor none = HostData.empty(DType.FLOAT32, 1L << 40, 0);

  private void expectNone(Tensor found) {
    assertThat(found.sizes()).isEqualTo(none.sizes());
  }

  @Test
  void linesWithoutElementsAreNotWalked() {
    expectNone(aten.sort(none, 1, true).values());
    expectNone(aten.cumsum(none, 1));
    expectNone(aten.logcumsumexp(none, 1));
    expectNone(aten.softmax(none, 1));
    expectNone(aten._softmaxBackwardData(none, none, 1, DType.FLOAT32));
  }
}
