package jackfield.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds names similar to a mistyped one. */
public final class SimilarNames {
  private static final int MOST = 3;

  private SimilarNames() {}

  /**
   * Lists the closest candidates, ignoring case; empty if they differ in more than a third of the
   * name.
   */
  public static List<String> to(String asked, Collection<String> candidates) {
    int furthest = Math.max(1, asked.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(asked, candidate) <= furthest)
        .sorted(
            Comparator.comparingInt((String candidate) -> distance(asked, candidate))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .toList();
  }

  // Levenshtein's distance, one row at a time.
  private static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
