package jackfield.backend.cpu.reference.scatter;

import jackfield.aten.Aten;
import jackfield.aten.index.NonzeroPositions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.reference.element.ElementArithmetic;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.ElementCursor;
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
    ChosenIndex chosen = new ChosenIndex("gather", DType.INT64, self.size(dim), false);
    HostData.forEachAddress(plan.input(1), chosen::at);
    long[] sizes = index.sizes().clone();
    sizes[dim] = self.size(dim);
    Tensor cut = self.alias(sizes, self.strides(), self.offset());
    SliceIterator lines = SliceIterator.lines(dim, vector(plan.output(0)), index, cut);
    DType type = self.dtype();
    lines.forEach(at -> {
      for (long i = 0; i < lines.length(1); i++) {
        long position = chosen.at(at[1] + i * lines.stepBytes(1));
        ElementCopy.copy(
            type, at[2] + position * lines.stepBytes(2), type, at[0] + i * lines.stepBytes(0));
      }
    });
  }

  private static Tensor vector(Tensor tensor) {
    long[] one = {1};
    return tensor.rank() == 0 ? tensor.alias(one, one, tensor.offset()) : tensor;
  }

  private static void take(OutputPlan plan) {
    Tensor self = plan.input(0);
    ChosenIndex chosen = checked("take", plan);
    ElementCursor targets = new ElementCursor(plan.output(0));
    ElementCursor indexes = new ElementCursor(plan.input(1));
    DType type = self.dtype();
    while (targets.hasNext()) {
      ElementCopy.copy(type, address(self, chosen.at(indexes.next())), type, targets.next());
    }
  }

  /** Writes or adds values in order; a repeated position gets the last one. */
  private static void put(OutputPlan plan, boolean accumulate) {
    ChosenIndex chosen = checked("put", plan);
    Tensor out = plan.output(0);
    plan.copyInput(0);
    ElementCursor indexes = new ElementCursor(plan.input(1));
    ElementCursor sources = new ElementCursor(plan.input(2));
    DType type = out.dtype();
    while (indexes.hasNext()) {
      long target = address(out, chosen.at(indexes.next()));
      long source = sources.next();
      if (accumulate) {
        ElementArithmetic.add(type, target, Elements.scalarAt(type, source), Scalar.ONE);
      } else {
        ElementCopy.copy(type, source, type, target);
      }
    }
  }

  /** Checks indexes among all elements of input 0. */
  private static ChosenIndex checked(String operator, OutputPlan plan) {
    long count = plan.input(0).elementCount();
    ChosenIndex chosen = new ChosenIndex(operator, DType.INT64, count, true);
    HostData.forEachAddress(plan.input(1), chosen::at);
    return chosen;
  }

  private static void maskedScatter(OutputPlan plan) {
    Tensor source = plan.input(2);
    Tensor mask = plan.input(1);
    long[] wanted = {0};
    HostData.forEachAddress(
        mask, address -> wanted[0] += Elements.booleanAt(DType.BOOL, address) ? 1 : 0);
    if (wanted[0] > source.elementCount()) {
      throw tooFew(wanted[0], source);
    }
    plan.copyInput(0);
    ElementCursor masks = new ElementCursor(mask);
    ElementCursor targets = new ElementCursor(plan.output(0));
    ElementCursor sources = new ElementCursor(source);
    while (targets.hasNext()) {
      long target = targets.next();
      if (Elements.booleanAt(DType.BOOL, masks.next())) {
        if (!sources.hasNext()) { // another thread has set more of the mask
          throw tooFew(source.elementCount() + 1, source);
        }
        ElementCopy.copy(source.dtype(), sources.next(), source.dtype(), target);
      }
    }
  }

  private static ShapeMismatch tooFew(long wanted, Tensor source) {
    return new ShapeMismatch(
        "masked_scatter",
        "expected a source of at least %d elements".formatted(wanted),
        source.sizes());
  }

  private static void nonzeroStatic(OutputPlan plan, long fillValue) {
    Tensor out = plan.output(0);
    HostData.forEachAddress(out, address -> Elements.putLong(DType.INT64, address, fillValue));
    NonzeroPositions.write(plan.input(0), out);
  }

  /** Returns the address of the element at a row-major position. */
  private static long address(Tensor tensor, long position) {
    long rest = position;
    long offset = 0;
    for (int dim = tensor.rank() - 1; dim >= 0; dim--) {
      offset += rest % tensor.size(dim) * tensor.stride(dim);
      rest /= tensor.size(dim);
    }
    return tensor.address() + offset * tensor.dtype().sizeBytes();
  }
}
