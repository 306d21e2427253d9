package jackfield.backend.cpu.scatter;

import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Writes rows of elements. Operand 0 of the lines is the output without the steps of the indexes,
 * operand 1 the indexes, operand 2 the source; it is absent for one number at all positions.
 *
 * <p>The common cases have loops of their own: copies, sums of floats, and rows with one index.
 *
 * <p><em>Threads</em>: several may write rows that have no element in common.
 */
final class ScatteredRows implements Rows {
  private static final Scalar[] ONCE = {Scalar.ONE};

  private final SliceIterator lines;
  private final ChosenIndex chosen;
  private final long chosenStep; // bytes in the output from one index to the next
  private final DType type;
  private final int size;
  private final boolean isSum;
  private final ScaledSum sum;
  private final PointwiseLoop add; // null unless it adds elements of the source without a factor
  private final long toStep;
  private final long indexStep;

  ScatteredRows(
      ScatterPlan plan,
      SliceIterator lines,
      ChosenIndex chosen,
      long chosenStep,
      ByType<PointwiseLoop> add) {
    this.lines = lines;
    this.chosen = chosen;
    this.chosenStep = chosenStep;
    this.type = lines.type(0);
    this.size = type.sizeBytes();
    this.isSum = plan.reduction() == Reduction.SUM;
    this.sum = new ScaledSum(type, plan.hasSource() ? plan.number() : Scalar.ONE);
    this.add = isSum && sum.isPlain() && isDirect(type) ? add.of(type) : null;
    this.toStep = lines.stepBytes(0);
    this.indexStep = lines.stepBytes(1);
  }

  private static boolean isDirect(DType type) {
    return switch (type) {
      case FLOAT32, FLOAT64, INT32, INT64 -> true;
      default -> false;
    };
  }

  @Override
  public SliceIterator lines() {
    return lines;
  }

  @Override
  public void run(long from, long to, long start, long count, long number) {
    long fromStep = lines.stepBytes(2);
    lines.forEach(
        from,
        to,
        at -> {
          long target = at[0] + start * toStep;
          long index = at[1] + start * indexStep;
          long source = lines.type(2) == null ? number : at[2] + start * fromStep;
          if (indexStep == 0 && toStep != 0) {
            sameIndex(target + chosen.at(index) * chosenStep, source, count);
          } else if (isSum) {
            addEach(target, index, source, count);
          } else {
            copyEach(target, index, source, count);
          }
        });
  }

  private void sameIndex(long to, long from, long count) {
    long fromStep = lines.stepBytes(2);
    if (!isSum) {
      StridedCopy.move(size, from, fromStep, to, toStep, count);
    } else if (add != null && fromStep == size && toStep == size) {
      add.run(to, to, from, 0, count, ONCE);
    } else {
      for (long i = 0; i < count; i++) {
        sum.add(to + i * toStep, from + i * fromStep);
      }
    }
  }

  private void addEach(long to, long index, long from, long count) {
    if (add != null && type == DType.FLOAT32) {
      addFloats(to, index, from, count);
      return;
    }
    long fromStep = lines.stepBytes(2);
    for (long i = 0; i < count; i++) {
      long target = to + i * toStep + chosen.at(index + i * indexStep) * chosenStep;
      sum.add(target, from + i * fromStep);
    }
  }

  private void addFloats(long to, long index, long from, long count) {
    long fromStep = lines.stepBytes(2);
    for (long i = 0; i < count; i++) {
      long target = to + i * toStep + chosen.at(index + i * indexStep) * chosenStep;
      float value = HostBytes.floatAt(from + i * fromStep);
      HostBytes.putFloat(target, HostBytes.floatAt(target) + value);
    }
  }

  private void copyEach(long to, long index, long from, long count) {
    switch (size) {
      case 4 -> copyInts(to, index, from, count);
      case 1, 2 -> copySmall(to, index, from, count);
      default -> copyLongs(to, index, from, count);
    }
  }

  private void copyInts(long to, long index, long from, long count) {
    long fromStep = lines.stepBytes(2);
    for (long i = 0; i < count; i++) {
      long target = to + i * toStep + chosen.at(index + i * indexStep) * chosenStep;
      HostBytes.putInt(target, HostBytes.intAt(from + i * fromStep));
    }
  }

  private void copySmall(long to, long index, long from, long count) {
    long fromStep = lines.stepBytes(2);
    for (long i = 0; i < count; i++) {
      long target = to + i * toStep + chosen.at(index + i * indexStep) * chosenStep;
      if (size == 1) {
        HostBytes.putByte(target, HostBytes.byteAt(from + i * fromStep));
      } else {
        HostBytes.putShort(target, HostBytes.shortAt(from + i * fromStep));
      }
    }
  }

  private void copyLongs(long to, long index, long from, long count) {
    long fromStep = lines.stepBytes(2);
    for (long i = 0; i < count; i++) {
      long target = to + i * toStep + chosen.at(index + i * indexStep) * chosenStep;
      for (int part = 0; part < size; part += Long.BYTES) {
        HostBytes.putLong(target + part, HostBytes.longAt(from + i * fromStep + part));
      }
    }
  }
}
