package jackfield.plugfolder.watch;

import jackfield.plugfolder.PlugFolder;
import jackfield.spi.Platform;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The service {@link PlugFolder} for the platform of this framework. */
@Component(service = PlugFolder.class)
public final class PlugFolderComponent implements PlugFolder {
  private final BundleContext context;
  private final Platform platform;
  private final Set<FolderWatch> watches = ConcurrentHashMap.newKeySet(); // open ones

  /** Creates the component; called by Declarative Services. */
  @Activate
  public PlugFolderComponent(BundleContext context, @Reference Platform platform) {
    this.context = context;
    this.platform = platform;
  }

  @Override
  public Watch watch(Consumer<String> tell) {
    FolderWatch watch = FolderWatch.start(context, platform, tell);
    watches.add(watch);
    return () -> {
      watches.remove(watch);
      watch.close();
    };
  }

  /** Closes the open watches; called by Declarative Services. */
  @Deactivate
  void deactivate() {
    watches.forEach(FolderWatch::close);
    watches.clear();
  }
}
