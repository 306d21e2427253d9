package jackfield.demo;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.spi.Platform;
import jackfield.spi.Profiler;
import jackfield.spi.RequireBackend;
import jackfield.tensor.Autograd;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.services.RegisteredServices;
import java.io.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import picocli.CommandLine;

/** The verb {@code demo}: reads the options and runs the demo. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=demo")
@RequireBackend(name = "cpu")
public final class DemoVerb implements ToIntFunction<List<String>> {
  private final Path home;
  private final Demo.Services services;

  /** Creates the verb; called by Declarative Services. */
  @Activate
  public DemoVerb(
      BundleContext context,
      @Reference Dispatcher dispatcher,
      @Reference Platform platform,
      @Reference Aten aten,
      @Reference Autograd autograd,
      @Reference Profiler profiler) {
    this.home = Path.of(context.getProperty("jackfield.home"));
    FastBackend fast =
        new FastBackend(RegisteredServices.of(context), BackendChoice.of(context, platform));
    this.services = new Demo.Services(dispatcher, platform, aten, autograd, profiler, fast);
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    DemoOptions options = new DemoOptions(home.resolve("examples/data/fashion-mnist"));
    CommandLine command = new CommandLine(options);
    command.setExecutionStrategy(
        parsed -> CommandLine.executeHelpRequest(parsed) == null ? run(options) : 0);
    return command.execute(arguments.toArray(String[]::new));
  }

  private int run(DemoOptions options) {
    ConsoleOutput output = new ConsoleOutput(System.out, isTerminal());
    try {
      OutputFile.check(options.report);
      OutputFile.check(options.plot);
      LossPlot.refuseUnknownFormat(options.plot);
      Demo.Outcome outcome = new Demo(services, options.settings(), output).run();
      if (options.report != null) {
        outcome.report().write(options.report);
      }
      if (options.plot != null) {
        LossPlot.write(options.plot, outcome.timeline(), outcome.events());
      }
      outcome.complaints().forEach(complaint -> output.say("not held: %s", complaint));
      return outcome.complaints().isEmpty() ? 0 : 1;
    } catch (DemoFailure e) {
      System.err.println("jackfield demo: " + e.getMessage());
      return e.exitCode();
    } catch (JackfieldException e) {
      System.err.println("jackfield demo: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      output.say("stopped");
      return 130; // the exit code of shells for Ctrl-C
    }
  }

  /** Returns whether the output is a terminal; there is no console if the output is redirected. */
  @SuppressWarnings(
      "SystemConsoleNull") // the result is null with the JDK's own provider, java.base
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }
}
