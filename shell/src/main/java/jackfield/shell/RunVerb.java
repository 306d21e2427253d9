package jackfield.shell;

import jackfield.plugfolder.PlugFolder;
import jackfield.shell.command.GogoCommands;
import jackfield.shell.command.Sessions;
import jackfield.shell.console.Script;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The verb {@code run}: runs a script of shell commands from a file or standard input. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=run")
public final class RunVerb implements ToIntFunction<List<String>> {
  private final BundleContext context;
  private final PlugFolder folder;
  private final CommandProcessor processor;

  /** Creates the verb; all commands are registered before the first line runs. */
  @Activate
  public RunVerb(
      BundleContext context,
      @Reference PlugFolder folder,
      @Reference CommandProcessor processor,
      @Reference GogoCommands ready) {
    this.context = context;
    this.folder = folder;
    this.processor = processor;
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    if (arguments.equals(List.of("--help")) || arguments.equals(List.of("-h"))) {
      System.out.println(Usage.of("run"));
      return 0;
    }
    if (arguments.size() != 1 || arguments.getFirst().matches("-.+")) {
      System.err.println("jackfield: run takes one file, or -, not " + arguments);
      System.err.println(Usage.of("run"));
      return 2;
    }
    try {
      return run(Script.read(arguments.getFirst(), System.in));
    } catch (MalformedInputException notText) {
      System.err.println("jackfield: " + arguments.getFirst() + " is not UTF-8 text");
    } catch (IOException unreadable) {
      System.err.println("jackfield: cannot read the script " + arguments.getFirst());
    }
    System.err.println(
        "  try  a text file of shell commands; ./jackfield shell, then help, lists them");
    return 2;
  }

  private int run(Script script) throws IOException {
    // Not System.in and System.out: Gogo has replaced them by streams that switch by session. A
    // session on those calls itself without end as soon as a pipe asks for its streams.
    InputStream in = new FileInputStream(FileDescriptor.in);
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    PrintStream err = System.err;
    // Commands ask the terminal for colours; this one has none.
    try (Terminal plain =
            new DumbTerminal("script", Terminal.TYPE_DUMB, in, out, StandardCharsets.UTF_8);
        PlugFolder.Watch _ = folder.watch(err::println);
        CommandSession session = Sessions.open(context, processor, in, out)) {
      session.put(".terminal", plain);
      return script.run(session, out, err);
    }
  }
}
