package jackfield.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A piece of prose that belongs together: a paragraph, a list item, a heading, a cell of a table or
 * a Javadoc tag. Code in it is replaced by {@link #CODE}.
 *
 * @param line the line of the file in which the passage begins, counted from 1
 * @param text the prose, with the line breaks of the file, so that lines can be counted
 * @param isRunning whether the passage consists of sentences, unlike a heading or a cell
 */
record Passage(Path file, int line, String text, boolean isRunning) {
  /** Stands for a piece of code; counts as a word and is never a banned one. */
  static final String CODE = "§code";

  // A full stop ends a sentence only before a space and what can begin one: not in 3.5 or "e.g. a".
  private static final Pattern END =
      Pattern.compile("[.!?…][)\"'”’*_]*(?=\\s+[(\"'“‘*_]*[\\p{Lu}\\d§`@]|\\s*$)");
  private static final Pattern WORD = Pattern.compile("\\S*\\p{L}\\S*");

  /** A sentence with the line in which it begins. */
  record Sentence(int line, String text) {
    /** Returns the number of words; numbers and signs are none, code is one. */
    int words() {
      return (int) WORD.matcher(text).results().count();
    }
  }

  /** Returns the sentences in order; the rest without a full stop is one as well. */
  List<Sentence> sentences() {
    List<Sentence> sentences = new ArrayList<>();
    Matcher end = END.matcher(text);
    int from = 0;
    while (end.find()) {
      add(sentences, from, end.end());
      from = end.end();
    }
    add(sentences, from, text.length());
    return sentences;
  }

  private void add(List<Sentence> sentences, int from, int to) {
    String raw = text.substring(from, to);
    if (!raw.isBlank()) {
      int begin = from + raw.length() - raw.stripLeading().length();
      sentences.add(new Sentence(lineAt(begin), raw.strip().replaceAll("\\s+", " ")));
    }
  }

  /** Returns the line of the file that holds character {@code index} of the text. */
  int lineAt(int index) {
    return line + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
  }
}
