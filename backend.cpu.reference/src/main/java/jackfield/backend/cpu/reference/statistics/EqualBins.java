package jackfield.backend.cpu.reference.statistics;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Bins of equal width; each step of the arithmetic is rounded to the type of the elements. */
record EqualBins(DType type, double left, double right, long count) {
  EqualBins(DType type, double left, double right, long count) {
    this.type = type;
    this.left = Elements.rounded(type, left);
    this.right = Elements.rounded(type, right);
    this.count = count;
  }

  /** Returns the bin of a number, the last one for the right end; −1 for a number outside. */
  long of(double number) {
    if (!(number >= left && number <= right)) {
      return -1;
    }
    double distance = Elements.rounded(type, number - left);
    double scaled = Elements.rounded(type, distance * count);
    double width = Elements.rounded(type, right - left);
    long bin = (long) Elements.rounded(type, scaled / width);
    return Math.clamp(bin, 0L, count - 1);
  }
}
