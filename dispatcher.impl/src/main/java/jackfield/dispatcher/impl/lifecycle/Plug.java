package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform.PlugReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;

/** Plugs several bundles as one generation. */
final class Plug {
  private static final System.Logger LOG = System.getLogger(Plug.class.getName());
  private static final String COMPONENTS = "Service-Component"; // of Declarative Services

  private final OsgiPlatform platform;
  private final ChangePolicy changes;
  private final long start = System.nanoTime();

  Plug(OsgiPlatform platform, ChangePolicy changes) {
    this.platform = platform;
    this.changes = changes;
  }

  List<PlugReport> run(List<Path> files) {
    String subject = files.stream().map(platform::subject).collect(Collectors.joining(", "));
    BundleInstall install = platform.install("plug", subject);
    return install.attempt(() -> {
      for (Path file : files) {
        install.refuseInstalled(install.claim(file, null), file, null);
        install.install(file);
      }
      install.start();
      String found =
          new Checking(platform, "plug", subject, platform.settings().plugChecks(), changes)
              .runAlone(install);
      ServiceTransaction _ = install.commit(List.of()); // never reversed
      List<PlugReport> reports = new ArrayList<>();
      for (Bundle bundle : install.bundles()) {
        String check = noted(found, bundle);
        reports.add(platform.report(PlugReport.Action.PLUGGED, bundle, check, start));
      }
      return reports;
    });
  }

  /**
   * Returns what the check found; for a bundle without services also that, and the likely cause.
   */
  private static String noted(String found, Bundle bundle) {
    if (bundle.getRegisteredServices() != null) {
      return found;
    }
    boolean hasComponents = bundle.getHeaders().get(COMPONENTS) != null;
    String note =
        hasComponents
            ? "it registered no service: its components are not satisfied, or disabled"
            : "it registered no service: its manifest has no " + COMPONENTS;
    LOG.log(System.Logger.Level.WARNING, "{0}: {1}", bundle.getSymbolicName(), note);
    return found.isEmpty() ? note : found + "; " + note;
  }
}
