package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.rule.reduction.ReductionRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReductionPlanTest {
  private final CopyByElement copier = new CopyByElement();
  private final Outputs outputs = copier.outputs();
  private final Tensor cube = counting(DType.FLOAT32, 2, 3, 4);

  @Test
  void allDimensionsGoWhenNoneIsNamed() {
    ReductionIterator it = sum(cube, null).iterate(outputs);

    assertThat(it.outputCount()).isEqualTo(1);
    assertThat(it.reducedRank()).isEqualTo(1);
    assertThat(it.reducedCount()).isEqualTo(24);
    assertThat(run(it)).containsExactly(276);
    assertThat(it.finish().rank()).isZero();
    assertThat(run(sum(cube, longs()).iterate(outputs))).containsExactly(276);
  }

  @Test
  void namedDimensionsGo() {
    assertThat(run(sum(cube, longs(-1)).iterate(outputs))).containsExactly(6, 22, 38, 54, 70, 86);
    assertThat(run(sum(cube, longs(0, 2)).iterate(outputs))).containsExactly(60, 92, 124);
    assertThat(run(sum(cube, longs(1)).iterate(outputs)))
        .containsExactly(12, 15, 18, 21, 48, 51, 54, 57);
    assertThat(sum(cube, longs(0, 2)).sizes()).containsExactly(3);
  }

  @Test
  void oneBodyWritesSeveralOutputs() {
    Tensor totals = HostData.empty(DType.FLOAT32, 1);
    Tensor firsts = HostData.empty(DType.INT64, 2, 4);

    ReductionIterator it = twoResults().iterateInto(outputs, totals, firsts);
    assertThat(it.outputs()).isEqualTo(2);
    writeTotalsAndFirsts(it);

    assertThat(it.finish()).isSameAs(totals);
    assertThat(it.result(1)).isSameAs(firsts);
    assertThat(HostData.floats(totals)).containsExactly(12, 15, 18, 21, 48, 51, 54, 57);
    assertThat(HostData.longs(firsts)).containsExactly(0, 1, 2, 3, 12, 13, 14, 15);
    assertThat(totals.sizes()).containsExactly(2, 4);
  }

  @Test
  void severalOutputsAreCheckedBeforeAnyIsResized() {
    Tensor totals = HostData.empty(DType.FLOAT32, 1);

    assertThatThrownBy(
            () -> twoResults().iterateInto(outputs, totals, HostData.empty(DType.FLOAT32, 2, 4)))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() ->
            ReductionPlan.reading("test", cube, overRows(), DType.FLOAT32, DType.FLOAT32)
                .iterateInto(outputs, totals, totals))
        .isInstanceOf(InvalidArgument.class);
    assertThat(totals.sizes()).containsExactly(1);
  }

  private ReducedDimensions overRows() {
    return ReducedDimensions.of("test", cube, longs(1), false);
  }

  private ReductionPlan twoResults() {
    return ReductionPlan.reading("test", cube, overRows(), DType.FLOAT32, DType.INT64);
  }

  private static void writeTotalsAndFirsts(ReductionIterator it) {
    it.forEachOutputs(at -> {
      double[] sum = {0};
      it.forEachReducedRow(
          at[2],
          (address, stride, count) -> {
            for (long i = 0; i < count; i++) {
              sum[0] += Elements.doubleAt(it.inputType(), address + i * stride);
            }
          });
      Elements.putDouble(it.outputType(0), at[0], sum[0]);
      Elements.putLong(it.outputType(1), at[1], (long) Elements.doubleAt(it.inputType(), at[2]));
    });
  }

  @Test
  void keptDimensionsHaveSizeOne() {
    ReductionPlan plan = ReductionRules.sumDim(cube, longs(0, 2), true, null);

    assertThat(plan.sizes()).containsExactly(1, 3, 1);
    assertThat(run(plan.iterate(outputs))).containsExactly(60, 92, 124);
  }

  @Test
  void layoutsOfTheInputDoNotMatter() {
    Tensor turned = transposed(counting(DType.FLOAT32, 4, 3));

    assertThat(run(sum(turned, longs(1)).iterate(outputs))).containsExactly(18, 22, 26);
    assertThat(run(sum(turned, longs(0)).iterate(outputs))).containsExactly(3, 12, 21, 30);
    assertThat(sum(turned, null).iterate(outputs).reducedRank()).isEqualTo(1);
  }

  @Test
  void positionsAreCountedInRowMajorOrder() {
    Tensor turned = transposed(counting(DType.FLOAT32, 2, 3));
    List<Double> seen = new ArrayList<>();
    ReductionIterator it = ReductionRules.argmax(turned, null, false).iterate(outputs);

    it.forEachReducedRow(
        it.address(1),
        (address, stride, count) -> {
          for (long i = 0; i < count; i++) {
            seen.add(Elements.doubleAt(it.inputType(), address + i * stride));
          }
        });

    assertThat(seen).containsExactly(0., 3., 1., 4., 2., 5.);
    assertThat(it.outputType()).isEqualTo(DType.INT64);
  }

  @Test
  void elementsOfNothingMakeEmptyRows() {
    Tensor empty = HostData.empty(DType.FLOAT32, 2, 0);

    assertThat(run(sum(empty, longs(1)).iterate(outputs))).containsExactly(0, 0);
    assertThat(run(sum(empty, longs(0)).iterate(outputs))).isEmpty();
    assertThat(run(sum(empty, null).iterate(outputs))).containsExactly(0);
  }

  @Test
  void tensorsWithoutDimensionsReduceToThemselves() {
    Tensor number = HostData.tensor(new double[] {7});

    assertThat(run(sum(number, longs(0)).iterate(outputs))).containsExactly(7);
    assertThat(run(sum(number, longs(-1)).iterate(outputs))).containsExactly(7);
    assertThatThrownBy(() -> sum(number, longs(1))).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void dimensionsOutOfRangeOrNamedTwiceAreRefused() {
    assertThatThrownBy(() -> sum(cube, longs(3)))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("dim"));
    assertThatThrownBy(() -> sum(cube, longs(-4))).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> sum(cube, longs(1, -2))).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void outIsResizedAndReturned() {
    Tensor out = HostData.empty(DType.FLOAT32, 0);
    ReductionIterator it = sum(cube, longs(0, 2)).iterateInto(outputs, out);

    assertThat(run(it)).containsExactly(60, 92, 124);
    assertThat(it.finish()).isSameAs(out);
    assertThat(out.sizes()).containsExactly(3);
  }

  @Test
  void aSumTakesTheTypeOfOutUnlessOneIsNamed() {
    Tensor out = HostData.empty(DType.FLOAT64);

    assertThat(run(sum(cube, null).iterateInto(outputs, out))).containsExactly(276);
    assertThatThrownBy(() -> ReductionRules.sum(cube, DType.FLOAT32).iterateInto(outputs, out))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> ReductionRules.amax(cube, null, false).iterateInto(outputs, out))
        .isInstanceOf(TypeMismatch.class);
  }

  @Test
  void outThatRepeatsItselfOrMeetsTheInputIsRefused() {
    Tensor repeated = HostData.empty(DType.FLOAT32, 1).alias(longs(3), longs(0), 0);
    Tensor part = cube.alias(longs(3), longs(1), 2);

    assertThatThrownBy(() -> sum(cube, longs(0, 2)).iterateInto(outputs, repeated))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> sum(cube, longs(0, 2)).iterateInto(outputs, part))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void integersAreSummedAsInt64() {
    for (DType type : DType.values()) {
      ReductionIterator it = sum(counting(type, 2), null).iterate(outputs);

      assertThat(it.inputType()).isEqualTo(it.outputType());
      assertThat(it.outputType())
          .isEqualTo(type.isIntegral() || type == DType.BOOL ? DType.INT64 : type);
      assertThat(run(it)).containsExactly(1);
    }
  }

  private static ReductionPlan sum(Tensor self, long[] dims) {
    return ReductionRules.sumDim(self, dims, false, null);
  }

  private static double[] run(ReductionIterator it) {
    it.forEachOutput((output, input) -> {
      double[] sum = {0};
      it.forEachReducedRow(
          input,
          (address, stride, count) -> {
            for (long i = 0; i < count; i++) {
              sum[0] += Elements.doubleAt(it.inputType(), address + i * stride);
            }
          });
      Elements.putDouble(it.outputType(), output, sum[0]);
    });
    return HostData.doubles(it.finish());
  }
}
