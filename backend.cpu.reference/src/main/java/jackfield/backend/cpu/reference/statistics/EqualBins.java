package jackfield.backend.cpu.reference.statistics;

import jackfield.backend.cpu.reference.element.TypeRounding;
import jackfield.tensor.DType;

/** Bins of equal width; each step of the arithmetic is rounded to the type of the elements. */
record EqualBins(DType type, double left, double right, long count) {
  EqualBins(DType type, double left, double right, long count) {
    this.type = type;
    this.left = TypeRounding.rounded(type, left);
    this.right = TypeRounding.rounded(type, right);
    this.count = count;
  }

  /** Returns the bin of a number, the last one for the right end; −1 for a number outside. */
  long of(double number) {
    if (!(number >= left && number <= right)) {
      return -1;
    }
    double distance = TypeRounding.rounded(type, number - left);
    double scaled = TypeRounding.rounded(type, distance * count);
    double width = TypeRounding.rounded(type, right - left);
    long bin = (long) TypeRounding.rounded(type, scaled / width);
    return Math.clamp(bin, 0L, count - 1);
  }
}
