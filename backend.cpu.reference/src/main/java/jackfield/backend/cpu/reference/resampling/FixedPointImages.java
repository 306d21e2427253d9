package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.FixedPointWeights;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Taps;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Images of bytes, computed with weights of 16 bits: one dimension after the other, the last one
 * first. Each step rounds to bytes. A dimension that keeps its size is left as it is.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class FixedPointImages {
  private static final int GREATEST_BYTE = 255;

  private final ResamplingPlan plan;
  private final Taps taps = new Taps();

  FixedPointImages(ResamplingPlan plan) {
    this.plan = plan;
  }

  void run() {
    Tensor image = plan.input(0);
    for (int dim = plan.rank() - 1; dim >= 0; dim--) {
      Axis axis = plan.axis(dim);
      if (axis.size() != axis.count()) {
        long[] sizes = image.sizes().clone();
        sizes[dim + 2] = axis.count();
        Tensor next = HostData.empty(DType.UINT8, sizes);
        resample(image, next, axis, dim + 2);
        image = next;
      }
    }
    copy(image, plan.output(0));
  }

  private static void copy(Tensor from, Tensor to) {
    Images.forEach(
        to,
        plane ->
            Positions.forEach(
                Images.sizes(to),
                place ->
                    ElementCopy.copy(
                        DType.UINT8,
                        Positions.address(from, plane, place),
                        DType.UINT8,
                        Positions.address(to, plane, place))));
  }

  private void resample(Tensor from, Tensor to, Axis axis, int dim) {
    FixedPointWeights weights = FixedPointWeights.of(axis);
    long[] others = to.sizes().clone();
    others[dim] = 1;
    for (long position = 0; position < axis.count(); position++) {
      axis.at(position, taps);
      long at = position;
      long[] none = new long[0];
      Positions.forEach(
          others,
          place -> {
            long source = Positions.address(from, none, place);
            long target = Positions.address(to, none, place) + at * to.stride(dim);
            Elements.putLong(DType.UINT8, target, sum(source, from.stride(dim), weights));
          });
    }
  }

  private long sum(long source, long stride, FixedPointWeights weights) {
    long sum = 1L << (weights.precision() - 1);
    int tap = 0;
    while (tap < taps.count()) {
      double weight = taps.weight(tap);
      long index = taps.index(tap);
      tap++;
      for (; tap < taps.count() && taps.index(tap) == index; tap++) {
        weight += taps.weight(tap);
      }
      sum += weights.rounded(weight) * Elements.longAt(DType.UINT8, source + index * stride);
    }
    return Math.clamp(sum >> weights.precision(), 0, GREATEST_BYTE);
  }
}
