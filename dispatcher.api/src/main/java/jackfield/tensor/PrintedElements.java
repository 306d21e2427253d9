package jackfield.tensor;

import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements of a tensor that are printed, and their arrangement in rows and brackets.
 *
 * <p>The elements are read first, since the form of each depends on all of them; then they are
 * written in the same order.
 */
final class PrintedElements {
  private static final int MOST_IN_FULL = 1000;
  private static final int EDGE = 3;
  private static final int MOST_DIMENSIONS = 64; // as many as PyTorch has; each is a stack frame
  private static final long MOST_PRINTED = 100_000; // more is no text that anyone reads

  private final Tensor tensor;
  private final boolean isSummary;
  private final double[] reals;
  private final double[] imaginaries; // empty for real types
  private final long[] integers; // of integers and booleans, which a double cannot hold
  private int read;
  private String[] cells;
  private int width;
  private int written;

  private PrintedElements(Tensor tensor) {
    this.tensor = tensor;
    this.isSummary = tensor.elementCount() > MOST_IN_FULL;
    int count = (int) printedCount(tensor);
    boolean isWhole = tensor.dtype().isIntegral() || tensor.dtype() == DType.BOOL;
    this.reals = new double[isWhole ? 0 : count];
    this.integers = new long[isWhole ? count : 0];
    this.imaginaries = new double[tensor.dtype().isComplex() ? count : 0];
  }

  /** Returns whether the tensor has few enough dimensions and elements to print. */
  static boolean canPrint(Tensor tensor) {
    return tensor.rank() <= MOST_DIMENSIONS && printedCount(tensor) <= MOST_PRINTED;
  }

  private static long printedCount(Tensor tensor) {
    boolean isSummary = tensor.elementCount() > MOST_IN_FULL;
    long count = 1;
    for (long size : tensor.sizes()) {
      count *= isSummary ? Math.min(size, 2 * EDGE) : size;
      if (count > MOST_PRINTED) {
        return count;
      }
    }
    return count;
  }

  /** Reads the elements of a tensor in host memory. */
  static PrintedElements of(Tensor tensor) {
    PrintedElements elements = new PrintedElements(tensor);
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(0); // so that the memory is not reused while it is read
    try {
      elements.read(0, tensor.address());
    } finally {
      if (outermost) {
        context.epoch = 0; // not a method call: the stack may be full
      }
    }
    elements.resolveBits();
    elements.write();
    return elements;
  }

  private boolean isShortened(int dim) {
    return isSummary && tensor.size(dim) > 2 * EDGE;
  }

  private void read(int dim, long address) {
    if (dim == tensor.rank()) {
      readOne(address);
      return;
    }
    long size = tensor.size(dim);
    long step = tensor.stride(dim) * tensor.dtype().sizeBytes();
    long skipped = size - shown(dim);
    for (long i = 0; i < shown(dim); i++) {
      long index = i < EDGE ? i : i + skipped;
      read(dim + 1, address + index * step);
    }
  }

  private void readOne(long address) {
    DType type = tensor.dtype();
    int index = read++;
    if (integers.length > 0) {
      integers[index] = Elements.longAt(type, address);
      return;
    }
    reals[index] = Elements.doubleAt(type, address);
    if (imaginaries.length > 0) {
      imaginaries[index] = Elements.imaginaryAt(type, address);
    }
  }

  /** Applies the bits of lazily negated and lazily conjugated tensors. */
  private void resolveBits() {
    boolean isNegative = tensor.has(DispatchKey.NEGATIVE);
    if (isNegative) {
      negate(reals);
      for (int i = 0; i < integers.length; i++) {
        integers[i] = -integers[i];
      }
    }
    if (isNegative != tensor.has(DispatchKey.CONJUGATE)) {
      negate(imaginaries);
    }
  }

  private static void negate(double[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = -values[i];
    }
  }

  // ---- the text of each element

  private void write() {
    cells = new String[read];
    if (integers.length > 0) {
      writeIntegers();
    } else {
      writeReals();
    }
    if (imaginaries.length > 0) {
      writeImaginaries();
    }
  }

  private void writeIntegers() {
    for (int i = 0; i < read; i++) {
      cells[i] =
          tensor.dtype() != DType.BOOL
              ? Long.toString(integers[i])
              : integers[i] != 0 ? "True" : "False";
      width = Math.max(width, cells[i].length());
    }
    for (int i = 0; i < read; i++) {
      cells[i] = NumberText.padded(cells[i], width);
    }
  }

  private void writeReals() {
    NumberText form = new NumberText(reals);
    for (int i = 0; i < read; i++) {
      cells[i] = form.format(reals[i]);
    }
    width = form.width();
  }

  private void writeImaginaries() {
    NumberText form = new NumberText(imaginaries);
    for (int i = 0; i < read; i++) {
      String imaginary = form.format(imaginaries[i]).strip() + "j";
      cells[i] += (imaginary.startsWith("-") ? "" : "+") + imaginary;
    }
    width += form.width() + 1;
  }

  // ---- rows and brackets

  /**
   * Returns the text of all elements.
   *
   * @param indent the number of characters before the text
   */
  String text(int indent, int lineWidth) {
    written = 0;
    return tensor.rank() == 0 ? cells[0] : part(0, indent, lineWidth);
  }

  private String part(int dim, int indent, int lineWidth) {
    int inner = tensor.rank() - dim - 1;
    if (inner == 0) {
      return row(dim, indent, lineWidth);
    }
    List<String> parts = new ArrayList<>();
    for (long i = 0; i < shown(dim); i++) {
      if (i == EDGE && isShortened(dim)) {
        parts.add("...");
      }
      parts.add(part(dim + 1, indent + 1, lineWidth));
    }
    return "[" + String.join("," + "\n".repeat(inner) + " ".repeat(indent + 1), parts) + "]";
  }

  private long shown(int dim) {
    return isShortened(dim) ? 2 * EDGE : tensor.size(dim);
  }

  private String row(int dim, int indent, int lineWidth) {
    List<String> items = new ArrayList<>();
    for (long i = 0; i < shown(dim); i++) {
      if (i == EDGE && isShortened(dim)) {
        items.add(" ...");
      }
      items.add(cells[written++]);
    }
    int inLine = Math.max(1, Math.floorDiv(lineWidth - indent, width + 2));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < items.size(); i += inLine) {
      lines.add(String.join(", ", items.subList(i, Math.min(items.size(), i + inLine))));
    }
    return "[" + String.join(",\n" + " ".repeat(indent + 1), lines) + "]";
  }
}
