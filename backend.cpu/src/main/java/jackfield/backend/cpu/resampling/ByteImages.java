package jackfield.backend.cpu.resampling;

import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.FixedPointWeights;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Images of bytes, computed with weights of 16 bits: one dimension after the other, the last one
 * first. Each step rounds to bytes. A dimension that keeps its size is left as it is.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class ByteImages {
  private static final int GREATEST_BYTE = 255;
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop
  private static final int MOST = 1 << 16; // taps that are held at a time

  private final ResamplingPlan plan;
  private final int most;

  ByteImages(ResamplingPlan plan) {
    this(plan, MOST);
  }

  /** Creates images of a limit for the taps that are held at a time. */
  ByteImages(ResamplingPlan plan, int most) {
    this.plan = plan;
    this.most = most;
  }

  void run() {
    Tensor image = plan.input(0);
    for (int dim = plan.rank() - 1; dim >= 0; dim--) {
      Axis axis = plan.axis(dim);
      if (axis.size() != axis.count()) {
        long[] sizes = image.sizes().clone();
        sizes[dim + 2] = axis.count();
        Tensor next = HostData.empty(DType.UINT8, sizes);
        resample(SliceIterator.lines(dim + 2, next, image), axis);
        image = next;
      }
    }
    SliceIterator lines = SliceIterator.lines(plan.rank() + 1, plan.output(0), image);
    lines.forEach(at ->
        StridedCopy.move(1, at[1], lines.stepBytes(1), at[0], lines.stepBytes(0), lines.length(0)));
  }

  private void resample(SliceIterator lines, Axis axis) {
    AxisTaps taps = new AxisTaps(axis.count(), most, axis::at);
    FixedPointWeights fixedPoint = fixedPoint(taps, axis.count());
    for (long first = 0; first < axis.count(); first += taps.count()) {
      taps.find(first);
      resample(lines, first * lines.stepBytes(0), taps, fixedPoint);
    }
  }

  private static void resample(
      SliceIterator lines, long written, AxisTaps taps, FixedPointWeights fixedPoint) {
    long[] weights = weights(taps, fixedPoint);
    int precision = fixedPoint.precision();
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / Math.max(1, taps.taps())),
        (from, to) ->
            lines.forEach(
                from,
                to,
                at -> {
                  for (int i = 0; i < taps.count(); i++) {
                    long sum = 1L << (precision - 1);
                    for (int tap = taps.start(i); tap < taps.start(i + 1); tap++) {
                      long source = at[1] + taps.index(tap) * lines.stepBytes(1);
                      sum += weights[tap] * (HostBytes.byteAt(source) & GREATEST_BYTE);
                    }
                    long made = Math.clamp(sum >> precision, 0, GREATEST_BYTE);
                    HostBytes.putByte(at[0] + written + i * lines.stepBytes(0), (byte) made);
                  }
                }));
  }

  /** Returns the weights as integers. Taps of one element share the weight of their sum. */
  private static long[] weights(AxisTaps taps, FixedPointWeights fixedPoint) {
    long[] weights = new long[taps.taps()];
    for (int i = 0; i < taps.count(); i++) {
      double weight = 0;
      for (int tap = taps.start(i); tap < taps.start(i + 1); tap++) {
        weight = sum(taps, i, tap, weight);
        boolean isLast = tap + 1 == taps.start(i + 1) || taps.index(tap + 1) != taps.index(tap);
        weights[tap] = isLast ? fixedPoint.rounded(weight) : 0;
      }
    }
    return weights;
  }

  /** Returns the weight of a tap, added to that of the tap before if it is of the same element. */
  private static double sum(AxisTaps taps, int position, int tap, double before) {
    boolean isSame = tap > taps.start(position) && taps.index(tap) == taps.index(tap - 1);
    return (isSame ? before : 0) + taps.weight(tap);
  }

  /** Returns the weights of a dimension, found block by block. */
  private static FixedPointWeights fixedPoint(AxisTaps taps, long size) {
    double greatest = 0;
    for (long first = 0; first < size; first += taps.count()) {
      taps.find(first);
      greatest = Math.max(greatest, greatest(taps));
    }
    return FixedPointWeights.upTo(greatest);
  }

  private static double greatest(AxisTaps taps) {
    double greatest = 0;
    for (int i = 0; i < taps.count(); i++) {
      double weight = 0;
      for (int tap = taps.start(i); tap < taps.start(i + 1); tap++) {
        weight = sum(taps, i, tap, weight);
        greatest = Math.max(greatest, weight);
      }
    }
    return greatest;
  }
}
