package jackfield.tools.fuzz;

import jackfield.dispatch.Dispatcher;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.fuzz.jar.JarsCommand;
import jackfield.tools.fuzz.operator.OperatorsCommand;
import jackfield.tools.fuzz.schema.SchemasCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.util.tracker.ServiceTracker;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The verb {@code fuzz}: searches for defects with random input. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=fuzz")
public final class FuzzVerb implements ToIntFunction<List<String>> {
  private final OperatorsCommand.Services services;
  private final JarsCommand.Services jars;
  private final ServiceTracker<Autograd, Autograd> autograd;

  @Command(
      name = "jackfield fuzz",
      mixinStandardHelpOptions = true,
      description = "Calls operators, reads schemas and plugs jars at random.")
  private static final class Root {}

  /** Creates the verb; called by Declarative Services. */
  @Activate
  public FuzzVerb(
      BundleContext context, @Reference Dispatcher dispatcher, @Reference Platform platform) {
    autograd = new ServiceTracker<>(context, Autograd.class, null);
    autograd.open();
    Path distribution = Path.of(context.getProperty("jackfield.dist"));
    services =
        new OperatorsCommand.Services(
            dispatcher,
            platform,
            BackendChoice.of(context, platform),
            autograd::getService,
            distribution);
    jars = new JarsCommand.Services(context, dispatcher, platform, distribution);
  }

  @Deactivate
  void close() {
    autograd.close();
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    return commandLine(services.dispatcher(), services, jars)
        .execute(arguments.toArray(String[]::new));
  }

  /** Returns the verb's command line; without services it has the help only. */
  static CommandLine commandLine(
      Dispatcher dispatcher, OperatorsCommand.Services services, JarsCommand.Services jars) {
    CommandLine command = new CommandLine(new Root());
    command.addSubcommand("operators", new OperatorsCommand(services, System.out));
    command.addSubcommand("schemas", new SchemasCommand(dispatcher, System.out));
    command.addSubcommand("jars", new JarsCommand(jars, System.out));
    command.setExecutionStrategy(parsed -> {
      if (!parsed.hasSubcommand() && !parsed.isUsageHelpRequested()) {
        command.usage(System.err);
        return CommandLine.ExitCode.USAGE;
      }
      return new CommandLine.RunLast().execute(parsed);
    });
    return command;
  }
}
