package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** The first of the elements that are reduced to one which equals a number, or is an extreme. */
final class FirstElement {
  private final DType type;
  private long seen; // the next three fields are written while the element is searched
  private long position;
  private long address;
  private boolean isFound;

  /** Starts with the first element, which stays if a thread changes the others meanwhile. */
  private FirstElement(DType type, long input) {
    this.type = type;
    this.address = input;
  }

  /** Finds the first element that equals {@code wanted}; NaN equals NaN. */
  static FirstElement of(ReductionIterator it, long input, double wanted) {
    FirstElement first = new FirstElement(it.inputType(), input);
    it.forEachReducedRow(
        input,
        (address, step, count) ->
            first.look(address, step, count, first.floatIn(address, step, count, wanted)));
    return first;
  }

  /** Finds the first element that equals {@code wanted}. */
  static FirstElement of(ReductionIterator it, long input, long wanted) {
    FirstElement first = new FirstElement(it.inputType(), input);
    it.forEachReducedRow(
        input,
        (address, step, count) ->
            first.look(address, step, count, first.integerIn(address, step, count, wanted)));
    return first;
  }

  /** Finds the largest or smallest element, or the first NaN; complex ones by real parts. */
  static FirstElement extreme(ReductionIterator it, long input, boolean isLargest) {
    FirstElement first = new FirstElement(it.inputType(), input);
    it.forEachReducedRow(
        input, (address, step, count) -> first.compare(address, step, count, isLargest));
    return first;
  }

  private void compare(long row, long step, long count, boolean isLargest) {
    for (long i = 0; i < count; i++) {
      long candidate = row + i * step;
      boolean isReal = type.isFloating() || type.isComplex();
      if (isReal ? isBetterFloat(candidate, isLargest) : isBetter(candidate, isLargest)) {
        address = candidate;
        position = seen;
      }
      seen++;
    }
  }

  private boolean isBetter(long candidate, boolean isLargest) {
    long best = Elements.longAt(type, address);
    long value = Elements.longAt(type, candidate);
    return isLargest ? value > best : value < best;
  }

  private boolean isBetterFloat(long candidate, boolean isLargest) {
    double best = Elements.doubleAt(type, address);
    double value = Elements.doubleAt(type, candidate);
    boolean isBetter = isLargest ? value > best : value < best;
    return isBetter || (Double.isNaN(value) && !Double.isNaN(best));
  }

  /** Returns the number of elements before it. */
  long position() {
    return position;
  }

  /** Copies the element. */
  void copyTo(long output) {
    HostBytes.copy(address, output, type.sizeBytes());
  }

  private void look(long row, long step, long count, long found) {
    if (!isFound && found < count) {
      isFound = true;
      position = seen + found;
      address = row + found * step;
    }
    seen += count;
  }

  /** Returns the place in a row, or {@code count} if the row does not have it. */
  private long floatIn(long address, long step, long count, double wanted) {
    if (isFound) {
      return count;
    }
    if (Double.isNaN(wanted)) {
      return nanIn(address, step, count);
    }
    long i = 0;
    if (type == DType.FLOAT32) {
      while (i < count && HostBytes.floatAt(address + i * step) != wanted) {
        i++;
      }
    } else {
      while (i < count && Elements.doubleAt(type, address + i * step) != wanted) {
        i++;
      }
    }
    return i;
  }

  private long nanIn(long address, long step, long count) {
    long i = 0;
    while (i < count && !Double.isNaN(Elements.doubleAt(type, address + i * step))) {
      i++;
    }
    return i;
  }

  private long integerIn(long address, long step, long count, long wanted) {
    long i = isFound ? count : 0;
    if (type == DType.INT64) {
      while (i < count && HostBytes.longAt(address + i * step) != wanted) {
        i++;
      }
    } else {
      while (i < count && Elements.longAt(type, address + i * step) != wanted) {
        i++;
      }
    }
    return i;
  }
}
