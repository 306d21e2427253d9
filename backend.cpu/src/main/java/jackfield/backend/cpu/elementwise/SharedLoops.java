package jackfield.backend.cpu.elementwise;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.fold.RowSums;
import jackfield.backend.cpu.loops.template.ByType;

/**
 * Loops that several kernels share, so that each is stamped and compiled only once.
 *
 * @param add the loops of {@link PointwiseLoops#add}
 * @param scale the loops of {@link PointwiseLoops#scale}
 * @param fill the loops of {@link PointwiseLoops#fill}
 * @param sum the loops of {@link FoldLoops#sum}
 * @param rowSums the loops of {@link FoldLoops#rowSums}
 * @param max the loops of {@link FoldLoops#max}
 */
public record SharedLoops(
    ByType<PointwiseLoop> add,
    ByType<PointwiseLoop> scale,
    ByType<PointwiseLoop> fill,
    ByType<FoldLoop> sum,
    ByType<RowSums> rowSums,
    ByType<FoldLoop> max) {

  /** Creates the loops; each is stamped when it is first needed. */
  public SharedLoops() {
    this(
        PointwiseLoops.add(),
        PointwiseLoops.scale(),
        PointwiseLoops.fill(),
        FoldLoops.sum(),
        FoldLoops.rowSums(),
        FoldLoops.max());
  }
}
