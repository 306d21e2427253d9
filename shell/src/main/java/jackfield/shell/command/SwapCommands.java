package jackfield.shell.command;

import jackfield.dispatch.Drain;
import jackfield.shell.report.RemovalVerdict;
import jackfield.shell.report.RemovalVerdicts;
import jackfield.shell.report.Times;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Removal;
import jackfield.spi.SwapReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands that replace bundles: {@code swap}, {@code update}, {@code drain}. */
@Component(
    service = SwapCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=swap",
      "osgi.command.function=__swap",
      "osgi.command.function=update",
      "osgi.command.function=__update",
      "osgi.command.function=drain"
    })
public final class SwapCommands {
  private final Platform platform;
  private final BundleFiles files;
  private final RemovalVerdicts verdicts;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public SwapCommands(BundleContext context, @Reference Platform platform) {
    this.platform = platform;
    this.files = BundleFiles.of(context);
    this.verdicts = new RemovalVerdicts(context, platform);
  }

  /** Replaces a bundle by another. */
  @Example({"swap backend.cpu backend.cpu", "swap --accept-changes acme acme-1.1.0.jar"})
  @Descriptor("checks a bundle beside the one that it replaces, then swaps them in one generation")
  public Swapped swap(
      CommandSession session,
      @Descriptor(AcceptFlag.SAYS)
          @Parameter(names = AcceptFlag.FLAG, presentValue = "true", absentValue = "false")
          boolean accepts,
      @Descriptor("the bundle to replace, such as backend.cpu or backend.cpu:0.1.0") String old,
      @Descriptor("a jar, or the name of one that comes with the platform") String file) {
    PlugCommands.refuseOwn("swap", old);
    Path found = files.replacement(session, "swap", old, file);
    return judged(platform.swap(old, found, AcceptFlag.policy(accepts)));
  }

  /** Updates a bundle in place. */
  @Example("update backend.cpu backend.cpu")
  @Descriptor("updates a bundle in place; calls use the kernels that it shadows meanwhile")
  public Swapped update(
      CommandSession session,
      @Descriptor(AcceptFlag.SAYS)
          @Parameter(names = AcceptFlag.FLAG, presentValue = "true", absentValue = "false")
          boolean accepts,
      @Descriptor("a bundle's NAME, or NAME:VERSION where several versions are plugged")
          String bundle,
      @Descriptor("a jar, or the name of one that comes with the platform") String file) {
    PlugCommands.refuseOwn("update", bundle);
    Path found = files.replacement(session, "update", bundle, file);
    return judged(platform.update(bundle, found, AcceptFlag.policy(accepts)));
  }

  private Swapped judged(SwapReport report) {
    return new Swapped(report, verdicts.await(report.replacedId()));
  }

  /** Lists the bundles that are being removed, or cancels a removal. */
  @Example("drain")
  @Descriptor("lists the bundles that are being removed, or restores one: --cancel BUNDLE")
  public Drains drain(
      @Descriptor("the bundle to restore") @Parameter(names = "--cancel", absentValue = "")
          String bundle) {
    if (!bundle.isEmpty()) {
      platform.cancelDrain(bundle);
    }
    return new Drains(platform.removals());
  }

  /** Offers the bundles that are plugged, and jars. */
  public List<String> __swap() {
    List<String> offers = new ArrayList<>(bundles());
    offers.addAll(files.names());
    return offers.stream().distinct().toList();
  }

  /** Offers the bundles that are plugged, and jars. */
  public List<String> __update() {
    return __swap();
  }

  private List<String> bundles() {
    return platform.plugged().stream().map(Platform.Contribution::bundle).distinct().toList();
  }

  /**
   * The result of a swap or an update: a line for each phase, and the verdict on the old bundle.
   *
   * @param report the figures
   * @param removal the verdict on it
   */
  public record Swapped(SwapReport report, RemovalVerdict removal) {
    @Override
    public String toString() {
      List<String> lines = new ArrayList<>();
      for (SwapReport.Phase phase : report.phases()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%-9s %-60s %8.1f ms",
                phase.name(),
                phase.text(),
                phase.nanos() / 1e6));
      }
      lines.add(removal.below("verdict", 10));
      return String.join("\n", lines);
    }
  }

  /**
   * The bundles that are being removed, with the calls inside.
   *
   * @param removals the bundles
   */
  public record Drains(List<Removal> removals) {
    @Override
    public String toString() {
      if (removals.isEmpty()) {
        return "  none";
      }
      List<String> lines = new ArrayList<>();
      for (Removal bundle : removals) {
        lines.add(
            "%-11s %s %s   since %s, policy %s"
                .formatted(
                    bundle.state(),
                    bundle.bundle(),
                    bundle.version(),
                    Times.ago(bundle.since()),
                    bundle.policy().mode().name().toLowerCase(Locale.ROOT)));
        if (!bundle.verdict().isEmpty()) {
          lines.add("  " + bundle.verdict());
        }
        bundle.inside().forEach(inside -> addInside(inside, lines));
      }
      return String.join("\n", lines);
    }

    private static void addInside(Drain.Inside inside, List<String> lines) {
      lines.add("  " + inside.text());
      inside.stack().forEach(frame -> lines.add("    at " + frame));
    }
  }
}
