package jackfield.shell;

import jackfield.plugfolder.PlugFolder;
import jackfield.shell.command.GogoCommands;
import jackfield.shell.console.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.felix.service.command.CommandProcessor;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The verb {@code shell}: runs a shell on the terminal until {@code exit} or Ctrl-D. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=shell")
public final class ShellVerb implements ToIntFunction<List<String>> {
  private final BundleContext context;
  private final PlugFolder folder;
  private final CommandProcessor processor;

  /** Creates the verb; all commands are registered before the first prompt. */
  @Activate
  public ShellVerb(
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
      System.out.println(Usage.of("shell"));
      return 0;
    }
    if (!arguments.isEmpty()) {
      System.err.println("jackfield: shell takes no arguments, not " + arguments);
      System.err.println(Usage.of("shell"));
      return 2;
    }
    Path history = Path.of(System.getProperty("user.home"), ".jackfield_history");
    try {
      new Console(context, folder, processor, history).run();
      return 0;
    } catch (IOException noTerminal) {
      System.err.println("jackfield: no terminal: " + noTerminal.getMessage());
      System.err.println("  try  ./jackfield run -, which reads commands from standard input");
      return 1;
    }
  }
}
