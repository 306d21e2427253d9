package jackfield.shell.command;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.PlugFailure;
import jackfield.kernel.Provenance;
import jackfield.shell.report.Columns;
import jackfield.shell.report.Devices;
import jackfield.shell.report.Json;
import jackfield.shell.report.RemovalVerdict;
import jackfield.shell.report.RemovalVerdicts;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Contribution;
import jackfield.spi.Platform.PlugReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands that plug and unplug: {@code backends}, {@code plug}, {@code unplug}. */
@Component(
    service = PlugCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=backends",
      "osgi.command.function=plug",
      "osgi.command.function=__plug",
      "osgi.command.function=unplug",
      "osgi.command.function=__unplug"
    })
public final class PlugCommands {
  private static final String OWN = "shell"; // the brief name of this bundle

  private final BundleContext context;
  private final Platform platform;
  private final Dispatcher dispatcher;
  private final BundleFiles files;
  private final RemovalVerdicts verdicts;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public PlugCommands(
      BundleContext context, @Reference Platform platform, @Reference Dispatcher dispatcher) {
    this.context = context;
    this.platform = platform;
    this.dispatcher = dispatcher;
    this.files = BundleFiles.of(context);
    this.verdicts = new RemovalVerdicts(context, platform);
  }

  /** Lists the plugged backends, features and libraries. */
  @Descriptor("lists the backends, features and libraries that are plugged")
  @Example({"backends", "each ((backends) plugged) { echo ($it bundle) }"})
  public Object backends(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    Signers signers = Signers.of(context);
    List<Occupant> plugged =
        platform.plugged().stream().map(entry -> Occupant.of(entry, signers)).toList();
    return json ? Json.text(plugged) : new Backends(plugged, Devices.of(context));
  }

  /** Installs and starts a bundle. */
  @Example("plug backend.cpu")
  @Descriptor("installs and starts a bundle; running calls finish with the former kernels")
  public Plug plug(
      CommandSession session,
      @Descriptor(AcceptFlag.SAYS)
          @Parameter(names = AcceptFlag.FLAG, presentValue = "true", absentValue = "false")
          boolean accepts,
      @Descriptor("a jar, or the name of one that comes with the platform") String file) {
    return new Plug(platform.plug(files.resolve(session, file), AcceptFlag.policy(accepts)));
  }

  /** Stops and uninstalls a bundle; asks first if other bundles need the operators it defines. */
  @Example({"unplug backend.cpu", "unplug backend.cpu:0.1.0", "unplug --yes operators.aten"})
  @Descriptor("uninstalls a bundle after the calls inside have ended, and shows the verdict on it")
  public Unplug unplug(
      CommandSession session,
      @Descriptor("do not ask, even if other bundles need the operators that it defines")
          @Parameter(
              names = {"-y", "--yes"},
              presentValue = "true",
              absentValue = "false")
          boolean isAgreed,
      @Descriptor("a bundle's NAME, or NAME:VERSION where several versions are plugged")
          String bundle) {
    refuseOwn("unplug", bundle);
    if (!isAgreed) {
      agree(session, bundle);
    }
    PlugReport report = platform.unplug(bundle);
    return new Unplug(report, verdicts.await(report.bundleId()));
  }

  /** Refuses to remove the bundle of this command, whose classes would be gone before its end. */
  static void refuseOwn(String verb, String asked) {
    String name = asked.split(":", 2)[0];
    if (Provenance.briefName(name).equals(OWN)) {
      throw new PlugFailure(
          verb,
          asked,
          "the command that would %s it is part of it".formatted(verb),
          "exit, or %s it from a program".formatted(verb),
          null);
    }
  }

  private void agree(CommandSession session, String bundle) {
    Dependents dependents = Dependents.of(dispatcher, bundle);
    if (dependents.isNone()) {
      return;
    }
    String stops = dependents.text(Provenance.briefName(bundle));
    Optional<Boolean> answer = Sessions.ask(session, stops + "\nUnplug it nevertheless?");
    if (!answer.orElse(false)) {
      String problem = answer.isEmpty() ? stops : "the answer was no";
      throw new PlugFailure("unplug", bundle, problem, "unplug --yes " + bundle, null);
    }
  }

  /** Offers the distribution's bundles that can be plugged. */
  public List<String> __plug() {
    return files.names();
  }

  /** Offers the bundles that are plugged. */
  public List<String> __unplug() {
    return platform.plugged().stream().map(Contribution::bundle).distinct().toList();
  }

  /**
   * A plugged backend, feature or library and its bundle.
   *
   * @param kind {@code backend}, {@code feature}, {@code library} or {@code kernels}
   * @param name its device, feature or namespace
   * @param bundle the bundle's name, without the platform's own prefix
   * @param version the bundle's version
   * @param ranking its ranking among kernels of the same key
   * @param kernels how many kernels it has registered
   * @param signer the signer of the bundle's jar, as text
   */
  public record Occupant(
      String kind,
      String name,
      String bundle,
      String version,
      int ranking,
      int kernels,
      String signer) {

    static Occupant of(Contribution entry, Signers signers) {
      return new Occupant(
          entry.kind().toString(),
          entry.name(),
          entry.bundle(),
          entry.version(),
          entry.ranking(),
          entry.kernels(),
          signers.of(entry.bundle(), entry.version()));
    }
  }

  /**
   * The plugged backends, features and libraries, one a line, then the devices.
   *
   * @param plugged the backends, features and libraries
   * @param devices the state of devices that a machine may lack, or why they cannot be used
   */
  public record Backends(List<Occupant> plugged, Devices devices) {
    @Override
    public String toString() {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("kind", "for", "bundle", "version", "ranking", "kernels", "signer"));
      plugged.stream()
          .sorted(Comparator.comparing(Occupant::kind).thenComparing(Occupant::ranking).reversed())
          .forEach(entry -> rows.add(row(entry)));
      return String.join("\n", Columns.of(rows)) + devices.text();
    }

    private static List<String> row(Occupant entry) {
      return List.of(
          entry.kind(),
          entry.name(),
          entry.bundle(),
          entry.version(),
          Integer.toString(entry.ranking()),
          Integer.toString(entry.kernels()),
          entry.signer());
    }
  }

  /**
   * The result of a plug, on one line.
   *
   * @param report the figures
   */
  public record Plug(PlugReport report) {
    @Override
    public String toString() {
      return report.check().isEmpty()
          ? line(report)
          : line(report) + "\ncheck      " + report.check();
    }
  }

  /**
   * The result of an unplug.
   *
   * @param report the figures
   * @param removal the verdict on it
   */
  public record Unplug(PlugReport report, RemovalVerdict removal) {
    @Override
    public String toString() {
      String tensors = report.tensors().isEmpty() ? "" : "\ntensors    " + report.tensors();
      return line(report) + tensors + "\n" + removal.below("verdict", 11);
    }
  }

  private static String line(PlugReport report) {
    return String.format(
        Locale.ROOT,
        "%-10s %s %s   generation %d, %.1f ms",
        report.action(),
        report.bundle(),
        report.version(),
        report.generation(),
        report.nanos() / 1e6);
  }
}
