package jackfield.backend.cpu.memory;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The volumes of a batch of images with channels, as numbers that the parts of a parallel loop may
 * use. Planes are volumes of one slice.
 *
 * @param address the address of the first volume
 * @param channels the volumes of an image
 * @param sizes the slices, rows and columns of a volume
 * @param batchStep bytes from one image to the next
 * @param channelStep bytes from one volume of an image to the next
 * @param sliceStep bytes from one slice of a volume to the next
 * @param rowStep bytes from one row of a slice to the next
 * @param columnStep bytes from one element of a row to the next
 */
public record Volumes(
    DType type,
    long address,
    long channels,
    long[] sizes,
    long batchStep,
    long channelStep,
    long sliceStep,
    long rowStep,
    long columnStep) {
  /** Returns the volumes of a tensor of five dimensions, or the planes of one of four. */
  public static Volumes of(Tensor tensor) {
    int element = tensor.dtype().sizeBytes();
    int last = tensor.rank() - 1;
    boolean arePlanes = last == 3;
    return new Volumes(
        tensor.dtype(),
        tensor.address(),
        tensor.size(1),
        new long[] {arePlanes ? 1 : tensor.size(2), tensor.size(last - 1), tensor.size(last)},
        tensor.stride(0) * element,
        tensor.stride(1) * element,
        arePlanes ? 0 : tensor.stride(2) * element,
        tensor.stride(last - 1) * element,
        tensor.stride(last) * element);
  }

  /** Returns the address of a volume, counted over all images. */
  public long at(long volume) {
    return at(volume / channels, volume % channels);
  }

  /** Returns the address of a volume of an image. */
  public long at(long image, long channel) {
    return address + image * batchStep + channel * channelStep;
  }

  /** Returns the steps of the last dimensions, in bytes. */
  public long[] steps(int rank) {
    long[] steps = {sliceStep, rowStep, columnStep};
    return Arrays.copyOfRange(steps, steps.length - rank, steps.length);
  }

  /** Returns the distance of a row from the first one, in bytes; rows count over all slices. */
  public long row(long row) {
    return row / sizes[1] * sliceStep + row % sizes[1] * rowStep;
  }

  /** Returns the distance of an element from the first one, by its row-major position. */
  public long place(long position) {
    return row(position / sizes[2]) + position % sizes[2] * columnStep;
  }

  /** Returns the rows of a volume. */
  public long rows() {
    return sizes[0] * sizes[1];
  }

  /** Returns the elements of a volume. */
  public long count() {
    return rows() * sizes[2];
  }

  /** Returns whether all elements of a volume have one step in memory, in row-major order. */
  public boolean isFlat() {
    return (sizes[1] == 1 || rowStep == sizes[2] * columnStep)
        && (sizes[0] == 1 || sliceStep == sizes[1] * sizes[2] * columnStep);
  }

  /** Sets all elements of a volume to zero. */
  public void clear(long volume) {
    long first = at(volume);
    if (isFlat() && columnStep == type.sizeBytes()) {
      HostBytes.zero(first, count() * type.sizeBytes());
      return;
    }
    for (long row = 0; row < rows(); row++) {
      long at = first + row(row);
      for (long column = 0; column < sizes[2]; column++) {
        Elements.putDouble(type, at + column * columnStep, 0);
      }
    }
  }
}
