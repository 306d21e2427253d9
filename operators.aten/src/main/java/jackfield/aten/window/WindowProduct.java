package jackfield.aten.window;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.window.Windows.Side;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * A sum of products over windows. A convolution, a transposed convolution and the gradients of both
 * are such sums: they have the same three tensors in common, and differ in the one that is computed
 * from the other two.
 *
 * <p><em>Shapes</em>: {@code image [batch, groups * imageChannels, …], positions [batch, groups *
 * positionChannels, …], weight [groups * positionChannels, imageChannels, …taps]}. Channels are
 * those of one group.
 *
 * <p>A window's element is the sum over the group's channels of the image and over the taps. An
 * image's element is the sum over the group's channels of the windows and over the windows above
 * it. An element of the weight is the sum over the batch and all windows.
 *
 * @param result the side that is computed; {@link Side#TAPS} stands for the weight
 * @param conjugated the factor whose complex conjugate is multiplied; null for none
 */
public record WindowProduct(
    Windows windows,
    long groups,
    Side result,
    Tensor image,
    Tensor positions,
    Tensor weight,
    Tensor conjugated) {
  /** Returns the number of images. */
  public long batch() {
    return image.size(0);
  }

  /** Returns the channels of the image in one group. */
  public long imageChannels() {
    return image.size(1) / groups;
  }

  /** Returns the channels of the windows in one group. */
  public long positionChannels() {
    return positions.size(1) / groups;
  }

  /** Returns the tensor of a side. */
  public Tensor tensor(Side side) {
    return switch (side) {
      case IMAGE -> image;
      case POSITIONS -> positions;
      case TAPS -> weight;
    };
  }

  /** Returns the first factor. */
  public Tensor first() {
    return result == Side.IMAGE ? positions : image;
  }

  /** Returns the second factor. */
  public Tensor second() {
    return result == Side.TAPS ? positions : weight;
  }

  /** Returns an iterator over the elements of the result's side and the pairs of its factors. */
  public WindowPairs pairs() {
    return new WindowPairs(windows, result, steps(tensor(result)), steps(first()), steps(second()));
  }

  /** Returns the steps in the spatial dimensions, in bytes. */
  public static long[] steps(Tensor tensor) {
    long[] steps = new long[tensor.rank() - 2];
    for (int dim = 0; dim < steps.length; dim++) {
      steps[dim] = tensor.stride(dim + 2) * tensor.dtype().sizeBytes();
    }
    return steps;
  }

  /**
   * Returns the product as plain numbers. The operands are the result and its two factors. The
   * dimensions are batch, group, the group's channels of the windows, its channels of the image,
   * the positions and the taps. The result repeats its elements in the dimensions of the sum. For
   * each spatial dimension, four numbers follow: the image's size, stride, padding and dilation.
   * Where the index {@code p * stride - padding + t * dilation} is outside the image, there is
   * nothing to add. The image's address is that of its first element; the padding is not
   * subtracted.
   */
  public ParameterBlock parameters() {
    Tensor[] operands = {tensor(result), first(), second()};
    DType[] types = new DType[operands.length];
    long[] addresses = new long[operands.length];
    for (int operand = 0; operand < operands.length; operand++) {
      types[operand] = operands[operand].dtype();
      addresses[operand] = operands[operand].address();
    }
    ParameterBlock.Builder block = new ParameterBlock.Builder(types, addresses);
    long inImage = imageChannels();
    long inPositions = positionChannels();
    block
        .dimension(batch(), each(bytes(image, 0), bytes(positions, 0), 0))
        .dimension(
            groups,
            each(
                bytes(image, 1) * inImage,
                bytes(positions, 1) * inPositions,
                bytes(weight, 0) * inPositions))
        .dimension(inPositions, each(0, bytes(positions, 1), bytes(weight, 0)))
        .dimension(inImage, each(bytes(image, 1), 0, bytes(weight, 1)));
    addSpatial(block);
    return block.build();
  }

  private void addSpatial(ParameterBlock.Builder block) {
    for (int dim = 0; dim < windows.rank(); dim++) {
      long imageStep = bytes(image, dim + 2) * windows.stride()[dim];
      block.dimension(windows.positions()[dim], each(imageStep, bytes(positions, dim + 2), 0));
    }
    for (int dim = 0; dim < windows.rank(); dim++) {
      long imageStep = bytes(image, dim + 2) * windows.dilation()[dim];
      block.dimension(windows.taps()[dim], each(imageStep, 0, bytes(weight, dim + 2)));
      block
          .number(windows.image()[dim])
          .number(windows.stride()[dim])
          .number(windows.padding()[dim])
          .number(windows.dilation()[dim]);
    }
  }

  /** Returns steps in the order of the operands. */
  private long[] each(long ofImage, long ofPositions, long ofWeight) {
    return switch (result) {
      case IMAGE -> new long[] {ofImage, ofPositions, ofWeight};
      case POSITIONS -> new long[] {ofPositions, ofImage, ofWeight};
      case TAPS -> new long[] {ofWeight, ofImage, ofPositions};
    };
  }

  private static long bytes(Tensor tensor, int dim) {
    return tensor.stride(dim) * tensor.dtype().sizeBytes();
  }
}
