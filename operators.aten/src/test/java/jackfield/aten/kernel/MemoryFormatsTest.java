package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class MemoryFormatsTest {
  @Test
  void channelsLastPutsTheSecondDimensionInnermost() {
    assertThat(MemoryFormats.strides("empty", MemoryFormat.CHANNELS_LAST, longs(2, 3, 2, 2)))
        .containsExactly(12, 1, 6, 3);
    assertThat(MemoryFormats.strides("empty", MemoryFormat.CHANNELS_LAST_3D, longs(2, 3, 2, 2, 2)))
        .containsExactly(24, 1, 12, 6, 3);
  }

  @Test
  void contiguousIsTheDefault() {
    assertThat(MemoryFormats.strides("empty", null, longs(2, 0, 3))).containsExactly(3, 3, 1);
  }

  @Test
  void formatsForAnotherRankAndPreserveAreRefused() {
    assertThatThrownBy(
            () -> MemoryFormats.strides("empty", MemoryFormat.CHANNELS_LAST, longs(2, 3)))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> MemoryFormats.strides("empty", MemoryFormat.PRESERVE, longs(2, 3)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void stridesOfChannelsLastAreRecognized() {
    Tensor images = strided(longs(2, 3, 2, 2), longs(12, 1, 6, 3));

    assertThat(MemoryFormats.suggested(images)).isEqualTo(MemoryFormat.CHANNELS_LAST);
    assertThat(MemoryFormats.isContiguous(images, MemoryFormat.CHANNELS_LAST)).isTrue();
    assertThat(MemoryFormats.isContiguous(images, MemoryFormat.CONTIGUOUS)).isFalse();
  }

  @Test
  void stridesThatCouldBeEitherCountAsContiguous() {
    assertThat(MemoryFormats.suggested(strided(longs(5, 1, 1, 1), longs(1, 1, 1, 1))))
        .isEqualTo(MemoryFormat.CONTIGUOUS);
    assertThat(MemoryFormats.suggested(strided(longs(2, 3, 2, 2), longs(12, 4, 2, 1))))
        .isEqualTo(MemoryFormat.CONTIGUOUS);
  }

  private static Tensor strided(long[] sizes, long[] strides) {
    return HostData.empty(DType.FLOAT32, 64).alias(sizes, strides, 0);
  }
}
