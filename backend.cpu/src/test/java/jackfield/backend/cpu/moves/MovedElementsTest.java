package jackfield.backend.cpu.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements that are moved or averaged are those of the reference, bit for bit. */
@Tag("slow")
final class MovedElementsTest {
  private final Twins twins = new Twins();

  private Tensor places(long below, long... sizes) {
    Tensor places = twins.tensor(DType.INT64, false, sizes);
    HostData.forEachAddress(
        places,
        address -> Elements.putLong(DType.INT64, address, twins.random.nextInt((int) below)));
    return places;
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void gatheredElementsAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      long[] sizes = {1 + twins.random.nextInt(5), 1 + twins.random.nextInt(4), 1 + twins.length()};
      long[] chosen = {sizes[0], 1 + twins.random.nextInt((int) sizes[1]), twins.length()};
      int dim = round % 3;
      chosen[dim] = twins.random.nextInt(9);
      if (dim != 2) {
        chosen[2] = Math.min(chosen[2], sizes[2]);
      }
      Tensor self = twins.tensor(type, true, sizes);
      Tensor index = places(sizes[dim], chosen);
      twins.expectSame(
          "gather along %d of %s".formatted(dim, self),
          twins.fast.gather(self, dim, index),
          twins.twin.gather(self, dim, index));
    }
    Tensor one = twins.tensor(type, true);
    Tensor first = places(1);
    twins.expectSame("gather", twins.fast.gather(one, 0, first), twins.twin.gather(one, 0, first));
  }

  @Test
  void moreIndexesAndColumnsThanAreTakenAtATimeAgree() {
    Tensor self = twins.tensor(DType.FLOAT32, true, 2, 9);
    Tensor index = places(9, 70_001);
    twins.expectSame(
        "index_select",
        twins.fast.indexSelect(self, 1, index),
        twins.twin.indexSelect(self, 1, index));
    Tensor image = twins.tensor(DType.FLOAT32, true, 1, 2, 3, 5);
    twins.expectSame(
        "upsample_nearest2d",
        twins.fast.upsampleNearest2d(image, new long[] {4, 70_001}),
        twins.twin.upsampleNearest2d(image, new long[] {4, 70_001}));
  }

  @Test
  void anIndexOutsideIsRefusedBeforeAnElementIsCopied() {
    Tensor self = twins.numbers(DType.FLOAT32, 1, 2, 3);
    Tensor out = twins.numbers(DType.FLOAT32, 7, 7);
    for (long outside : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor index = HostData.tensor(new long[] {0, outside}, 2);
      assertThatThrownBy(() -> twins.fast.gatherOut(self, 0, index, false, out))
          .isInstanceOf(InvalidArgument.class);
    }
    assertThat(HostData.floats(out)).containsExactly(7, 7);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void flippedAndSelectedElementsAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      long[] sizes = {twins.random.nextInt(4), 1 + twins.random.nextInt(4), 1 + twins.length()};
      Tensor self = twins.tensor(type, true, sizes);
      for (long[] dims : new long[][] {{2}, {0}, {1, 2}, {0, 1, 2}}) {
        twins.expectSame("flip", twins.fast.flip(self, dims), twins.twin.flip(self, dims));
      }
      Tensor index = places(sizes[2], twins.random.nextInt(70));
      twins.expectSame(
          "index_select",
          twins.fast.indexSelect(self, 2, index),
          twins.twin.indexSelect(self, 2, index));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void positionsOfElementsThatAreNotZeroAreInOrder(DType type) {
    for (int round = 0; round < 40; round++) {
      long[] sizes = {twins.random.nextInt(4), 1 + twins.random.nextInt(4), twins.length()};
      checkPositions(twins.tensor(type, true, sizes));
    }
    checkPositions(twins.tensor(type, true, 2, 9_001));
    checkPositions(twins.tensor(type, true, 8_192));
    checkPositions(twins.tensor(type, true));
  }

  private void checkPositions(Tensor self) {
    List<Long> expected = new ArrayList<>();
    long[] next = {0};
    HostData.forEachAddress(
        self,
        address -> {
          long rest = next[0]++;
          long[] place = new long[self.rank()];
          for (int dim = place.length - 1; dim >= 0; dim--) {
            place[dim] = rest % self.size(dim);
            rest /= self.size(dim);
          }
          for (long index : place) {
            if (Elements.booleanAt(self.dtype(), address)) {
              expected.add(index);
            }
          }
        });
    List<Long> found = new ArrayList<>();
    HostData.forEachAddress(
        twins.fast.nonzero(self), at -> found.add(Elements.longAt(DType.INT64, at)));
    assertThat(found).as("nonzero of %s", self).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"UINT8", "FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64"})
  void nearestElementsAndBordersAgree(DType type) {
    for (int round = 0; round < 20; round++) {
      long[] sizes = {
        twins.random.nextInt(3), 1 + twins.random.nextInt(3), 4 + round, 4 + round % 7
      };
      Tensor self = twins.tensor(type, true, sizes);
      if (!type.isComplex()) {
        long[] size = {1 + twins.random.nextInt(40), 1 + twins.random.nextInt(40)};
        twins.expectSame(
            "upsample_nearest2d",
            twins.fast.upsampleNearest2d(self, size),
            twins.twin.upsampleNearest2d(self, size));
        twins.expectSame(
            "_upsample_nearest_exact2d",
            twins.fast._upsampleNearestExact2d(self, size),
            twins.twin._upsampleNearestExact2d(self, size));
      }
      if (type != DType.UINT8) {
        long[] pad = {twins.random.nextInt(4), twins.random.nextInt(4), -1, 3};
        twins.expectSame(
            "reflection_pad2d",
            twins.fast.reflectionPad2d(self, pad),
            twins.twin.reflectionPad2d(self, pad));
        twins.expectSame(
            "replication_pad2d",
            twins.fast.replicationPad2d(self, pad),
            twins.twin.replicationPad2d(self, pad));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void linesAndVolumesAgree(DType type) {
    Tensor lines = twins.tensor(type, true, 2, 3, 17);
    twins.expectSame(
        "upsample_nearest1d",
        twins.fast.upsampleNearest1d(lines, new long[] {40}),
        twins.twin.upsampleNearest1d(lines, new long[] {40}));
    Tensor volumes = twins.tensor(type, true, 2, 3, 4, 5, 6);
    long[] size = {7, 3, 12};
    twins.expectSame(
        "upsample_nearest3d",
        twins.fast.upsampleNearest3d(volumes, size),
        twins.twin.upsampleNearest3d(volumes, size));
    long[] pad = {1, 2, 0, 3, 2, 1};
    twins.expectSame(
        "reflection_pad3d",
        twins.fast.reflectionPad3d(volumes, pad),
        twins.twin.reflectionPad3d(volumes, pad));
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"INT64", "FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void averagesAndTheirGradientsAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      long[] sizes = {1 + twins.random.nextInt(3), 2, 3 + twins.random.nextInt(20), 3 + round % 9};
      Tensor self = twins.tensor(type, round % 2 == 0, sizes);
      long[] taps = {1 + twins.random.nextInt(3), 1 + twins.random.nextInt(3)};
      long[] steps = {1 + twins.random.nextInt(3), 1 + twins.random.nextInt(3)};
      long[] padding = {taps[0] / 2, taps[1] / 2};
      boolean ceils = twins.random.nextBoolean();
      boolean counts = twins.random.nextBoolean();
      Long divisor = round % 5 == 0 ? (Long) 3L : null;
      Tensor average = twins.twin.avgPool2d(self, taps, steps, padding, ceils, counts, divisor);
      twins.expectSame(
          "avg_pool2d",
          twins.fast.avgPool2d(self, taps, steps, padding, ceils, counts, divisor),
          average);
      Tensor grad = twins.tensor(type, round % 2 == 0, average.sizes());
      twins.expectSame(
          "avg_pool2d_backward",
          twins.fast.avgPool2dBackward(grad, self, taps, steps, padding, ceils, counts, divisor),
          twins.twin.avgPool2dBackward(grad, self, taps, steps, padding, ceils, counts, divisor));
      checkAdaptive(type, self);
    }
  }

  private void checkAdaptive(DType type, Tensor self) {
    if (type == DType.INT64) {
      return;
    }
    long[] size = {1 + twins.random.nextInt(9), 1 + twins.random.nextInt(9)};
    twins.expectSame(
        "_adaptive_avg_pool2d",
        twins.fast._adaptiveAvgPool2d(self, size),
        twins.twin._adaptiveAvgPool2d(self, size));
    Tensor grad = twins.tensor(type, false, self.size(0), self.size(1), size[0], size[1]);
    twins.expectSame(
        "_adaptive_avg_pool2d_backward",
        twins.fast._adaptiveAvgPool2dBackward(grad, self),
        twins.twin._adaptiveAvgPool2dBackward(grad, self));
  }
}
