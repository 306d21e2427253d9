package jackfield.backend.cpu.memory;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The planes of a batch of images with channels, as numbers that the parts of a parallel loop may
 * use.
 *
 * @param address the address of the first plane
 * @param channels the planes of an image
 * @param batchStep bytes from one image to the next
 * @param channelStep bytes from one plane of an image to the next
 * @param rowStep bytes from one row of a plane to the next
 * @param columnStep bytes from one element of a row to the next
 */
public record Planes(
    DType type,
    long address,
    long channels,
    long batchStep,
    long channelStep,
    long rowStep,
    long columnStep) {
  /** Returns the planes of a tensor of four dimensions. */
  public static Planes of(Tensor tensor) {
    int element = tensor.dtype().sizeBytes();
    return new Planes(
        tensor.dtype(),
        tensor.address(),
        tensor.size(1),
        tensor.stride(0) * element,
        tensor.stride(1) * element,
        tensor.stride(2) * element,
        tensor.stride(3) * element);
  }

  /** Returns the address of a plane, counted over all images. */
  public long at(long plane) {
    return at(plane / channels, plane % channels);
  }

  /** Returns the address of a plane of an image. */
  public long at(long image, long channel) {
    return address + image * batchStep + channel * channelStep;
  }
}
