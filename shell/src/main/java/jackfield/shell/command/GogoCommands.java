package jackfield.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.felix.gogo.jline.Builtin;
import org.apache.felix.gogo.jline.Converters;
import org.apache.felix.gogo.jline.Posix;
import org.apache.felix.gogo.jline.Procedural;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Registers the commands of gogo.jline ({@code each}, {@code grep}, {@code history}, ...) without
 * starting its bundle. The bundle's activator would immediately open its own shell on the terminal,
 * even for a script.
 */
@Component(service = GogoCommands.class)
public final class GogoCommands {
  private static final String[] BUILTIN = {
    "format",
    "getopt",
    "new",
    "set",
    "tac",
    "type",
    "jobs",
    "fg",
    "bg",
    "history",
    "complete",
    "widget",
    "keymap",
    "setopt",
    "unsetopt",
    "__files",
    "__directories",
    "__usage_completion"
  };
  private static final String[] PROCEDURAL = {
    "each", "if", "not", "throw", "try", "until", "while", "break", "continue"
  };
  private static final String[] POSIX = {
    "cat", "echo", "grep", "sort", "sleep", "cd", "pwd", "ls", "less", "watch", "nano", "head",
    "tail", "clear", "wc", "date", "ttop"
  };

  private final BundleContext context;
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();

  /** Registers the commands under the scope {@code gogo}, and {@code exit} and {@code help}. */
  @Activate
  public GogoCommands(BundleContext context, @Reference CommandProcessor processor) {
    this.context = context;
    BundleContext system = context.getBundle(Constants.SYSTEM_BUNDLE_ID).getBundleContext();
    registrations.add(context.registerService(Converter.class, new Converters(system), null));
    offer("gogo", new Builtin(), BUILTIN);
    offer("gogo", new Procedural(), PROCEDURAL);
    offer("gogo", new Posix(processor), POSIX);
    offer("jackfield", new ShellCommands(), "exit", "help", "__help");
  }

  private void offer(String scope, Object commands, String... functions) {
    Map<String, Object> properties =
        Map.of(CommandProcessor.COMMAND_SCOPE, scope, CommandProcessor.COMMAND_FUNCTION, functions);
    registrations.add(
        context.registerService(Object.class, commands, FrameworkUtil.asDictionary(properties)));
  }

  /** Unregisters all commands, the last first. */
  @Deactivate
  public void takeBack() {
    registrations.reversed().forEach(ServiceRegistration::unregister);
  }
}
