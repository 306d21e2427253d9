package jackfield.backend.cpu.scatter;

import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;

/**
 * Combines values with elements, or with each other. The operands of the lines are those of {@link
 * ScatteredRows}. Lines of means run along the dimension of the indexes.
 */
final class ReducedRows implements Rows {

  private final SliceIterator lines;
  private final ChosenIndex chosen;
  private final long chosenStep; // bytes in the output from one index to the next
  private final DType type;
  private final long toStep;
  private final long indexStep;
  private final long fromStep;
  private final Combination combination;
  private final boolean includesSelf;
  private final int counted; // elements that may have a mean in one line; 0 for other reductions

  ReducedRows(ScatterPlan plan, SliceIterator lines, ChosenIndex chosen, long chosenStep) {
    this.lines = lines;
    this.chosen = chosen;
    this.chosenStep = chosenStep;
    this.type = lines.type(0);
    this.toStep = lines.stepBytes(0);
    this.indexStep = lines.stepBytes(1);
    this.fromStep = lines.stepBytes(2);
    this.combination = new Combination(type, plan.reduction());
    this.includesSelf = plan.includesSelf();
    boolean isMean = plan.reduction() == Reduction.MEAN;
    this.counted = isMean ? ArrayLength.of(plan.operator(), "self", plan.size()) : 0;
  }

  @Override
  public SliceIterator lines() {
    return lines;
  }

  @Override
  public void run(long from, long to, long start, long count, long number) {
    if (!includesSelf) {
      lines.forEach(from, to, at -> reset(at, source(at, number), start, count));
    }
    lines.forEach(from, to, at -> combine(at, source(at, number), start, count));
    if (counted > 0) {
      long[] counts = new long[counted];
      lines.forEach(from, to, at -> divide(at, counts));
    }
  }

  private long source(long[] at, long number) {
    return lines.type(2) == null ? number : at[2];
  }

  /** Returns the element of the output that element {@code i} of a line of indexes chooses. */
  private long target(long[] at, long i) {
    return at[0] + i * toStep + chosen.at(at[1] + i * indexStep) * chosenStep;
  }

  private void reset(long[] at, long source, long start, long count) {
    int kind = combination.kind();
    for (long i = start; i < start + count; i++) {
      if (type == DType.FLOAT32) {
        float value = HostBytes.floatAt(source + i * fromStep);
        HostBytes.putFloat(target(at, i), Combination.first(kind, value));
      } else {
        combination.reset(target(at, i), source + i * fromStep);
      }
    }
  }

  private void combine(long[] at, long source, long start, long count) {
    if (type == DType.FLOAT32) {
      long to = at[0] + start * toStep;
      combineFloats(to, at[1] + start * indexStep, source + start * fromStep, count);
      return;
    }
    for (long i = start; i < start + count; i++) {
      combination.combine(target(at, i), source + i * fromStep);
    }
  }

  private void combineFloats(long to, long index, long from, long count) {
    int kind = combination.kind();
    for (long i = 0; i < count; i++) {
      long target = to + i * toStep + chosen.at(index + i * indexStep) * chosenStep;
      float value = HostBytes.floatAt(from + i * fromStep);
      HostBytes.putFloat(target, Combination.of(kind, HostBytes.floatAt(target), value));
    }
  }

  /** Divides sums by the number of elements in each; leaves the counts at 0. */
  private void divide(long[] at, long[] counts) {
    long length = lines.length(1);
    for (long i = 0; i < length; i++) {
      counts[(int) chosen.at(at[1] + i * indexStep)]++;
    }
    for (long i = 0; i < length; i++) {
      int place = (int) chosen.at(at[1] + i * indexStep);
      if (counts[place] > 0) {
        long count = counts[place] + (includesSelf ? 1 : 0);
        combination.divide(at[0] + place * chosenStep, count);
        counts[place] = 0;
      }
    }
  }
}
