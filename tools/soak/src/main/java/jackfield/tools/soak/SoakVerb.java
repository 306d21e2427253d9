package jackfield.tools.soak;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.spi.Platform;
import jackfield.spi.RemovedBundles;
import jackfield.tools.soak.dispatch.FiguresCommand;
import jackfield.tools.soak.dispatch.SoakCommand;
import jackfield.tools.soak.graph.GraphsCommand;
import jackfield.tools.soak.plug.PlugSoak;
import jackfield.tools.soak.plug.PlugSoakCommand;
import jackfield.tools.soak.swap.SwapsCommand;
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

/** The verb {@code soak}: searches for errors under load, for a given time. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=soak")
public final class SoakVerb implements ToIntFunction<List<String>> {
  private final Dispatcher dispatcher;
  private final PlugSoak.Services services;
  private final ServiceTracker<RemovedBundles, RemovedBundles> removedBundles;

  @Command(
      name = "jackfield soak",
      mixinStandardHelpOptions = true,
      description = "Plugs, unplugs and calls at random and checks every answer.")
  private static final class Root {}

  /** Creates the verb; called by Declarative Services. */
  @Activate
  public SoakVerb(
      BundleContext context,
      @Reference Dispatcher dispatcher,
      @Reference Platform platform,
      @Reference Aten aten) {
    this.dispatcher = dispatcher;
    this.removedBundles = new ServiceTracker<>(context, RemovedBundles.class, null);
    removedBundles.open();
    this.services =
        new PlugSoak.Services(context, dispatcher, platform, aten, removedBundles::getService);
  }

  @Deactivate
  void close() {
    removedBundles.close();
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    return commandLine(dispatcher, services).execute(arguments.toArray(String[]::new));
  }

  /** Returns the verb's command line; without services it has the help only. */
  static CommandLine commandLine(Dispatcher dispatcher, PlugSoak.Services services) {
    CommandLine command = new CommandLine(new Root());
    command.addSubcommand("dispatch", new SoakCommand(dispatcher, System.out));
    command.addSubcommand("plug", new PlugSoakCommand(services, System.out));
    command.addSubcommand("swaps", new SwapsCommand(services, System.out));
    command.addSubcommand("graphs", new GraphsCommand(services, System.out));
    command.addSubcommand("figures", new FiguresCommand(dispatcher, System.out));
    command.setCaseInsensitiveEnumValuesAllowed(true);
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
