package jackfield.backend.cpu.moves;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns of windows, and planes that are sums of columns, are those of the reference. */
@Tag("slow")
final class ColumnKernelsTest {
  private final Twins twins = new Twins();

  private void agree(String what, Function<Aten, Tensor> call) {
    twins.expectSame(what, call.apply(twins.fast), call.apply(twins.twin));
  }

  private long[] pair(int least, int below) {
    return new long[] {
      least + twins.random.nextInt(below - least), least + twins.random.nextInt(below - least)
    };
  }

  private void agree(Tensor planes) {
    int dims = planes.rank();
    long[] size = {planes.size(dims - 2), planes.size(dims - 1)};
    long[] taps = pair(1, 4);
    long[] dilation = pair(1, 3);
    long[] padding = pair(2, 5);
    long[] stride = pair(1, 4);
    String what =
        "of %s, taps %d×%d, stride %d, %d"
            .formatted(planes, taps[0], taps[1], stride[0], stride[1]);
    agree("im2col " + what, aten -> aten.im2col(planes, taps, dilation, padding, stride));
    Tensor columns = twins.twin.im2col(planes, taps, dilation, padding, stride);
    Tensor others = twins.tensor(planes.dtype(), true, columns.sizes());
    agree("col2im " + what, aten -> aten.col2im(others, size, taps, dilation, padding, stride));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BOOL", "FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void columnsAndTheirSumsAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      long width = round % 9 == 0 ? 200 : 1 + twins.random.nextInt(20);
      long[] sizes = {1 + round % 3, 1 + round % 2, 1 + twins.random.nextInt(9), width};
      agree(twins.tensor(type, true, sizes));
      agree(twins.tensor(type, true, 2, sizes[2], width));
    }
    agree(twins.tensor(type, true, 0, 2, 5, 6));
  }

  @Test
  void outputsMayHaveAnyLayout() {
    long[] taps = {2, 3};
    long[] ones = {1, 1};
    Tensor planes = twins.tensor(DType.FLOAT32, true, 2, 3, 5, 6);
    agree(
        "im2col",
        aten -> {
          Tensor out = HostData.empty(DType.FLOAT32, 42, 18, 2);
          Tensor turned = out.alias(new long[] {2, 18, 42}, new long[] {1, 2, 36}, 0);
          return aten.im2colOut(planes, taps, ones, ones, ones, turned);
        });
    Tensor columns = twins.twin.im2col(planes, taps, ones, ones, ones);
    agree(
        "col2im",
        aten -> {
          Tensor out = HostData.empty(DType.FLOAT32, 6, 5, 3, 2);
          long[] strides = {1, 2, 6, 30};
          Tensor turned = out.alias(new long[] {2, 3, 5, 6}, strides, 0);
          return aten.col2imOut(columns, new long[] {5, 6}, taps, ones, ones, ones, turned);
        });
  }
}
