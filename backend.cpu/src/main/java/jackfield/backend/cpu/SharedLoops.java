package jackfield.backend.cpu;

import jackfield.backend.cpu.loops.ByType;
import jackfield.backend.cpu.loops.FoldLoop;
import jackfield.backend.cpu.loops.FoldLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;

/**
 * Loops that several kernels use: what is stamped once is compiled once.
 *
 * @param add of {@link PointwiseLoops#add}
 * @param scale of {@link PointwiseLoops#scale}
 * @param fill of {@link PointwiseLoops#fill}
 * @param sum of {@link FoldLoops#sum}
 * @param max of {@link FoldLoops#max}
 */
record SharedLoops(
    ByType<PointwiseLoop> add,
    ByType<PointwiseLoop> scale,
    ByType<PointwiseLoop> fill,
    ByType<FoldLoop> sum,
    ByType<FoldLoop> max) {

  SharedLoops() {
    this(
        PointwiseLoops.add(),
        PointwiseLoops.scale(),
        PointwiseLoops.fill(),
        FoldLoops.sum(),
        FoldLoops.max());
  }
}
