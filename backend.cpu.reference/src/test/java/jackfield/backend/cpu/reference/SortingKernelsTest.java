package jackfield.backend.cpu.reference;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.rule.SortingRules;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class SortingKernelsTest {
  private final Outputs outputs = new Outputs(DispatchKey.CPU, (to, from) -> {});
  private final Tensor line = HostData.tensor(new double[] {2, Double.NaN, -1, 2, 0.0, -0.0}, 6);

  @Test
  void theLargestComeFirstAndNanIsTheLargest() {
    LinePlan plan = topk(3, true);

    assertThat(HostData.doubles(plan.result(0))).containsExactly(Double.NaN, 2, 2);
    assertThat(HostData.longs(plan.result(1))).startsWith(1);
  }

  @Test
  void theSmallestComeFirst() {
    LinePlan plan = topk(6, false);

    assertThat(HostData.doubles(plan.result(0)))
        .usingElementComparator((a, b) -> a == b.doubleValue() ? 0 : Double.compare(a, b))
        .containsExactly(-1.0, 0.0, 0.0, 2.0, 2.0, Double.NaN);
    assertThat(HostData.longs(plan.result(1))).startsWith(2).endsWith(1);
  }

  @Test
  void equalElementsKeepTheirOrderAndNanIsTheLargest() {
    assertThat(indices(line, false)).containsExactly(2, 4, 5, 0, 3, 1);
    assertThat(indices(line, true)).containsExactly(1, 0, 3, 4, 5, 2);
  }

  @Test
  void integersThatADoubleDoesNotTellApartAreInOrder() {
    long large = 1L << 60;
    Tensor longs = HostData.tensor(new long[] {large + 1, large, large + 2}, 3);
    assertThat(indices(longs, false)).containsExactly(1, 0, 2);
  }

  @Test
  void linesOfATransposedMatrixAreSortedInItsLayout() {
    Tensor turned = HostData.tensor(new float[] {4, 1, 3, 0, 5, 2}, 2, 3);
    turned = turned.alias(new long[] {3, 2}, new long[] {1, 3}, 0);

    LinePlan plan = sort(turned, 0, false);

    assertThat(plan.result(0).strides()).containsExactly(1, 3);
    assertThat(HostData.floats(plan.result(0))).containsExactly(1, 0, 3, 2, 4, 5);
    assertThat(HostData.longs(plan.result(1))).containsExactly(1, 0, 2, 2, 0, 1);
  }

  private long[] indices(Tensor of, boolean descending) {
    return HostData.longs(sort(of, -1, descending).result(1));
  }

  private LinePlan sort(Tensor of, long dim, boolean descending) {
    LinePlan plan = SortingRules.sort(of, true, dim, descending);
    plan.allocate(outputs);
    SortingKernels.sort(plan, descending);
    plan.finish();
    return plan;
  }

  @Test
  void noElementsMayBeAskedFor() {
    assertThat(topk(0, true).result(0).sizes()).containsExactly(0);
  }

  private LinePlan topk(long k, boolean largest) {
    LinePlan plan = SortingRules.topk(line, k, -1, largest, true);
    plan.allocate(outputs);
    SortingKernels.topk(plan, largest);
    plan.finish();
    return plan;
  }
}
