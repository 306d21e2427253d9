package jackfield.shell.console;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * Gogo's parser of lines, for completion of words in quotes too. Gogo counts the quotes in the
 * position within a word but not in the word, and fails where it has to escape a candidate.
 */
final class QuotingParser implements Parser {
  private final Parser gogo = new org.apache.felix.gogo.jline.Parser();

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    ParsedLine parsed = gogo.parse(line, cursor, context);
    return context == ParseContext.COMPLETE && parsed instanceof CompletingParsedLine raw
        ? new Words(raw)
        : parsed;
  }

  /** A line whose positions fit its words. */
  private record Words(CompletingParsedLine raw) implements CompletingParsedLine {
    private static final String SPECIAL = " \t\"'\\|&;<>(){}[]$*?";

    @Override
    public CharSequence escape(CharSequence candidate, boolean isComplete) {
      String quote = quote();
      if (!quote.isEmpty()) {
        return quote + candidate + (isComplete ? quote : "");
      }
      StringBuilder escaped = new StringBuilder();
      candidate
          .chars()
          .forEach(c -> escaped.append(SPECIAL.indexOf(c) < 0 ? "" : "\\").append((char) c));
      return escaped;
    }

    private String quote() {
      int start = raw.cursor() - raw.rawWordCursor();
      boolean isQuoted = raw.rawWordLength() > 0 && "\"'".indexOf(raw.line().charAt(start)) >= 0;
      return isQuoted ? raw.line().substring(start, start + 1) : "";
    }

    @Override
    public int wordCursor() {
      return Math.clamp(raw.rawWordCursor() - quote().length(), 0, raw.word().length());
    }

    @Override
    public int rawWordCursor() {
      return raw.rawWordCursor();
    }

    @Override
    public int rawWordLength() {
      return raw.rawWordLength();
    }

    @Override
    public String word() {
      return raw.word();
    }

    @Override
    public int wordIndex() {
      return raw.wordIndex();
    }

    @Override
    public List<String> words() {
      return raw.words();
    }

    @Override
    public String line() {
      return raw.line();
    }

    @Override
    public int cursor() {
      return raw.cursor();
    }
  }
}
