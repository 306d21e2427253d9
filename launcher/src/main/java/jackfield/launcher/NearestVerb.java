package jackfield.launcher;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the verb that a mistyped word was probably meant to be. The launcher shares no class with
 * the platform, which has its own {@code SimilarNames}.
 */
final class NearestVerb {
  private NearestVerb() {}

  /** Returns the nearest verb; empty if each differs in more than a third of the word. */
  static Optional<String> to(String word, Collection<String> verbs) {
    String typed = word.toLowerCase(Locale.ROOT);
    int furthest = Math.max(1, word.length() / 3);
    return verbs.stream()
        .filter(verb -> distance(typed, verb) <= furthest)
        .min(Comparator.comparingInt(verb -> distance(typed, verb)));
  }

  // Levenshtein's distance, one row at a time.
  private static int distance(String a, String b) {
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
