package jackfield.backend.cpu.reference.pooling;

import jackfield.aten.Aten;
import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Averages of windows and their gradients, in double precision; int64 in 64 bits. */
public final class AveragePoolKernels {
  private AveragePoolKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.AVG_POOL2D, AveragePoolKernels::average)
        .structured(Aten.AVG_POOL3D, AveragePoolKernels::average)
        .structured(Aten._ADAPTIVE_AVG_POOL2D, AveragePoolKernels::average)
        .structured(Aten._ADAPTIVE_AVG_POOL3D, AveragePoolKernels::average)
        .structured(Aten.AVG_POOL2D_BACKWARD, AveragePoolKernels::backward)
        .structured(Aten.AVG_POOL3D_BACKWARD, AveragePoolKernels::backward)
        .structured(Aten._ADAPTIVE_AVG_POOL2D_BACKWARD, AveragePoolKernels::backward)
        .structured(Aten._ADAPTIVE_AVG_POOL3D_BACKWARD, AveragePoolKernels::backward);
  }

  /** A sum of elements, each divided or not. */
  private static final class Sum {
    private final DType type;
    private double real;
    private long whole;

    Sum(DType type) {
      this.type = type;
    }

    void clear() {
      real = 0;
      whole = 0;
    }

    void add(long address, long divisor) {
      if (type.isFloating()) {
        real += Elements.doubleAt(type, address) / divisor;
      } else {
        whole += Elements.longAt(type, address) / divisor;
      }
    }

    void store(long address, long divisor) {
      if (type.isFloating()) {
        Elements.putDouble(type, address, real / divisor);
      } else {
        Elements.putLong(type, address, whole / divisor);
      }
    }
  }

  private static void average(PoolingPlan plan) {
    PoolingWindows windows = plan.windows();
    Tensor self = plan.asBatch(plan.input(0));
    Tensor out = plan.asBatch(plan.output(0));
    Sum sum = new Sum(self.dtype());
    Ranges ranges = new Ranges(windows);
    Positions.forEachInImage(
        out,
        windows.geometry().positions(),
        position -> {
          boolean isEmpty = ranges.windowAt(position);
          long divisor = isEmpty ? 1 : plan.divisor(position);
          Ranges.forEachPlane(
              out,
              plane -> {
                sum.clear();
                ranges.forEach(place -> sum.add(Positions.address(self, plane, place), 1));
                sum.store(Positions.address(out, plane, position), divisor);
              });
        });
  }

  /** Computes each element of the gradient from the windows over it. */
  private static void backward(PoolingPlan plan) {
    PoolingWindows windows = plan.windows();
    Tensor grad = plan.asBatch(plan.input(0));
    Tensor out = plan.asBatch(plan.output(0));
    Sum sum = new Sum(grad.dtype());
    Ranges ranges = new Ranges(windows);
    Positions.forEachInImage(
        out,
        windows.geometry().image(),
        element -> {
          ranges.windowsOver(element);
          Ranges.forEachPlane(
              out,
              plane -> {
                sum.clear();
                ranges.forEach(
                    place -> sum.add(Positions.address(grad, plane, place), plan.divisor(place)));
                sum.store(Positions.address(out, plane, element), 1);
              });
        });
  }
}
