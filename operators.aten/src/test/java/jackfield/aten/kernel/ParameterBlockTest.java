package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.rule.PointwiseRules;
import jackfield.aten.rule.reduction.ReductionRules;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class ParameterBlockTest {
  private final Outputs outputs = new CopyByElement().outputs();
  private final Tensor matrix = counting(DType.FLOAT32, 2, 3);

  @Test
  void elementwiseLoopsAreBlocks() {
    Tensor turned = transposed(counting(DType.FLOAT32, 3, 2));
    ElementwiseIterator it = PointwiseRules.add(matrix, turned, Scalar.ONE).iterate(outputs);

    ParameterBlock block = it.parameters().with(7, Double.doubleToRawLongBits(0.5));

    assertThat(block.operandCount()).isEqualTo(3);
    assertThat(block.rank()).isEqualTo(2);
    assertThat(longs(block.size(0), block.size(1))).containsExactly(2, 3);
    assertThat(longs(block.stepBytes(1, 0), block.stepBytes(1, 1))).containsExactly(12, 4);
    assertThat(longs(block.stepBytes(2, 0), block.stepBytes(2, 1))).containsExactly(4, 8);
    assertThat(block.type(0)).isEqualTo(DType.FLOAT32.number());
    assertThat(block.address(1)).isEqualTo(matrix.address());
    assertThat(block.integer(0)).isEqualTo(7);
    assertThat(block.real(1)).isEqualTo(0.5);
  }

  @Test
  void elementsWithoutGapsAreOneDimension() {
    ParameterBlock block =
        PointwiseRules.add(matrix, matrix, Scalar.ONE).iterate(outputs).parameters();

    assertThat(block.rank()).isEqualTo(1);
    assertThat(block.size(0)).isEqualTo(6);
  }

  @Test
  void reductionsAreBlocksWhoseOutputsStandStill() {
    ParameterBlock block =
        ReductionRules.sumDim(matrix, longs(0), false, null).iterate(outputs).parameters();

    assertThat(block.rank()).isEqualTo(2);
    assertThat(block.integer(0)).isEqualTo(1);
    assertThat(longs(block.size(0), block.size(1))).containsExactly(3, 2);
    assertThat(block.stepBytes(0, 1)).isZero();
    assertThat(block.stepBytes(1, 1)).isEqualTo(12);
  }

  @Test
  void aBlockIsCopiedAsItsWords() {
    ParameterBlock block =
        ElementwisePlan.unary(
                "neg", HostData.tensor(new float[] {1, 2}, 2), DType.FLOAT32, DType.FLOAT32)
            .iterate(outputs)
            .parameters();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(block.sizeBytes());
      block.copyTo(target);

      assertThat(target.getAtIndex(ValueLayout.JAVA_LONG, 0)).isEqualTo(2);
      assertThat(target.getAtIndex(ValueLayout.JAVA_LONG, 3)).isEqualTo(block.address(0));
      assertThat(target.byteSize()).isEqualTo((3 + 2 + 2 + 3) * 8);
    }
  }
}
