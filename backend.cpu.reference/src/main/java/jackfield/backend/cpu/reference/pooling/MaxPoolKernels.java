package jackfield.backend.cpu.reference.pooling;

import jackfield.aten.Aten;
import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;
import jackfield.backend.cpu.reference.element.ElementArithmetic;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/** Greatest elements of windows, their gradients, and images made from them. */
public final class MaxPoolKernels {
  private MaxPoolKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MAX_POOL2D_WITH_INDICES, MaxPoolKernels::max)
        .structured(Aten.MAX_POOL3D_WITH_INDICES, MaxPoolKernels::max)
        .structured(Aten.ADAPTIVE_MAX_POOL2D, MaxPoolKernels::max)
        .structured(Aten.ADAPTIVE_MAX_POOL3D, MaxPoolKernels::max)
        .structured(Aten.MAX_POOL2D_WITH_INDICES_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.MAX_POOL3D_WITH_INDICES_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.ADAPTIVE_MAX_POOL2D_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.ADAPTIVE_MAX_POOL3D_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.MAX_UNPOOL2D, MaxPoolKernels::unpool)
        .structured(Aten.MAX_UNPOOL3D, MaxPoolKernels::unpool);
  }

  /** The greatest element of a window; the last NaN, if there is one, else the first of equals. */
  private static final class Greatest {
    private final DType type;
    private double real;
    private long whole;
    private long index;
    private long address;

    Greatest(DType type) {
      this.type = type;
    }

    void begin(long first) {
      real = Double.NEGATIVE_INFINITY;
      whole = Long.MIN_VALUE;
      index = first;
      address = 0;
    }

    void offer(long at, long position) {
      if (type.isFloating()) {
        double value = Elements.doubleAt(type, at);
        if (value > real || Double.isNaN(value)) {
          real = value;
          choose(at, position);
        }
      } else {
        long value = Elements.longAt(type, at);
        if (value > whole) {
          whole = value;
          choose(at, position);
        }
      }
    }

    private void choose(long at, long position) {
      address = at;
      index = position;
    }

    void store(long target, long indexTarget) {
      if (address != 0) {
        ElementCopy.copy(type, address, type, target);
      } else if (type.isFloating()) {
        Elements.putDouble(type, target, Double.NEGATIVE_INFINITY);
      } else {
        Elements.putLong(type, target, type.sizeBytes() == Long.BYTES ? whole : least(type));
      }
      Elements.putLong(DType.INT64, indexTarget, index);
    }

    private static long least(DType type) {
      return type == DType.UINT8 ? 0 : -1L << (type.sizeBytes() * Byte.SIZE - 1);
    }
  }

  private static void max(PoolingPlan plan) {
    PoolingWindows windows = plan.windows();
    Tensor self = plan.asBatch(plan.input(0));
    Tensor out = plan.asBatch(plan.output(0));
    Tensor indices = plan.asBatch(plan.output(1));
    Greatest greatest = new Greatest(self.dtype());
    Ranges ranges = new Ranges(windows);
    Positions.forEachInImage(
        out,
        windows.geometry().positions(),
        position -> {
          ranges.windowAt(position);
          Ranges.forEachPlane(
              out,
              plane -> {
                greatest.begin(ranges.firstIndex());
                ranges.forEach(place ->
                    greatest.offer(Positions.address(self, plane, place), ranges.index(place)));
                greatest.store(
                    Positions.address(out, plane, position),
                    Positions.address(indices, plane, position));
              });
        });
  }

  private static void backward(PoolingPlan plan) {
    Tensor grad = plan.asBatch(plan.input(0));
    Tensor indices = plan.asBatch(plan.input(2));
    DType type = grad.dtype();
    scatter(
        plan,
        grad,
        indices,
        (from, to) -> ElementArithmetic.add(type, to, Elements.scalarAt(type, from), Scalar.ONE));
  }

  private static void unpool(PoolingPlan plan) {
    Tensor self = plan.asBatch(plan.input(0));
    DType type = self.dtype();
    scatter(
        plan,
        self,
        plan.asBatch(plan.input(1)),
        (from, to) -> ElementCopy.copy(type, from, type, to));
  }

  /** What is done with an element and its place in the image. */
  private interface Move {
    void run(long from, long to);
  }

  /** Moves each element to its index in an image of zeros, in order. */
  private static void scatter(PoolingPlan plan, Tensor from, Tensor indices, Move move) {
    Tensor out = plan.asBatch(plan.output(0));
    long[] image = plan.windows().geometry().image();
    long count = Shapes.elementCount(image);
    HostData.forEachAddress(
        indices, address -> check(plan.operator(), Elements.longAt(DType.INT64, address), count));
    DType type = out.dtype();
    HostData.forEachAddress(out, address -> Elements.putDouble(type, address, 0));
    long[] place = new long[image.length];
    Ranges.forEachPlane(
        from,
        plane ->
            Positions.forEach(
                plan.windows().geometry().positions(),
                position -> {
                  long at = Positions.address(indices, plane, position);
                  long index = Elements.longAt(DType.INT64, at);
                  check(plan.operator(), index, count);
                  unravel(index, image, place);
                  move.run(
                      Positions.address(from, plane, position),
                      Positions.address(out, plane, place));
                }));
  }

  private static void check(String operator, long index, long count) {
    if (index < 0 || index >= count) {
      throw new InvalidArgument(
          operator, "indices", "has %d, expected 0 to %d".formatted(index, count - 1));
    }
  }

  private static void unravel(long index, long[] image, long[] place) {
    long rest = index;
    for (int dim = image.length - 1; dim >= 0; dim--) {
      place[dim] = rest % image[dim];
      rest /= image[dim];
    }
  }
}
