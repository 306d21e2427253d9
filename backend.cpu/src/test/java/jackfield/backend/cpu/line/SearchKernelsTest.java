package jackfield.backend.cpu.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Places in ordered rows are those of the reference, in rows without an order, too. */
@Tag("slow")
final class SearchKernelsTest {
  private final Twins twins = new Twins();

  private void agree(String what, Function<Aten, Tensor> call) {
    twins.expectSame(what, call.apply(twins.fast), call.apply(twins.twin));
  }

  private void agree(Tensor rows, Tensor self) {
    var order = twins.twin.sort(rows, true, rows.rank() - 1L, false);
    for (boolean isRight : new boolean[] {false, true}) {
      String what = "%s in %s, %s".formatted(self, rows, isRight);
      Tensor sorted = order.values();
      agree(what, aten -> aten.searchsorted(sorted, self, false, isRight, null, null));
      agree(
          "a sorter, " + what,
          aten -> aten.searchsorted(rows, self, true, isRight, null, order.indices()));
      agree("no order, " + what, aten -> aten.searchsorted(rows, self, true, isRight, null, null));
      if (sorted.rank() == 1) {
        agree("bucketize, " + what, aten -> aten.bucketize(self, sorted, false, isRight));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"UINT8", "INT16", "INT32", "INT64", "FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void placesAgree(DType type) {
    for (int round = 0; round < 20; round++) {
      DType[] others = {type, DType.FLOAT32, DType.INT64, DType.FLOAT16, DType.FLOAT64};
      DType other = others[round % others.length];
      long length = Math.max(1, twins.length());
      agree(twins.tensor(type, true, length), twins.tensor(other, true, 3, twins.length()));
      agree(twins.tensor(type, true, 2, 3, length), twins.tensor(other, true, 2, 3, 7));
    }
    agree(twins.tensor(type, true, 9), twins.tensor(type, true));
    agree(twins.tensor(type, true, 9), twins.tensor(type, true, 0));
    agree(twins.tensor(type, true, 0), twins.tensor(type, true, 4));
    agree(twins.tensor(type, true, 700), twins.tensor(type, true, 9_001));
  }

  @Test
  void outputsMayHaveAnyLayout() {
    Tensor rows = twins.numbers(DType.FLOAT32, 1, 2, 3, 4);
    Tensor self = twins.tensor(DType.FLOAT32, true, 5, 6);
    agree(
        "a transposed output",
        aten -> {
          Tensor out = HostData.empty(DType.INT64, 6, 5);
          Tensor turned = out.alias(new long[] {5, 6}, new long[] {1, 5}, 0);
          return aten.searchsortedOut(rows, self, false, false, null, null, turned);
        });
  }

  @Test
  void aWrongSorterIsRefusedBeforeAPlaceIsWritten() {
    Tensor rows = twins.numbers(DType.FLOAT32, 1, 2, 3);
    Tensor self = twins.numbers(DType.FLOAT32, 2, 3);
    Tensor out = HostData.tensor(new long[] {7, 7}, 2);
    for (long outside : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor sorter = HostData.tensor(new long[] {0, 1, outside}, 3);
      assertThatThrownBy(
              () -> twins.fast.searchsortedOut(rows, self, false, false, null, sorter, out))
          .isInstanceOfSatisfying(
              InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("sorter"))
          .hasMessageContaining("has the index " + outside + ", expected 0 to 2");
    }
    twins.expectSame("output", out, HostData.tensor(new long[] {7, 7}, 2));
  }
}
