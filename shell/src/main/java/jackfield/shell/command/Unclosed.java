package jackfield.shell.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A bracket or quote that nothing closes.
 *
 * @param opening the bracket or quote
 * @param line its line, from 1
 * @param column its column, from 1
 */
record Unclosed(char opening, int line, int column) {
  private static final String OPENING = "([{";
  private static final String CLOSING = ")]}";
  private static final String QUOTES = "\"'";

  /**
   * Returns what is open at the end of a command, in the order of opening.
   *
   * @param firstLine the number of the command's first line
   */
  static List<Unclosed> in(String command, int firstLine) {
    Deque<Unclosed> open = new ArrayDeque<>();
    int line = firstLine;
    int column = 0;
    boolean isEscaped = false; // a character after a backslash means itself
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      column++;
      if (!isEscaped) {
        read(c, line, column, open);
      }
      isEscaped = !isEscaped && c == '\\' && inside(open) != '\'';
      if (c == '\n') {
        line++;
        column = 0;
      }
    }
    return new ArrayList<>(open).reversed();
  }

  private static void read(char c, int line, int column, Deque<Unclosed> open) {
    char inside = inside(open);
    boolean isQuoted = QUOTES.indexOf(inside) >= 0;
    if (isQuoted ? c == inside : closes(inside, c)) {
      open.pop();
    } else if (!isQuoted && (OPENING + QUOTES).indexOf(c) >= 0) {
      open.push(new Unclosed(c, line, column));
    }
  }

  private static char inside(Deque<Unclosed> open) {
    return open.isEmpty() ? 0 : open.peek().opening();
  }

  private static boolean closes(char opening, char c) {
    int kind = CLOSING.indexOf(c);
    return kind >= 0 && OPENING.charAt(kind) == opening;
  }

  /** Returns one line for all; empty for none. */
  static String text(List<Unclosed> open) {
    return open.stream().map(Unclosed::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return "%c of line %d, column %d".formatted(opening, line, column);
  }
}
