package jackfield.shell.console;

import jackfield.plugfolder.PlugFolder;
import jackfield.shell.command.CommandCompleter;
import jackfield.shell.command.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.felix.gogo.jline.Highlighter;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.osgi.framework.BundleContext;

/** The shell on a terminal: reads lines, executes them and prints the results. */
public final class Console {
  private static final String PROMPT = "jackfield> ";

  private final BundleContext context;
  private final PlugFolder folder;
  private final CommandProcessor processor;
  private final Path history;

  public Console(
      BundleContext context, PlugFolder folder, CommandProcessor processor, Path history) {
    this.context = context;
    this.folder = folder;
    this.processor = processor;
    this.history = history;
  }

  public void run() throws IOException {
    // A dumb terminal is allowed in words, else JLine warns of it where there is no other.
    try (Terminal terminal =
            TerminalBuilder.builder().name("jackfield").system(true).dumb(true).build();
        CommandSession session =
            Sessions.open(context, processor, terminal.input(), terminal.output())) {
      session.put(".terminal", terminal);
      LineReader reader = reader(terminal, session);
      session.put(".reader", reader);
      Sessions.answerWith(session, question -> isAgreed(reader, question));
      // Ctrl-C ends the running command, not the shell; the line reader handles it while it reads.
      terminal.handle(Signal.INT, signal -> interrupt(session.foregroundJob()));
      try (PlugFolder.Watch _ = folder.watch(reader::printAbove)) {
        while (session.get(Sessions.LEAVE) == null && readAndExecute(terminal, reader, session)) {
          terminal.flush();
        }
      }
      reader.getHistory().save();
    }
  }

  private static boolean readAndExecute(
      Terminal terminal, LineReader reader, CommandSession session) {
    try {
      String line = reader.readLine(PROMPT);
      if (!line.isBlank()) {
        String text = Sessions.execute(session, line);
        terminal.writer().print(text.isEmpty() ? "" : text + "\n");
      }
      return true;
    } catch (UserInterruptException dropped) {
      return true;
    } catch (EndOfFileException left) {
      terminal.writer().print(atEnd(left));
      terminal.flush();
      return false;
    } catch (Exception failure) { // the edge of the command's bundle
      terminal.writer().println(Sessions.explain(failure));
      return true;
    }
  }

  /** Returns what is said where the input ends: nothing, unless a command began and did not end. */
  static String atEnd(EndOfFileException left) {
    String partial = left.getPartialLine();
    return partial == null || partial.isBlank()
        ? ""
        : "jackfield: %s%n%s%n".formatted(partial.strip(), Sessions.unfinished(partial, 1));
  }

  private static boolean isAgreed(LineReader reader, String question) {
    Object keepsHistory = reader.getVariable(LineReader.DISABLE_HISTORY);
    reader.setVariable(LineReader.DISABLE_HISTORY, true); // an answer is no command
    try {
      String answer = reader.readLine(question + " y/n? ").strip().toLowerCase(Locale.ROOT);
      return answer.equals("y") || answer.equals("yes");
    } catch (UserInterruptException | EndOfFileException refused) {
      return false;
    } finally {
      reader.setVariable(LineReader.DISABLE_HISTORY, keepsHistory);
    }
  }

  private static void interrupt(Job job) {
    if (job != null) {
      job.interrupt();
    }
  }

  private LineReader reader(Terminal terminal, CommandSession session) {
    return LineReaderBuilder.builder()
        .appName("jackfield")
        .terminal(terminal)
        .parser(new QuotingParser())
        .highlighter(new Highlighter(session))
        .completer(new CommandCompleter(session))
        .variable(LineReader.HISTORY_FILE, history)
        .option(LineReader.Option.AUTO_FRESH_LINE, true)
        .build();
  }
}
