package jackfield.plugfolder.watch;

import jackfield.plugfolder.PlugFolder;
import jackfield.spi.Platform;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The service {@link PlugFolder} for the platform of this framework. */
@Component(service = PlugFolder.class)
public final class PlugFolderComponent implements PlugFolder {
  private final BundleContext context;
  private final Platform platform;

  /** Creates the component; called by Declarative Services. */
  @Activate
  public PlugFolderComponent(BundleContext context, @Reference Platform platform) {
    this.context = context;
    this.platform = platform;
  }

  @Override
  public Watch watch(Consumer<String> tell) {
    return FolderWatch.start(context, platform, tell);
  }
}
