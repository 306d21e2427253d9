package jackfield.aten.window;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.kernel.CopyByElement;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.rule.convolution.ConvolutionRules;
import jackfield.aten.window.Windows.Side;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowProductTest {
  private final Outputs outputs = new CopyByElement().outputs();
  private final Windows windows =
      new Windows(longs(5), longs(3), longs(2), longs(2), longs(1), longs(2));

  @Test
  void theThreeSidesListTheSamePairs() {
    List<String> byWindow = meetings(Side.POSITIONS, "%3$d %1$d %2$d");
    List<String> byElement = meetings(Side.IMAGE, "%1$d %2$d %3$d");
    List<String> byTap = meetings(Side.TAPS, "%3$d %2$d %1$d");

    // Window, element and tap: windows begin at -1, 1 and 3, taps are two elements apart.
    assertThat(byWindow.stream().map(WindowProductTest::sorted))
        .containsExactlyInAnyOrder("p0 x1 t1", "p1 x1 t0", "p1 x3 t1", "p2 x3 t0");
    assertThat(byElement).hasSameSizeAs(byWindow);
    assertThat(byTap).hasSameSizeAs(byWindow);
  }

  private static String sorted(String meeting) {
    String[] numbers = meeting.split(" ");
    return "p%s x%s t%s".formatted(numbers[1], numbers[2], numbers[0]);
  }

  /** Returns visited, first and second element of all pairs, in the order of the format. */
  private List<String> meetings(Side side, String format) {
    WindowPairs pairs = new WindowPairs(windows, side, longs(1), longs(1), longs(1));
    List<String> found = new ArrayList<>();
    for (long element = 0; element < windows.count(side); element++) {
      pairs.move(element);
      assertThat(pairs.offset()).isEqualTo(element);
      for (int pair = 0; pair < pairs.count(); pair++) {
        found.add(format.formatted(element, pairs.first(pair), pairs.second(pair)));
      }
    }
    return found;
  }

  @Test
  void aConvolutionIsComputedFromItsBlockAlone() {
    Tensor input = counting(DType.FLOAT64, 2, 4, 5);
    Tensor weight = counting(DType.FLOAT64, 6, 2, 2);
    ConvolutionPlan plan =
        ConvolutionRules.convolution(
            input, weight, null, longs(2), longs(1), longs(2), false, longs(0), 2);
    plan.allocate(outputs);
    HostData.forEachAddress(plan.output(0), address -> HostBytes.putDouble(address, 0));

    compute(plan.parameters(0), 0, new long[] {0, 0, 0}, new long[2]);

    // Channel 0 of image 0: taps 0 to 3 over the elements of channels 0 and 1.
    assertThat(HostData.doubles(plan.output(0)))
        .startsWith(1 * 1 + 6 * 3, 1 * 0 + 3 * 1 + 6 * 2 + 8 * 3, 3 * 0 + 8 * 2)
        .hasSize(2 * 6 * 3);
    assertThat(HostData.doubles(plan.output(0))[35]).isEqualTo(33 * 20 + 38 * 22);
  }

  /** Runs the loops of a block with one spatial dimension from dimension {@code dim} inwards. */
  private static void compute(ParameterBlock block, int dim, long[] offsets, long[] index) {
    if (dim == block.rank()) {
      long at = index[0] * block.integer(1) - block.integer(2) + index[1] * block.integer(3);
      if (at >= 0 && at < block.integer(0)) {
        long padding = block.integer(2) * block.stepBytes(1, 4) / block.integer(1);
        double product =
            HostBytes.doubleAt(block.address(1) + offsets[1] - padding)
                * HostBytes.doubleAt(block.address(2) + offsets[2]);
        long to = block.address(0) + offsets[0];
        HostBytes.putDouble(to, HostBytes.doubleAt(to) + product);
      }
      return;
    }
    for (long i = 0; i < block.size(dim); i++) {
      long[] moved = offsets.clone();
      for (int operand = 0; operand < moved.length; operand++) {
        moved[operand] += i * block.stepBytes(operand, dim);
      }
      if (dim >= 4) {
        index[dim - 4] = i;
      }
      compute(block, dim + 1, moved, index);
    }
  }
}
