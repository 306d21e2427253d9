package jackfield.shell.console;

import jackfield.shell.command.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.felix.service.command.CommandSession;

/**
 * A script of shell commands, one a line; an unfinished command continues on the next line. Blank
 * lines and lines that begin with {@code #} are ignored.
 */
public record Script(String name, List<String> lines) {
  /** Creates a script. */
  public Script {
    lines = List.copyOf(lines);
  }

  /** Reads the file, or standard input if the name is {@code -}. */
  public static Script read(String name, InputStream in) throws IOException {
    if (name.equals("-")) {
      return new Script(
          "standard input", new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
    return new Script(name, Files.readAllLines(Path.of(name)));
  }

  /** Executes line by line; stops at the first failure and reports its line. */
  public int run(CommandSession session, PrintStream out, PrintStream err) {
    StringBuilder unfinished = new StringBuilder();
    int first = 0; // the line at which the command begins
    for (int i = 0; i < lines.size() && session.get(Sessions.LEAVE) == null; i++) {
      String line = lines.get(i);
      if (unfinished.isEmpty() && (line.isBlank() || line.startsWith("#"))) {
        continue;
      }
      out.println("> " + line);
      first = unfinished.isEmpty() ? i : first;
      unfinished.append(line).append('\n');
      try {
        print(out, Sessions.execute(session, unfinished.toString().stripTrailing()));
        unfinished.setLength(0);
      } catch (Exception failure) { // the edge of the command's bundle
        boolean goesOn = Sessions.isUnfinished(failure) && i < lines.size() - 1;
        if (!goesOn) {
          return failed(first, why(failure, unfinished.toString(), first), err);
        }
      }
    }
    return 0;
  }

  private static void print(PrintStream out, String text) {
    if (!text.isEmpty()) {
      out.println(text);
    }
  }

  private static String why(Exception failure, String command, int first) {
    return Sessions.isUnfinished(failure)
        ? Sessions.unfinished(command, first + 1)
        : Sessions.explain(failure);
  }

  private int failed(int index, String why, PrintStream err) {
    err.println("jackfield: %s, line %d: %s".formatted(name, index + 1, lines.get(index).strip()));
    err.println(why);
    return 1;
  }
}
