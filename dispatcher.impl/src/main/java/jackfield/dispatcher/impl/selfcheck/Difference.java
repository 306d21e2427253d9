package jackfield.dispatcher.impl.selfcheck;

import java.util.List;

/**
 * Something that a bundle serves otherwise than expected.
 *
 * @param subject the operator, or the name that a bundle's own check gave the call
 * @param says what is otherwise, in words
 * @param asked the arguments of the call; empty if there was none
 * @param expected what was to come of it; empty as before
 * @param found what came of it; empty as before
 */
record Difference(String subject, String says, String asked, String expected, String found) {
  private static final int SHOWN_VALUES = 4;

  /** Creates a difference without a call. */
  static Difference of(String subject, String says) {
    return new Difference(subject, says, "", "", "");
  }

  /** Creates the difference between two answers, each with the first part that is not equal. */
  static Difference of(
      String subject, String says, String asked, List<Object> expected, List<Object> found) {
    int size = Math.min(expected.size(), found.size());
    for (int i = 0; i < size; i++) {
      if (!Smoke.agree(expected.get(i), found.get(i))
          || (i == size - 1 && expected.size() == found.size())) {
        return between(subject, says, asked, expected.get(i), found.get(i));
      }
    }
    return new Difference(subject, says, asked, expected.toString(), found.toString());
  }

  private static Difference between(
      String subject, String says, String asked, Object expected, Object found) {
    if (expected instanceof Smoke.Seen one
        && found instanceof Smoke.Seen other
        && one.sizes().equals(other.sizes())
        && one.dtype() == other.dtype()
        && one.values().length == other.values().length) {
      return between(subject, says, asked, one, other);
    }
    return new Difference(subject, says, asked, text(expected), text(found));
  }

  private static Difference between(
      String subject, String says, String asked, Smoke.Seen expected, Smoke.Seen found) {
    int first = -1;
    int differing = 0;
    for (int i = 0; i < expected.values().length; i++) {
      if (!Smoke.isNear(expected.values()[i], found.values()[i])) {
        first = first < 0 ? i : first;
        differing++;
      }
    }
    if (first < 0) { // by less than the tolerance, where none is granted
      return new Difference(subject, says, asked, text(expected), text(found));
    }
    String count = "%d of %d elements differ".formatted(differing, expected.values().length);
    String at = " at %s of %s".formatted(position(expected.sizes(), first), type(expected));
    return new Difference(
        subject,
        says,
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

  private static String type(Smoke.Seen seen) {
    String device = seen.device().equals("cpu") ? "" : " " + seen.device();
    return "%s%s%s".formatted(seen.dtype(), seen.sizes(), device);
  }

  private static String number(double value) {
    boolean isFloat = (float) value == value || Double.isNaN(value);
    return isFloat ? Float.toString((float) value) : Double.toString(value);
  }

  /** Returns what is shown of a value: of a tensor its type, sizes and first elements. */
  static String text(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Difference::text).toList().toString();
    }
    if (!(value instanceof Smoke.Seen seen)) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder(type(seen)).append(" {");
    for (int i = 0; i < Math.min(SHOWN_VALUES, seen.values().length); i++) {
      text.append(i == 0 ? "" : ", ").append(number(seen.values()[i]));
    }
    return text.append(seen.values().length > SHOWN_VALUES ? ", …}" : "}").toString();
  }

  /** Returns all of it, on lines. */
  String told() {
    StringBuilder text = new StringBuilder(subject).append(' ').append(says);
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
