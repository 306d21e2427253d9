package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.SliceIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** One line of a tensor's elements, {@code stepBytes} apart. */
record Line(DType type, long address, long stepBytes, long length) {

  /** Returns an operand's line at the addresses that {@code lines} passes. */
  static Line of(SliceIterator lines, int operand, long[] at) {
    return new Line(
        lines.type(operand), at[operand], lines.stepBytes(operand), lines.length(operand));
  }

  long addressAt(long i) {
    return address + i * stepBytes;
  }

  double doubleAt(long i) {
    return Elements.doubleAt(type, addressAt(i));
  }

  void put(long i, double value) {
    Elements.putDouble(type, addressAt(i), value);
  }
}
