package jackfield.plugfolder.watch;

import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import jackfield.spi.SwapReport;
import java.nio.file.Path;
import java.util.Arrays;
import org.osgi.framework.BundleContext;

/** The requests of the folder {@code plug} to the platform. */
interface DropSockets {
  PlugReport plug(Path file, ChangePolicy changes);

  /** Unplugs the bundle {@code name:version}. */
  PlugReport unplug(String title);

  /** Swaps the bundle {@code name:version} for the one in {@code file}. */
  SwapReport swap(String title, Path file, ChangePolicy changes);

  /** Returns whether the bundle {@code name:version} is installed; a user may have unplugged it. */
  boolean holds(String title);

  static DropSockets of(BundleContext context, Platform platform) {
    return new DropSockets() {
      @Override
      public PlugReport plug(Path file, ChangePolicy changes) {
        return platform.plug(file, changes);
      }

      @Override
      public PlugReport unplug(String title) {
        return platform.unplug(title);
      }

      @Override
      public SwapReport swap(String title, Path file, ChangePolicy changes) {
        return platform.swap(title, file, changes);
      }

      @Override
      public boolean holds(String title) {
        return Arrays.stream(context.getBundles())
            .anyMatch(bundle -> title.equals(bundle.getSymbolicName() + ":" + bundle.getVersion()));
      }
    };
  }
}
