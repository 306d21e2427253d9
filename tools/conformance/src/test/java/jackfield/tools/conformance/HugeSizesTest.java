package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sizes, strides and offsets whose products exceed 64 bits, or all memory. */
@Tag("slow")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HugeSizesTest {
  private static final long HUGE = 1L << 62;
  private static final long LONG = (1L << 29) - 3; // its square fits, with channels
  private static final long MAX = Long.MAX_VALUE;

  private final TwoPlatforms platforms = TwoPlatforms.SHARED;
  private final Tensor x1 = HostData.tensor(new float[] {1}, 1);
  private final Tensor x4 = HostData.tensor(new float[] {1, 2, 3, 4}, 4);

  @Test
  void resultsOfMoreBytesThanCanBeCountedAreRefused() {
    platforms.refused(on -> on.aten.add(on.aten.expand(x1, HUGE), 1));
    platforms.refused(on -> on.aten.cat(on.aten.expand(x1, HUGE), on.aten.expand(x1, HUGE)));
    platforms.refused(on -> on.aten.stack(on.aten.expand(x1, HUGE), on.aten.expand(x1, HUGE)));
    platforms.refused(on -> on.aten.add(on.aten.emptyStrided(longs(HUGE), 0), 1));
    platforms.refused(on -> on.aten.mulOut(on.aten.expand(x1, HUGE), x1, HostData.empty(F32, 1)));
    platforms.refused(on -> on.aten._softmax(on.aten.expand(x1, HUGE), 0, false));
    platforms.refused(on -> on.aten.mm(rows(on, 1L << 31), columns(on, 1L << 31)));
    platforms.refused(on -> on.aten.add(rows(on, 1L << 32), columns(on, 1L << 32)));
    platforms.refused(on -> HostData.empty(F32, HUGE));
    platforms.refused(on -> on.aten.repeat(x4, HUGE));
    platforms.refused(on -> on.aten.randn(1, 2, HUGE, 2, 1));
  }

  private static final DType F32 = DType.FLOAT32;

  private Tensor rows(TwoPlatforms.Plugged on, long count) {
    return on.aten.expand(on.aten.view(x1, 1, 1), count, 1);
  }

  private Tensor columns(TwoPlatforms.Plugged on, long count) {
    return on.aten.expand(on.aten.view(x1, 1, 1), 1, count);
  }

  @Test
  void viewsOutsideTheStorageAreRefused() {
    platforms.refused(
        ShapeMismatch.class, on -> on.aten.asStrided(x4, longs(2, 2), HUGE + 1_000_000_000L, HUGE));
    platforms.refused(ShapeMismatch.class, on -> on.aten.asStrided(x4, longs(2, 2), MAX, MAX));
    platforms.refused(ShapeMismatch.class, on -> on.aten.asStrided(x4, longs(2), longs(1), MAX));
    platforms.refused(on -> on.aten.asStrided(x4, longs(0), longs(1), MAX));
    platforms.refused(ShapeMismatch.class, on -> x4.alias(longs(5), longs(1), 0));
    platforms.refused(ShapeMismatch.class, on -> x4.alias(longs(2), longs(-1), 3));
    platforms.refused(ShapeMismatch.class, on -> x4.alias(longs(1), longs(1), -1));
  }

  @Test
  void shapesOfMoreElementsThanCanBeCountedAreRefused() {
    platforms.refused(on -> on.aten.view(on.aten.empty(0), 1L << 32, 1L << 32));
    platforms.refused(on -> on.aten.reshape(on.aten.empty(0), 1L << 32, 1L << 32));
    platforms.refused(on -> on.aten.sum(on.aten.expand(x1, 1L << 32, 1L << 32)));
    platforms.refused(on -> on.aten.expand(x1, 1L << 32, 1L << 32));
    platforms.refused(on -> on.aten.empty(1L << 40, 1L << 40, 0));
  }

  @Test
  void anOutputOfAnotherTypeIsRefusedBeforeTheSum() {
    platforms.refused(on -> {
      Tensor out = HostData.empty(DType.BOOL, 1);
      return on.aten.tensordotOut(on.aten.expand(x1, 1L << 40), x1, longs(0), longs(0), out);
    });
  }

  @Test
  void emptyTensorsMayHaveHugeSizesBesides() {
    platforms.each(on -> {
      Tensor empty = on.aten.empty(0, HUGE);
      assertThat(empty.elementCount()).isZero();
      assertThat(on.aten.add(empty, 1).sizes()).containsExactly(0, HUGE);
      assertThat(HostData.floats(on.aten.sum(empty))).containsExactly(0);
      assertThat(on.aten._softmax(empty, 1, false).elementCount()).isZero();
      assertThat(on.aten.zero_(on.aten.empty(HUGE, 0)).elementCount()).isZero();
    });
  }

  @Test
  void productsOfNoElementsAreNotWalked() {
    platforms.each(on -> {
      Tensor tall = on.aten.empty(HUGE, 0);
      assertThat(on.aten.mm(tall, on.aten.empty(0, 0)).sizes()).containsExactly(HUGE, 0);
      Tensor whole = on.aten.empty(new long[] {HUGE, 0}, DType.INT64);
      Tensor none = on.aten.empty(new long[] {0, 0}, DType.INT64);
      assertThat(on.aten.mm(whole, none).sizes()).containsExactly(HUGE, 0);
      Tensor batches = on.aten.empty(HUGE / 4, 0, 3);
      Tensor factors = on.aten.expand(x1, HUGE / 4, 3, 0);
      assertThat(on.aten.bmm(batches, factors).elementCount()).isZero();
    });
  }

  @Test
  void aHistogramOfTooManyCoordinatesIsRefused() {
    platforms.refused(
        ShapeMismatch.class, on -> on.aten.histogramdd(on.aten.expand(x1, 1, 1L << 31), 1));
  }

  @Test
  void imagesOfNoChannelAreNotWalked() {
    platforms.each(on -> {
      Tensor line = on.aten.empty(0, 2);
      Tensor plane = on.aten.empty(0, 2, 2);
      Tensor batch = on.aten.empty(0, 3, 2, 2);
      assertThat(on.aten.adaptiveAvgPool1d(line, LONG).sizes()).containsExactly(0, LONG);
      assertThat(on.aten.adaptiveAvgPool2d(plane, LONG, LONG).elementCount()).isZero();
      assertThat(on.aten.adaptiveMaxPool2d(plane, LONG, LONG).first().elementCount()).isZero();
      Tensor large = on.aten.empty(0, 3, LONG, LONG);
      assertThat(on.aten.avgPool2d(large, 2).elementCount()).isZero();
      assertThat(on.aten.maxPool2d(large, 2).elementCount()).isZero();
      assertThat(on.aten._adaptiveAvgPool2dBackward(batch, large).sizes())
          .containsExactly(0, 3, LONG, LONG);
    });
  }

  @Test
  void resampledImagesOfNoChannelAreNotWalked() {
    platforms.each(on -> {
      Tensor batch = on.aten.empty(0, 3, 2, 2);
      long[] size = {LONG, LONG};
      assertThat(on.aten.upsampleNearest2d(batch, size).elementCount()).isZero();
      assertThat(on.aten.upsampleBilinear2d(batch, size, true).elementCount()).isZero();
      assertThat(on.aten.upsampleBicubic2d(batch, size, true).elementCount()).isZero();
      Tensor bytes = on.aten.empty(new long[] {0, 3, 2, 2}, DType.UINT8);
      assertThat(on.aten.upsampleBilinear2d(bytes, size, false).elementCount()).isZero();
      Tensor large = on.aten.empty(0, 3, LONG, LONG);
      assertThat(on.aten.im2col(large, sizes(2), sizes(1), sizes(0), sizes(1)).elementCount())
          .isZero();
      Tensor grid = on.aten.empty(0, LONG, LONG, 2);
      assertThat(on.aten.gridSampler2d(batch, grid, 0, 0, true).elementCount()).isZero();
      assertThat(on.aten.reflectionPad2d(large, 1, 1, 1, 1).elementCount()).isZero();
      assertThat(on.aten.constantPadNd(large, sizes(1), Scalar.ONE).elementCount()).isZero();
      assertThat(on.aten.conv2d(large, on.aten.ones(4, 3, 1, 1)).elementCount()).isZero();
    });
  }

  private static long[] sizes(long size) {
    return new long[] {size, size};
  }

  @Test
  void elementsThatAreRepeatedForEverAreNotRead() {
    platforms.refused(ShapeMismatch.class, on -> on.aten.sum(on.aten.expand(x1, 1L << 60)));
    platforms.refused(ShapeMismatch.class, on -> on.aten.amax(on.aten.expand(x1, 1L << 60), 0));
    platforms.refused(
        ShapeMismatch.class,
        on -> on.aten.mm(columns(on, 1L << 50), on.aten.expand(x1, 1L << 50, 1)));
    Tensor zero = HostData.tensor(new long[] {0}, 1);
    platforms.refused(
        ShapeMismatch.class,
        on -> on.aten.indexSelect(on.aten.empty(3, 0), 0, on.aten.expand(zero, 1L << 61)));
  }

  @Test
  void anElementThatStandsInManyPlacesIsFilledOnce() {
    platforms.each(on -> {
      Tensor one = HostData.tensor(new float[] {5, 6}, 2, 1);
      on.aten.fill_(on.aten.expand(one, 2, HUGE / 2), 7);
      assertThat(HostData.floats(one)).containsExactly(7, 7);
      on.aten.zero_(on.aten.expand(one, 2, HUGE / 2));
      assertThat(HostData.floats(one)).containsExactly(0, 0);
    });
  }

  @Test
  void rangesOfMoreElementsThanMemoryHoldsLeaveTheirOutputAlone() {
    Tensor integers = HostData.tensor(new long[] {3}, 1);
    platforms.refused(on -> on.aten.arangeOut(Scalar.of(0), Scalar.of(HUGE), Scalar.ONE, x1));
    platforms.refused(
        InvalidArgument.class,
        on ->
            on.aten.arangeOut(
                Scalar.of(Double.POSITIVE_INFINITY), Scalar.of(70_000), Scalar.of(-1), integers));
    platforms.refused(
        on -> on.aten.arange(Scalar.of(Long.MIN_VALUE), Scalar.of(MAX), Scalar.of(3)));
    assertThat(HostData.floats(x1)).containsExactly(1);
    assertThat(HostData.longs(integers)).containsExactly(3);
  }

  @Test
  void rangesAreCountedExactly() {
    platforms.each(on -> {
      Scalar most = Scalar.of(MAX);
      assertThat(HostData.longs(on.aten.arange(Scalar.of(Long.MIN_VALUE), most, most)))
          .containsExactly(Long.MIN_VALUE, -1, MAX - 1);
      assertThat(HostData.longs(on.aten.arange(Scalar.of(MAX - 2), most, Scalar.ONE)))
          .containsExactly(MAX - 2, MAX - 1);
    });
  }

  @Test
  void partsMakeUpTheirWholeExactly() {
    platforms.refused(ShapeMismatch.class, on -> on.aten.splitWithSizes(x4, MAX, MAX, 6));
    platforms.refused(InvalidArgument.class, on -> on.aten.tensorSplit(x4, 1L << 31));
    platforms.refused(InvalidArgument.class, on -> on.aten.chunk(on.aten.empty(0), 1L << 40));
    platforms.refused(InvalidArgument.class, on -> on.aten.unbind(on.aten.empty(HUGE, 0)));
    platforms.each(on -> assertThat(on.aten.chunk(x4, 1L << 40)).hasSize(4));
  }

  @Test
  void offsetsAndStepsMayBeAsLargeAsNumbersGet() {
    platforms.each(on -> {
      Tensor matrix = on.aten.view(x4, 2, 2);
      assertThat(on.aten.diagonal(matrix, Long.MIN_VALUE).sizes()).containsExactly(0);
      assertThat(on.aten.diagonal(matrix, MAX).sizes()).containsExactly(0);
      assertThat(HostData.floats(on.aten.diagonal(matrix, -1))).containsExactly(3);
      assertThat(HostData.floats(on.aten.slice(matrix, 0, 0L, MAX, MAX))).containsExactly(1, 2);
      assertThat(HostData.floats(on.aten.unfold(x4, 0, 2, MAX))).containsExactly(1, 2);
      assertThat(HostData.floats(on.aten.roll(x4, longs(Long.MIN_VALUE + 1), longs(0))))
          .containsExactly(4, 1, 2, 3);
    });
  }

  @Test
  void tensorsWithoutMemoryAreCountedAsExactly() {
    platforms.each(on -> {
      Tensor meta = on.aten.empty(new long[] {1}, F32, null, Device.META);
      assertThat(on.aten.sum(on.aten.expand(meta, HUGE)).rank()).isZero();
      assertThat(on.aten.empty(new long[] {1L << 60}, F32, null, Device.META).elementCount())
          .isEqualTo(1L << 60);
    });
    platforms.refused(
        JackfieldException.class,
        on -> {
          Tensor meta = on.aten.empty(new long[] {1}, F32, null, Device.META);
          return on.aten.add(on.aten.expand(meta, HUGE), 1);
        });
  }

  private static long[] longs(long... values) {
    return values;
  }
}
