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
        .filter(candidate -> Math.abs(asked.length() - candidate.length()) <= furthest)
        .filter(candidate -> distance(asked, candidate) <= furthest)
        .sorted(
            Comparator.comparingInt((String candidate) -> distance(asked, candidate))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .toList();
  }

  // The optimal string alignment distance: changed, added, missing and swapped letters count 1.
  private static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : nearest(steps, i, j, a, b);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int nearest(int[][] steps, int i, int j, String a, String b) {
    boolean isSame = a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
    least = Math.min(least, steps[i - 1][j - 1] + (isSame ? 0 : 1));
    boolean isSwapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return isSwapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
  }
}
