package jackfield.aten.composite.contraction;

import jackfield.error.InvalidArgument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An equation such as {@code "bij,bjk->bik"}: the labels of each operand's dimensions, and those of
 * the result. A label is a letter; the ellipsis stands for all dimensions without a letter.
 */
final class EinsumEquation {
  /** The label of the ellipsis; letters are 0 to 51, capitals first. */
  static final int ELLIPSIS = 52;

  static final int LABELS = 53;

  private final String text;
  private final List<int[]> operands = new ArrayList<>();
  private final int[] counts = new int[LABELS];
  private final int[] result;

  /**
   * Reads an equation for {@code count} operands.
   *
   * @throws InvalidArgument if it is not an equation or is one for another number of operands
   */
  EinsumEquation(String text, int count) {
    this.text = text;
    int arrow = text.indexOf("->");
    for (String labels : (arrow < 0 ? text : text.substring(0, arrow)).split(",", -1)) {
      operands.add(labels(labels));
    }
    if (count != operands.size()) {
      throw refused("has %d operands, found %d".formatted(operands.size(), count));
    }
    for (int[] labels : operands) {
      for (int label : labels) {
        counts[label]++;
      }
    }
    this.result = arrow < 0 ? implied() : stated(text.substring(arrow + 2));
  }

  private InvalidArgument refused(String problem) {
    return new InvalidArgument("einsum", "equation", "'%s' %s".formatted(text, problem));
  }

  private int[] labels(String part) {
    String letters = part.replace(" ", "");
    int[] labels = new int[letters.length()];
    int count = 0;
    boolean hasEllipsis = false;
    int at = 0;
    while (at < letters.length()) {
      boolean isEllipsis = !hasEllipsis && letters.startsWith("...", at);
      labels[count++] = isEllipsis ? ELLIPSIS : label(letters.charAt(at));
      hasEllipsis |= isEllipsis;
      at += isEllipsis ? 3 : 1;
    }
    return Arrays.copyOf(labels, count);
  }

  private int label(char letter) {
    if (letter >= 'A' && letter <= 'Z') {
      return letter - 'A';
    }
    if (letter >= 'a' && letter <= 'z') {
      return letter - 'a' + 26;
    }
    throw refused("has '%c', expected letters, '...', ',' and one '->'".formatted(letter));
  }

  /** Without an arrow: the ellipsis, then the labels that occur once, in order. */
  private int[] implied() {
    int[] labels = new int[LABELS];
    int count = 0;
    if (counts[ELLIPSIS] > 0) {
      labels[count++] = ELLIPSIS;
    }
    for (int label = 0; label < ELLIPSIS; label++) {
      if (counts[label] == 1) {
        labels[count++] = label;
      }
    }
    return Arrays.copyOf(labels, count);
  }

  private int[] stated(String part) {
    int[] labels = labels(part);
    boolean[] seen = new boolean[LABELS];
    for (int label : labels) {
      if (seen[label]) {
        throw refused("has a label twice in its result");
      }
      if (counts[label] == 0 && label != ELLIPSIS) {
        throw refused("has a label in its result that no operand has");
      }
      seen[label] = true;
    }
    return labels;
  }

  /** Returns the labels of an operand's dimensions. */
  int[] operand(int number) {
    return operands.get(number);
  }

  /** Returns the labels of the result's dimensions. */
  int[] result() {
    return result;
  }

  /** Returns whether an operand has the label. */
  boolean has(int label) {
    return counts[label] > 0;
  }
}
