package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.window.Windows;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.MoveList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Averages and greatest elements of windows, their gradients, and images made from them. */
final class PoolingBodies {
  private final Launcher launcher;
  private final IndexCheck indexes;

  PoolingBodies(Launcher launcher) {
    this.launcher = launcher;
    this.indexes = new IndexCheck(launcher);
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.AVG_POOL2D, this::average)
        .structured(Aten.AVG_POOL3D, this::average)
        .structured(Aten._ADAPTIVE_AVG_POOL2D, this::average)
        .structured(Aten._ADAPTIVE_AVG_POOL3D, this::average)
        .structured(Aten.AVG_POOL2D_BACKWARD, this::averageBackward)
        .structured(Aten.AVG_POOL3D_BACKWARD, this::averageBackward)
        .structured(Aten._ADAPTIVE_AVG_POOL2D_BACKWARD, this::averageBackward)
        .structured(Aten._ADAPTIVE_AVG_POOL3D_BACKWARD, this::averageBackward)
        .structured(Aten.MAX_POOL2D_WITH_INDICES, this::greatest)
        .structured(Aten.MAX_POOL3D_WITH_INDICES, this::greatest)
        .structured(Aten.ADAPTIVE_MAX_POOL2D, this::greatest)
        .structured(Aten.ADAPTIVE_MAX_POOL3D, this::greatest);
  }

  /** Registers what moves elements to places, for which lists of moves are needed. */
  void registerMoves(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MAX_POOL2D_WITH_INDICES_BACKWARD, this::greatestBackward)
        .structured(Aten.MAX_POOL3D_WITH_INDICES_BACKWARD, this::greatestBackward)
        .structured(Aten.ADAPTIVE_MAX_POOL2D_BACKWARD, this::greatestBackward)
        .structured(Aten.ADAPTIVE_MAX_POOL3D_BACKWARD, this::greatestBackward)
        .structured(Aten.MAX_UNPOOL2D, this::unpool)
        .structured(Aten.MAX_UNPOOL3D, this::unpool);
  }

  private void average(PoolingPlan plan) {
    run("average", plan, plan.output(0), plan.input(0));
  }

  private void averageBackward(PoolingPlan plan) {
    run("average_backward", plan, plan.output(0), plan.input(0));
  }

  private void greatest(PoolingPlan plan) {
    run("greatest", plan, plan.output(0), plan.output(1), plan.input(0));
  }

  private void run(String kernel, PoolingPlan plan, Tensor... tensors) {
    Tensor[] operands = Arrays.stream(tensors).map(plan::asBatch).toArray(Tensor[]::new);
    Tensor out = operands[0];
    launcher.elementwise(
        plan.operator(),
        kernel + "_" + out.dtype(),
        block(out.sizes(), out.rank(), operands).with(numbers(plan)),
        out.elementCount());
  }

  /** Returns a block of the given sizes; operand 0 moves in its first dimensions only. */
  private static ParameterBlock block(long[] sizes, int moving, Tensor... operands) {
    ParameterBlock.Builder block = Blocks.of(operands);
    for (int dim = 0; dim < sizes.length; dim++) {
      long[] steps = new long[operands.length];
      for (int operand = 0; operand < steps.length; operand++) {
        Tensor tensor = operands[operand];
        boolean isStill = operand == 0 && dim >= moving;
        steps[operand] = isStill ? 0 : tensor.stride(dim) * tensor.dtype().sizeBytes();
      }
      block.dimension(sizes[dim], steps);
    }
    return block.build();
  }

  private static long[] numbers(PoolingPlan plan) {
    Windows windows = plan.windows().geometry();
    int rank = windows.rank();
    long[] numbers = new long[4 + 6 * rank];
    numbers[0] = rank;
    numbers[1] = plan.windows().isAdaptive() ? 1 : 0;
    numbers[2] = plan.countsPadding() ? 1 : 0;
    numbers[3] = plan.givenDivisor() == null ? 0 : plan.givenDivisor();
    for (int dim = 0; dim < rank; dim++) {
      long[] own = {
        windows.image()[dim],
        windows.positions()[dim],
        plan.windows().isAdaptive() ? 1 : windows.taps()[dim],
        plan.windows().isAdaptive() ? 1 : windows.stride()[dim],
        plan.windows().isAdaptive() ? 0 : windows.padding()[dim],
        plan.windows().isAdaptive() ? 1 : windows.dilation()[dim]
      };
      System.arraycopy(own, 0, numbers, 4 + 6 * dim, own.length);
    }
    return numbers;
  }

  // ---- moves to places

  private void greatestBackward(PoolingPlan plan) {
    move(plan, plan.input(0), plan.input(2), Reduction.SUM);
  }

  private void unpool(PoolingPlan plan) {
    move(plan, plan.input(0), plan.input(1), Reduction.ASSIGN);
  }

  /** Moves each element to its place in an image of zeros. */
  private void move(PoolingPlan plan, Tensor from, Tensor places, Reduction reduction) {
    Tensor out = plan.asBatch(plan.output(0));
    Tensor source = plan.asBatch(from);
    long count = 1;
    for (long size : plan.windows().geometry().image()) {
      count *= size;
    }
    indexes.check(plan.operator(), "indices", places, 0, count);
    DType type = out.dtype();
    launcher.elementwise(
        plan.operator(),
        "fill_" + type,
        block(out.sizes(), out.rank(), out).with(Launcher.words(DType.INT64, Scalar.ZERO)),
        out.elementCount());
    int spatial = out.rank() - 2;
    long[] image = new long[1 + 2 * spatial];
    image[0] = spatial;
    for (int dim = 0; dim < spatial; dim++) {
      image[1 + 2 * dim] = out.size(2 + dim);
      image[2 + 2 * dim] = out.stride(2 + dim) * type.sizeBytes();
    }
    ParameterBlock block = block(source.sizes(), 2, out, plan.asBatch(places), source);
    try (MoveList moves = new MoveList(launcher, plan.operator(), source.elementCount())) {
      moves.fill("list_places", block.with(image));
      moves.combine(type, reduction, true, true, Scalar.ONE);
    }
  }
}
