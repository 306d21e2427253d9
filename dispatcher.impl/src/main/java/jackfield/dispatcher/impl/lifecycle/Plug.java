package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
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
  private final OsgiPlatform platform;
  private final Bundles bundles;
  private final ChangePolicy changes;
  private final long start = System.nanoTime();

  Plug(OsgiPlatform platform, Bundles bundles, ChangePolicy changes) {
    this.platform = platform;
    this.bundles = bundles;
    this.changes = changes;
  }

  List<PlugReport> run(List<Path> files) {
    String subject = files.stream().map(Path::toString).collect(Collectors.joining(", "));
    BundleInstall install = platform.install("plug", subject);
    return install.attempt(() -> {
      for (Path file : files) {
        refuseInstalled(install.claim(file, null), file);
        install.install(file);
      }
      install.start();
      String found =
          new Checking(platform, "plug", subject, platform.settings().plugChecks(), changes)
              .runAlone(install);
      ServiceTransaction _ = install.commit(List.of()); // never reversed
      List<PlugReport> reports = new ArrayList<>();
      for (Bundle bundle : install.bundles()) {
        reports.add(platform.report(PlugReport.Action.PLUGGED, bundle, found, start));
      }
      return reports;
    });
  }

  private void refuseInstalled(JarTitle title, Path file) {
    if (bundles.isInstalled(title)) {
      throw new PlugFailure(
          "plug",
          file.toString(),
          "a bundle %s %s is installed already".formatted(title.name(), title.version()),
          "unplug that one first, or swap it for this one",
          null);
    }
  }
}
