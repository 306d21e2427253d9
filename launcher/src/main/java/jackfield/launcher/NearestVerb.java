package jackfield.launcher;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the verb that a mistyped word was probably meant to be. The launcher shares no class with
 * the platform, which has its own {@code SimilarNames}.
 */
final class NearestVerb {
  private NearestVerb() {}

  /**
   * Returns the only verb that begins with the word, else the nearest; empty if each differs in
   * more than a third of the word.
   */
  static Optional<String> to(String word, Collection<String> verbs) {
    String typed = word.toLowerCase(Locale.ROOT);
    List<String> begun = verbs.stream().filter(verb -> verb.startsWith(typed)).toList();
    if (begun.size() == 1) {
      return Optional.of(begun.getFirst());
    }
    int furthest = Math.max(1, word.length() / 3);
    return verbs.stream()
        .filter(verb -> Math.abs(typed.length() - verb.length()) <= furthest)
        .filter(verb -> distance(typed, verb) <= furthest)
        .min(Comparator.comparingInt(verb -> distance(typed, verb)));
  }

  // The optimal string alignment distance: changed, added, missing and swapped letters count 1.
  private static int distance(String a, String b) {
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
