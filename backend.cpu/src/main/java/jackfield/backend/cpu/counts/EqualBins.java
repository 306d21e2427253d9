package jackfield.backend.cpu.counts;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * Bins of equal width; each step of the arithmetic is rounded to the type of the elements.
 *
 * @param range the width of all bins together
 */
record EqualBins(DType type, double left, double right, int bins, double range) {
  /** Returns the bins between two numbers, which are rounded. */
  static EqualBins between(DType type, double left, double right, int bins) {
    double first = Elements.rounded(type, left);
    double last = Elements.rounded(type, right);
    return new EqualBins(type, first, last, bins, Elements.rounded(type, last - first));
  }

  /** Adds the elements of a part to the counts of their bins. */
  void count(Values values, long from, long to, long[] counts) {
    if (type == DType.FLOAT32) {
      countFloats(values, from, to, counts);
      return;
    }
    for (long i = from; i < to; i++) {
      double number = values.at(i);
      if (number >= left && number <= right) {
        double scaled = Elements.rounded(type, Elements.rounded(type, number - left) * bins);
        counts[Math.clamp((long) Elements.rounded(type, scaled / range), 0, bins - 1)]++;
      }
    }
  }

  private void countFloats(Values values, long from, long to, long[] counts) {
    float first = (float) left;
    float last = (float) right;
    float span = (float) range;
    int end = bins - 1;
    for (long i = from; i < to; i++) {
      float number = (float) values.at(i);
      if (number >= first && number <= last) {
        float scaled = (float) ((double) (number - first) * bins);
        counts[Math.clamp((long) (scaled / span), 0, end)]++;
      }
    }
  }
}
