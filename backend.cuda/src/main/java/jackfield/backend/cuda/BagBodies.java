package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.KernelAnswer;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Sums, means and greatest elements of the rows of bags. Indexes and offsets are checked on the
 * device before anything is written.
 */
final class BagBodies {
  private static final long SUM = 0;
  private static final String OPERATOR = "embedding_bag";

  private final Launcher launcher;
  private final IndexCheck indexes;

  BagBodies(Launcher launcher) {
    this.launcher = launcher;
    this.indexes = new IndexCheck(launcher);
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._EMBEDDING_BAG, this::bag)
        .structured(Aten._EMBEDDING_BAG_FORWARD_ONLY, this::forwardOnly);
  }

  private void bag(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor factors,
      boolean includeLastOffset,
      long paddingIdx,
      Tensor output,
      Tensor offset2bag,
      Tensor bagSize,
      Tensor maxIndices) {
    check(weight, indices, offsets, output.size(0));
    long[] numbers = {indices.size(0), output.size(0), output.size(1), mode, paddingIdx};
    ParameterBlock block =
        Blocks.tensors(
            numbers, weight, indices, offsets, factors, output, offset2bag, bagSize, maxIndices);
    launcher.elementwise(OPERATOR, "bag_of_index", block, offset2bag.elementCount());
    launcher.elementwise(OPERATOR, "bag_sizes", block, output.size(0));
    launcher.elementwise(OPERATOR, "bag_combine", block, output.elementCount());
  }

  private void forwardOnly(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor factors,
      boolean includeLastOffset,
      long paddingIdx,
      Tensor output,
      Tensor offset2bag,
      Tensor bagSize,
      Tensor maxIndices) {
    bag(
        weight,
        indices,
        offsets,
        scaleGradByFreq,
        mode,
        sparse,
        factors,
        includeLastOffset,
        paddingIdx,
        output,
        offset2bag,
        bagSize,
        maxIndices);
    if (mode == SUM) {
      zero(bagSize);
      zero(maxIndices);
    }
  }

  private void zero(Tensor vector) {
    ParameterBlock block =
        Blocks.strided(vector.sizes(), vector).with(Launcher.words(DType.INT64, Scalar.ZERO));
    launcher.elementwise(OPERATOR, "fill_" + vector.dtype(), block, vector.elementCount());
  }

  private void check(Tensor weight, Tensor indices, Tensor offsets, long bags) {
    long count = indices.size(0);
    indexes.check(OPERATOR, "indices", indices, 0, weight.size(0));
    if (offsets.size(0) > 0) {
      checkOffsets(offsets, count);
    } else if (count > 0) {
      throw notFromZero();
    }
    if (bags == 0 && count > 0) {
      throw new InvalidArgument(OPERATOR, "offsets", "has no bag for the indexes");
    }
  }

  private static InvalidArgument notFromZero() {
    return new InvalidArgument(
        OPERATOR, "offsets", "does not begin with 0, where the first bag begins");
  }

  private void checkOffsets(Tensor offsets, long count) {
    try (KernelAnswer answer = new KernelAnswer(launcher)) {
      long[] numbers = {answer.address(), offsets.size(0), count};
      launcher.cooperative(
          OPERATOR, "bag_check", Blocks.tensors(numbers, offsets), 1, offsets.size(0));
      long[] found = answer.readBlocking();
      if (found[0] == 0) {
        throw notFromZero();
      }
      if (found[0] > 0) {
        throw new InvalidArgument(
            OPERATOR,
            "offsets",
            "has %d for bag %d, expected the one before or more, at most %d"
                .formatted(found[1], found[0], count));
      }
    }
  }
}
