package jackfield.backend.cpu.reference.scatter;

import jackfield.aten.Aten;
import jackfield.aten.index.NonzeroPositions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.reference.element.ElementArithmetic;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/** Reads elements at positions, and writes them at positions among all elements. */
public final class GatherKernels {
  private GatherKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.GATHER, GatherKernels::gather)
        .structured(Aten.TAKE, GatherKernels::take)
        .structured(Aten.PUT, GatherKernels::put)
        .structured(Aten.MASKED_SCATTER, GatherKernels::maskedScatter)
        .structured(Aten.NONZERO_STATIC, GatherKernels::nonzeroStatic);
  }

  private static void gather(LinePlan plan) {
    Tensor index = vector(plan.input(1));
    if (index.elementCount() == 0) {
      return;
    }
    Tensor self = vector(plan.input(0));
    int dim = plan.dim();
    check("gather", plan.input(1), 0, self.size(dim));
    long[] sizes = index.sizes().clone();
    sizes[dim] = self.size(dim);
    Tensor cut = self.alias(sizes, self.strides(), self.offset());
    SliceIterator lines = SliceIterator.lines(dim, vector(plan.output(0)), index, cut);
    DType type = self.dtype();
    lines.forEach(at -> {
      for (long i = 0; i < lines.length(1); i++) {
        long chosen = Elements.longAt(DType.INT64, at[1] + i * lines.stepBytes(1));
        ElementCopy.copy(
            type, at[2] + chosen * lines.stepBytes(2), type, at[0] + i * lines.stepBytes(0));
      }
    });
  }

  private static Tensor vector(Tensor tensor) {
    long[] one = {1};
    return tensor.rank() == 0 ? tensor.alias(one, one, tensor.offset()) : tensor;
  }

  private static void take(OutputPlan plan) {
    Tensor self = plan.input(0);
    Tensor index = plan.input(1);
    check("take", index, -self.elementCount(), self.elementCount());
    long[] targets = addresses(plan.output(0));
    long[] positions = addresses(index);
    DType type = self.dtype();
    for (int i = 0; i < targets.length; i++) {
      ElementCopy.copy(type, address(self, positions[i]), type, targets[i]);
    }
  }

  /** Writes or adds values in order; a repeated position gets the last one. */
  private static void put(OutputPlan plan, boolean accumulate) {
    Tensor self = plan.input(0);
    Tensor index = plan.input(1);
    check("put", index, -self.elementCount(), self.elementCount());
    Tensor out = plan.output(0);
    plan.copyInput(0);
    long[] positions = addresses(index);
    long[] sources = addresses(plan.input(2));
    DType type = self.dtype();
    for (int i = 0; i < positions.length; i++) {
      long target = address(out, positions[i]);
      if (accumulate) {
        ElementArithmetic.add(type, target, Elements.scalarAt(type, sources[i]), Scalar.ONE);
      } else {
        ElementCopy.copy(type, sources[i], type, target);
      }
    }
  }

  private static void maskedScatter(OutputPlan plan) {
    Tensor source = plan.input(2);
    long[] masks = addresses(plan.input(1));
    long wanted = 0;
    for (long mask : masks) {
      wanted += Elements.booleanAt(DType.BOOL, mask) ? 1 : 0;
    }
    if (wanted > source.elementCount()) {
      throw new ShapeMismatch(
          "masked_scatter",
          "expected a source of at least %d elements".formatted(wanted),
          source.sizes());
    }
    plan.copyInput(0);
    long[] targets = addresses(plan.output(0));
    long[] sources = addresses(source);
    int next = 0;
    for (int i = 0; i < targets.length; i++) {
      if (Elements.booleanAt(DType.BOOL, masks[i])) {
        ElementCopy.copy(source.dtype(), sources[next++], source.dtype(), targets[i]);
      }
    }
  }

  private static void nonzeroStatic(OutputPlan plan, long fillValue) {
    Tensor out = plan.output(0);
    HostData.forEachAddress(out, address -> Elements.putLong(DType.INT64, address, fillValue));
    NonzeroPositions.write(plan.input(0), out);
  }

  private static long[] addresses(Tensor tensor) {
    long[] all = new long[Math.toIntExact(tensor.elementCount())];
    int[] next = {0};
    HostData.forEachAddress(tensor, address -> all[next[0]++] = address);
    return all;
  }

  /** Returns the address of the element whose row-major position is at an address. */
  private static long address(Tensor tensor, long position) {
    long rest = Elements.longAt(DType.INT64, position);
    rest += rest < 0 ? tensor.elementCount() : 0;
    long offset = 0;
    for (int dim = tensor.rank() - 1; dim >= 0; dim--) {
      offset += rest % tensor.size(dim) * tensor.stride(dim);
      rest /= tensor.size(dim);
    }
    return tensor.address() + offset * tensor.dtype().sizeBytes();
  }

  private static void check(String operator, Tensor index, long least, long end) {
    HostData.forEachAddress(
        index,
        address -> {
          long chosen = Elements.longAt(index.dtype(), address);
          if (chosen < least || chosen >= end) {
            throw new InvalidArgument(
                operator, "index", "has %d, expected %d to %d".formatted(chosen, least, end - 1));
          }
        });
  }
}
