package jackfield.backend.cuda.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Searches in ordered rows by bisection; a thread searches for an element. */
public final class SearchBodies {
  private final Launcher launcher;
  private final IndexCheck indexes;

  /** Creates the body. */
  public SearchBodies(Launcher launcher) {
    this.launcher = launcher;
    this.indexes = new IndexCheck(launcher);
  }

  /** Registers the kernel. */
  public void register(KernelRegistrar kernels) {
    kernels.structured(Aten.SEARCHSORTED, this::search);
  }

  private void search(OutputPlan plan, boolean right, String side) {
    Tensor self = plan.input(1);
    long count = self.elementCount();
    if (count == 0) {
      return;
    }
    Tensor rows = plan.rowMajor(0);
    Tensor order = plan.rowMajor(2);
    long length = rows.size(rows.rank() - 1);
    if (order != null) {
      indexes.check(plan.operator(), "sorter", order, 0, length);
    }
    DType type = TypePromotion.resultType(plan.input(0), self);
    long[] numbers = {
      count,
      rows.rank() == 1 ? count : self.size(self.rank() - 1),
      length,
      type.number(),
      right || "right".equals(side) ? 1 : 0
    };
    launcher.elementwise(
        plan.operator(),
        "search",
        Blocks.tensors(numbers, rows, self, order, plan.output(0)),
        count);
  }
}
