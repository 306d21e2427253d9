package jackfield.dispatcher.impl.selfcheck;

import java.util.List;

/**
 * A difference between the expected and the actual result of a call.
 *
 * @param subject the operator, or the name that a bundle's own check gave the call
 * @param problem the kind of difference, as text
 * @param asked the arguments of the call; empty without a call
 * @param expected the expected result; empty without a call
 * @param found the actual result; empty without a call
 */
record Difference(String subject, String problem, String asked, String expected, String found) {
  private static final int SHOWN_VALUES = 4;

  /** Creates a difference without a call. */
  static Difference of(String subject, String problem) {
    return new Difference(subject, problem, "", "", "");
  }

  /** Creates the difference between two results, from the first values that differ. */
  static Difference of(
      String subject, String problem, String asked, List<Object> expected, List<Object> found) {
    int size = Math.min(expected.size(), found.size());
    for (int i = 0; i < size; i++) {
      if (!SampleCalls.agree(expected.get(i), found.get(i))
          || (i == size - 1 && expected.size() == found.size())) {
        return between(subject, problem, asked, expected.get(i), found.get(i));
      }
    }
    return new Difference(subject, problem, asked, expected.toString(), found.toString());
  }

  private static Difference between(
      String subject, String problem, String asked, Object expected, Object found) {
    if (expected instanceof SampleCalls.Seen one
        && found instanceof SampleCalls.Seen other
        && one.sizes().equals(other.sizes())
        && one.dtype() == other.dtype()
        && one.values().length == other.values().length) {
      return between(subject, problem, asked, one, other);
    }
    return new Difference(subject, problem, asked, text(expected), text(found));
  }

  private static Difference between(
      String subject,
      String problem,
      String asked,
      SampleCalls.Seen expected,
      SampleCalls.Seen found) {
    int first = -1;
    int differing = 0;
    for (int i = 0; i < expected.values().length; i++) {
      if (!SampleCalls.isNear(expected.values()[i], found.values()[i])) {
        first = first < 0 ? i : first;
        differing++;
      }
    }
    if (first < 0) { // they differ by less than the tolerance, but must be equal bit for bit
      return new Difference(subject, problem, asked, text(expected), text(found));
    }
    String count = "%d of %d elements differ".formatted(differing, expected.values().length);
    String at = " at %s of %s".formatted(position(expected.sizes(), first), type(expected));
    return new Difference(
        subject,
        problem,
        asked,
        number(expected.values()[first]) + at,
        number(found.values()[first]) + "; " + count);
  }

  private static List<Long> position(List<Long> sizes, int index) {
    Long[] position = new Long[sizes.size()];
    long rest = index;
    for (int dimension = position.length - 1; dimension >= 0; dimension--) {
      position[dimension] = rest % sizes.get(dimension);
      rest /= sizes.get(dimension);
    }
    return List.of(position);
  }

  private static String type(SampleCalls.Seen seen) {
    String device = seen.device().equals("cpu") ? "" : " " + seen.device();
    return "%s%s%s".formatted(seen.dtype(), seen.sizes(), device);
  }

  private static String number(double value) {
    boolean isFloat = (float) value == value || Double.isNaN(value);
    return isFloat ? Float.toString((float) value) : Double.toString(value);
  }

  /** Returns a value as text; a tensor as its type, sizes and first elements. */
  static String text(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Difference::text).toList().toString();
    }
    if (!(value instanceof SampleCalls.Seen seen)) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder(type(seen)).append(" {");
    for (int i = 0; i < Math.min(SHOWN_VALUES, seen.values().length); i++) {
      text.append(i == 0 ? "" : ", ").append(number(seen.values()[i]));
    }
    return text.append(seen.values().length > SHOWN_VALUES ? ", …}" : "}").toString();
  }

  /** Returns the whole difference as text of several lines. */
  String report() {
    StringBuilder text = new StringBuilder(subject).append(' ').append(problem);
    add(text, "asked", asked);
    add(text, "expected", expected);
    add(text, "found", found);
    return text.toString();
  }

  private static void add(StringBuilder text, String label, String value) {
    if (!value.isEmpty()) {
      text.append("%n  %-9s%s".formatted(label, value));
    }
  }
}
