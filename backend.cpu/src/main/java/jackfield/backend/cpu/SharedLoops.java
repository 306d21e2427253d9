package jackfield.backend.cpu;

import jackfield.backend.cpu.loops.FoldLoops;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.tensor.DType;

/** Loops that several kernels use: what is stamped once is compiled once. */
final class SharedLoops {
  private final PointwiseLoops add = PointwiseLoops.add();
  private final PointwiseLoops scale = PointwiseLoops.scale();
  private final PointwiseLoops fill = PointwiseLoops.fill();
  private final FoldLoops floats = new FoldLoops(DType.FLOAT32);
  private final FoldLoops doubles = new FoldLoops(DType.FLOAT64);

  PointwiseLoops add() {
    return add;
  }

  PointwiseLoops scale() {
    return scale;
  }

  PointwiseLoops fill() {
    return fill;
  }

  FoldLoops folds(DType type) {
    return type == DType.FLOAT64 ? doubles : floats;
  }
}
