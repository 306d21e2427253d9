package jackfield.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the words that prose does not use, with what to say instead. They are the rows of a table
 * in the glossary, below the heading {@value #HEADING}.
 *
 * <p>A word in lower case is found in any case; a word with a capital is found as it is written.
 */
final class BannedWords {
  static final String HEADING = "## Words not to use";

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\|\\s*`([^`]+)`\\s*\\|\\s*([^|]+?)\\s*\\|");

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(Pattern pattern, String word, String instead) {}

  /**
   * A banned word in a passage.
   *
   * @param instead the column of the glossary that names the term to use
   */
  record Hit(int line, String word, String instead) {}

  /**
   * Reads the list from the text of the glossary.
   *
   * @throws IllegalArgumentException if the glossary has no such section, or no row in it
   */
  static BannedWords in(String glossary) {
    int from = glossary.indexOf(HEADING);
    int to = glossary.indexOf("\n## ", from + 1);
    BannedWords words = new BannedWords();
    if (from >= 0) {
      String section = glossary.substring(from, to < 0 ? glossary.length() : to);
      ROW.matcher(section).results().forEach(row -> words.add(row.group(1), row.group(2)));
    }
    if (words.entries.isEmpty()) {
      throw new IllegalArgumentException("the glossary has no table under " + HEADING);
    }
    return words;
  }

  private void add(String word, String instead) {
    String spaced = Pattern.quote(word).replace(" ", "\\E\\s+\\Q");
    int flags = word.equals(word.toLowerCase(java.util.Locale.ROOT)) ? Pattern.CASE_INSENSITIVE : 0;
    Pattern pattern = Pattern.compile("(?<![\\w.-])" + spaced + "(?![\\w-])", flags);
    entries.add(new Entry(pattern, word, instead));
  }

  /** Returns the banned words of a passage, in the order of the list. */
  List<Hit> find(Passage passage) {
    List<Hit> hits = new ArrayList<>();
    for (Entry entry : entries) {
      Matcher found = entry.pattern.matcher(passage.text());
      while (found.find()) {
        hits.add(new Hit(passage.lineAt(found.start()), entry.word, entry.instead));
      }
    }
    return hits;
  }
}
