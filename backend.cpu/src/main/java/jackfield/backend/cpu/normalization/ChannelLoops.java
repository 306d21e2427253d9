package jackfield.backend.cpu.normalization;

import jackfield.backend.cpu.elementwise.BlockedRows;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.RowsLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.normalization.NormalizingLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.tensor.DType;
import java.util.function.Function;

/** The loops over blocks of elements of one type, float32 or float64. */
record ChannelLoops(
    DType type,
    FoldLoop sum,
    FoldLoop distances,
    FoldLoop squaredDistances,
    FoldLoop products,
    PointwiseLoop scaledDistance,
    PointwiseLoop plusScaledDistance,
    PointwiseLoop mul,
    NormalizingLoop normalizing,
    RowsLoop copy) {
  /**
   * Returns the loops for tensors of each type; they are created at the first use.
   *
   * @param sum the loops of {@link FoldLoops#sum}
   */
  static Function<DType, ChannelLoops> of(ByType<FoldLoop> sum) {
    ByType<FoldLoop> distances = FoldLoops.sumOfDistances();
    ByType<FoldLoop> squares = FoldLoops.sumOfSquaredDistances();
    ByType<FoldLoop> products = FoldLoops.sumOfProductsWithDistances();
    ByType<PointwiseLoop> scaled = FormulaLoops.of("scaledDistance", 1);
    ByType<PointwiseLoop> plusScaled = FormulaLoops.of("plusScaledDistance", 2);
    ByType<PointwiseLoop> mul = PointwiseLoops.mul();
    ByType<NormalizingLoop> normalizing = NormalizingLoop.byType();
    ByType<RowsLoop> copy = RowsLoop.copy();
    ByType<ChannelLoops> all =
        new ByType<>(type ->
            new ChannelLoops(
                type,
                sum.of(type),
                distances.of(type),
                squares.of(type),
                products.of(type),
                scaled.of(type),
                plusScaled.of(type),
                mul.of(type),
                normalizing.of(type),
                copy.of(type)));
    return type -> all.of(BlockedRows.typeInBlock(type));
  }

  /** Returns a number as an element of this type has it. */
  double rounded(double number) {
    return type == DType.FLOAT32 ? (float) number : number;
  }
}
