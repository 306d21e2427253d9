package jackfield.backend.cpu;

import jackfield.aten.index.IndexIterator;
import jackfield.aten.index.IndexPlan;
import jackfield.aten.index.NonzeroPositions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Reads and writes the elements that tensors of indexes or masks choose. */
final class IndexedElementKernels {
  private IndexedElementKernels() {}

  /** Reads elements. */
  static void index(IndexPlan plan) {
    IndexIterator elements = plan.elements();
    elements.forEach((to, from) -> copy(elements, to, from));
  }

  /** Writes or adds values. Values are added in order, so that the result is always the same. */
  static void indexPut(IndexPlan plan, boolean accumulate) {
    IndexIterator elements = plan.elements();
    if (!accumulate) {
      elements.forEach((to, from) -> copy(elements, to, from));
      return;
    }
    DType type = elements.type();
    long toStep = elements.stepBytes(0);
    long fromStep = elements.stepBytes(1);
    elements.forEach((to, from) -> {
      for (long i = 0; i < elements.length(); i++) {
        add(type, to + i * toStep, from + i * fromStep);
      }
    });
  }

  /** Adds {@code from} to {@code to}; booleans by "or". */
  private static void add(DType type, long to, long from) {
    switch (type.category()) {
      case BOOLEAN ->
          Elements.putLong(type, to, Elements.longAt(type, to) | Elements.longAt(type, from));
      case INTEGRAL ->
          Elements.putLong(type, to, Elements.longAt(type, to) + Elements.longAt(type, from));
      case FLOATING ->
          Elements.putDouble(type, to, Elements.doubleAt(type, to) + Elements.doubleAt(type, from));
      case COMPLEX ->
          Elements.putComplex(
              type,
              to,
              Elements.doubleAt(type, to) + Elements.doubleAt(type, from),
              Elements.imaginaryAt(type, to) + Elements.imaginaryAt(type, from));
    }
  }

  /** Writes the positions of the elements that are not zero. */
  static void nonzero(OutputPlan plan) {
    NonzeroPositions.write(plan);
  }

  private static void copy(IndexIterator elements, long to, long from) {
    StridedCopy.move(
        elements.type().sizeBytes(),
        from,
        elements.stepBytes(1),
        to,
        elements.stepBytes(0),
        elements.length());
  }
}
