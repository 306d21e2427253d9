package jackfield.backend.cpu.line;

import jackfield.aten.Aten;
import jackfield.aten.Cummax;
import jackfield.aten.Cummin;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Running extremes and their positions are those of the reference, bit for bit. */
@Tag("slow")
final class RunningExtremesTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, long dim) {
    Cummax.Result largest = twins.fast.cummax(self, dim);
    Cummax.Result wanted = twins.twin.cummax(self, dim);
    twins.expectSame("cummax of " + self, largest.values(), wanted.values());
    twins.expectSame("places of cummax of " + self, largest.indices(), wanted.indices());
    Cummin.Result smallest = twins.fast.cummin(self, dim);
    Cummin.Result least = twins.twin.cummin(self, dim);
    twins.expectSame("cummin of " + self, smallest.values(), least.values());
    twins.expectSame("places of cummin of " + self, smallest.indices(), least.indices());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void extremesOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      boolean hasSpecial = round % 2 == 0;
      Tensor self = twins.tensor(type, hasSpecial, twins.length(), 1 + twins.random.nextInt(40));
      agree(self, twins.random.nextInt(2));
      Tensor cube = twins.tensor(type, hasSpecial, 3, 1 + twins.random.nextInt(9), 5);
      agree(cube, twins.random.nextInt(3));
    }
    agree(twins.tensor(type, true), 0);
    agree(twins.tensor(type, true, 3, 0), 1);
    agree(twins.tensor(type, true, 3, 0), 0);
    agree(twins.tensor(type, false, 40_001), 0);
  }

  /** The values may be written into the input. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT64", "INT16"})
  void valuesMayReplaceTheInput(DType type) {
    for (int dim = 0; dim < 2; dim++) {
      Tensor one = twins.twin.clone(twins.tensor(type, true, 30, 21));
      Tensor other = twins.twin.clone(one);
      Tensor places = HostData.empty(DType.INT64, 30, 21);
      Tensor wanted = HostData.empty(DType.INT64, 30, 21);
      var _ = twins.fast.cummaxOut(one, dim, one, places);
      var _ = twins.twin.cummaxOut(other, dim, other, wanted);
      twins.expectSame("cummax.out", one, other);
      twins.expectSame("places of cummax.out", places, wanted);
    }
  }

  /** The positions may be written into an input of their type, too. */
  @Test
  void positionsMayReplaceTheInput() {
    for (int dim = 0; dim < 2; dim++) {
      Tensor self = twins.twin.clone(twins.tensor(DType.INT64, true, 30, 21));
      Cummin.Result wanted = twins.fast.cummin(self, dim);
      for (Aten aten : new Aten[] {twins.fast, twins.twin}) {
        Tensor input = twins.twin.clone(self);
        Tensor values = HostData.empty(DType.INT64, 30, 21);
        var _ = aten.cumminOut(input, dim, values, input);
        twins.expectEqual("cummin.out", values, wanted.values());
        twins.expectEqual("places of cummin.out", input, wanted.indices());
      }
    }
  }
}
