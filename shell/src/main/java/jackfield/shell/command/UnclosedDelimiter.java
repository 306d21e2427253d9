package jackfield.shell.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.gogo.runtime.Token;
import org.apache.felix.gogo.runtime.Tokenizer;

/**
 * A bracket, quote or comment that nothing closes. Gogo's own tokenizer finds it, so comments,
 * quotes, escapes and here documents are what they are when the command runs.
 *
 * @param opening the bracket or quote, or the beginning of the comment
 * @param line its line, from 1
 * @param column its column, from 1
 */
record UnclosedDelimiter(String opening, int line, int column) {
  private static final String OPENING = "([{";
  private static final String CLOSING = ")]}";
  private static final String QUOTES = "\"'`";
  private static final String COMMENT = "/*";

  /**
   * Returns what is open at the end of a command, in the order of opening.
   *
   * @param firstLine the number of the command's first line
   */
  static List<UnclosedDelimiter> in(String command, int firstLine) {
    Deque<UnclosedDelimiter> open = new ArrayDeque<>();
    try {
      read(new Tokenizer(command), firstLine, open);
      return new ArrayList<>(open).reversed();
    } catch (EOFError end) {
      return endingInside(command, offset(command, end), firstLine);
    } catch (SyntaxError _) { // such as a bad escape, which Gogo reports itself
      return new ArrayList<>(open).reversed();
    }
  }

  private static void read(Tokenizer tokens, int firstLine, Deque<UnclosedDelimiter> open) {
    for (Token token = tokens.next(); token != null; token = tokens.next()) {
      String text = token.toString();
      if (text.length() == 1 && OPENING.contains(text)) {
        open.push(new UnclosedDelimiter(text, firstLine + token.line(), token.column() + 1));
      } else if (!open.isEmpty() && closes(open.peek().opening(), text)) {
        open.pop();
      } else if (text.equals("<<") || text.equals("<<-")) {
        Token _ = tokens.readHereDoc(text.equals("<<-"));
      }
    }
  }

  private static boolean closes(String opening, String text) {
    int kind = text.length() == 1 ? CLOSING.indexOf(text) : -1;
    return kind >= 0 && opening.indexOf(OPENING.charAt(kind)) == 0;
  }

  /** Returns the place of the character that Gogo found no end for; it names the next column. */
  private static int offset(String command, EOFError end) {
    int start = 0;
    for (int line = 0; line < end.line(); line++) {
      start = command.indexOf('\n', start) + 1;
    }
    return start + end.column() - 1;
  }

  /** Returns what is open if the tokens end with what begins at {@code offset}. */
  private static List<UnclosedDelimiter> endingInside(String command, int offset, int firstLine) {
    String opening = opening(command, offset);
    if (opening.isEmpty()) {
      return List.of(); // a here document or a backslash: Gogo's text tells
    }
    List<UnclosedDelimiter> open = new ArrayList<>(in(command.substring(0, offset), firstLine));
    int line =
        firstLine + (int) command.substring(0, offset).chars().filter(c -> c == '\n').count();
    int column = offset - command.lastIndexOf('\n', offset - 1);
    open.add(new UnclosedDelimiter(opening, line, column));
    if (OPENING.contains(opening)) { // Gogo does not read the text inside before it is closed
      in(command.substring(offset + 1), line)
          .forEach(inner -> open.add(inner.line() == line ? inner.movedBy(column) : inner));
    }
    return open;
  }

  private static String opening(String command, int offset) {
    if (offset < 0 || offset >= command.length()) {
      return "";
    }
    String first = command.substring(offset, offset + 1);
    if (command.startsWith(COMMENT, offset)) {
      return COMMENT;
    }
    return (OPENING + QUOTES).contains(first) ? first : "";
  }

  private UnclosedDelimiter movedBy(int columns) {
    return new UnclosedDelimiter(opening, line, column + columns);
  }

  /** Returns one line for all; empty for none. */
  static String text(List<UnclosedDelimiter> open) {
    return open.stream().map(UnclosedDelimiter::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return "%s of line %d, column %d".formatted(opening, line, column);
  }
}
