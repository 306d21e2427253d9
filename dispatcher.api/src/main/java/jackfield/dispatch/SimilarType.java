package jackfield.dispatch;

import java.util.Collection;
import java.util.Comparator;

/** Guesses which type was meant by a word that names none. */
final class SimilarType {
  private SimilarType() {}

  static String to(String word, Collection<String> types) {
    return switch (word) {
      case "double" -> "float, which is a double in schemas";
      case "int64_t", "long" -> "int, or SymInt for a size";
      default ->
          types.stream()
              .min(
                  Comparator.<String>comparingInt(type -> distance(word, type))
                      .thenComparing(t -> t))
              .orElseThrow();
    };
  }

  /** Returns the number of letters to insert, drop or replace, without regard to case. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        boolean isSame =
            Character.toLowerCase(from.charAt(i - 1)) == Character.toLowerCase(to.charAt(j - 1));
        int replaced = diagonal + (isSame ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
