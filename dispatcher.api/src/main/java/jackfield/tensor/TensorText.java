package jackfield.tensor;

import jackfield.error.JackfieldException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a tensor as PyTorch prints it, with the default options: four decimals, lines of 80
 * characters, and three items at each end of a dimension if there are more than 1000 elements.
 *
 * <p>It reads host memory directly and calls no operator, so a debugger can use it at any time.
 * Elements that cannot be read are written as three dots, with the sizes: those of meta tensors, of
 * other devices, and of memory that is gone. A closed tensor shows {@code <closed>}.
 *
 * <p><em>Source</em>: PyTorch's {@code torch/_tensor_str.py}. One difference: {@code grad_fn} has
 * the name of the recorded formula, such as {@code mul.Tensor}.
 */
final class TensorText {
  private static final String PREFIX = "tensor(";
  private static final int LINE_WIDTH = 80;
  private static final String UNREADABLE = "...";
  private static final String CLOSED = "<closed>";
  private static final String DEVICE = "device='";

  private final Tensor tensor;
  private final Tensor still; // the geometry of one moment; null if none could be read
  private final List<String> suffixes = new ArrayList<>();

  private TensorText(Tensor tensor) {
    this.tensor = tensor;
    this.still = still(tensor);
  }

  /**
   * Returns an alias whose geometry no other thread changes while the elements are read. Its
   * creation checks that all elements are within the storage. A tensor of another device has none:
   * its elements are not read.
   */
  private static Tensor still(Tensor tensor) {
    if (!tensor.device().isHost()) {
      return null;
    }
    try {
      return tensor.data();
    } catch (RuntimeException _) { // sizes, strides and storage of different moments
      return null;
    }
  }

  /** Returns the text of {@code tensor}; never throws. */
  static String of(Tensor tensor) {
    return new TensorText(tensor).text();
  }

  private String text() {
    if (!tensor.device().isHost()) {
      suffixes.add(DEVICE + tensor.device() + "'");
    }
    String contents = contents();
    addGradient();
    return withSuffixes(PREFIX + contents);
  }

  private String contents() {
    if (tensor.storage().isClosed()) {
      return unreadable(CLOSED);
    }
    boolean isReadable = still != null && tensor.device().isHost() && !still.storage().isGone();
    if (isReadable && still.elementCount() == 0) {
      addSize(still.rank() != 1);
      addType(tensor.dtype() != DType.FLOAT32);
      return "[]";
    }
    return isReadable && PrintedElements.canPrint(still) ? elements() : unreadable(UNREADABLE);
  }

  private String elements() {
    String elements;
    try {
      elements = PrintedElements.of(still).text(PREFIX.length(), LINE_WIDTH);
    } catch (JackfieldException _) { // closed or removed by another thread at this moment
      return unreadable(UNREADABLE);
    }
    addType(
        switch (tensor.dtype()) {
          case FLOAT32, COMPLEX64, INT64, BOOL -> false;
          default -> true;
        });
    return elements;
  }

  private String unreadable(String contents) {
    addSize(true);
    addType(tensor.dtype() != DType.FLOAT32);
    return contents;
  }

  private void addSize(boolean wanted) {
    if (wanted) {
      long[] sizes = (still == null ? tensor : still).sizes();
      String listed =
          Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(", "));
      suffixes.add("size=(" + listed + (sizes.length == 1 ? ",)" : ")"));
    }
  }

  private void addType(boolean wanted) {
    if (wanted) {
      suffixes.add("dtype=torch." + tensor.dtype());
    }
  }

  private void addGradient() {
    AutogradSlot slot = tensor.autograd();
    GradientEdge edge = slot == null ? null : slot.edge();
    if (edge != null) {
      suffixes.add("grad_fn=<" + nameOf(edge.node()) + ">");
    } else if (tensor.requiresGrad()) {
      suffixes.add("requires_grad=True");
    }
  }

  private static String nameOf(GradientNode node) {
    try {
      return node.name();
    } catch (RuntimeException _) { // of the autograd bundle, which may be removed meanwhile
      return "formula " + node.formula();
    }
  }

  private String withSuffixes(String text) {
    StringBuilder all = new StringBuilder(text);
    int lastLine = text.length() - text.lastIndexOf('\n') + 1; // PyTorch counts two more
    for (String suffix : suffixes) {
      if (lastLine + suffix.length() + 2 > LINE_WIDTH) {
        all.append(",\n").append(" ".repeat(PREFIX.length())).append(suffix);
        lastLine = PREFIX.length() + suffix.length();
      } else {
        all.append(", ").append(suffix);
        lastLine += suffix.length() + 2;
      }
    }
    return all.append(')').toString();
  }
}
