package jackfield.shell;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/**
 * What becomes of a jar in the folder {@code plug}: its bundle is installed and started, or one
 * message says why not and nothing of it stays installed.
 *
 * <p>FileInstall calls this from its own thread and would repeat a failed attempt at every look
 * into the folder; so nothing is thrown here, and a jar is tried again when it changes.
 */
final class DroppedJars implements ArtifactInstaller {
  private final BundleContext context;
  private final Consumer<String> tell;
  private final Map<File, Bundle> bundles = new ConcurrentHashMap<>();

  DroppedJars(BundleContext context, Consumer<String> tell) {
    this.context = context;
    this.tell = tell;
  }

  @Override
  public boolean canHandle(File file) {
    return file.getName().endsWith(".jar");
  }

  @Override
  public void install(File jar) {
    try {
      requireBundle(jar);
      Bundle bundle = context.installBundle(jar.toURI().toString());
      try {
        bundle.start();
      } catch (BundleException broken) {
        bundle.uninstall();
        throw broken;
      }
      bundles.put(jar, bundle);
      tell.accept("plugged    " + describe(bundle));
    } catch (IOException | BundleException refused) {
      tell.accept("not plugged %s: %s".formatted(jar.getName(), refused.getMessage()));
      tell.accept("  try  mend that jar and drop it again; lb lists what is there");
    }
  }

  private static void requireBundle(File jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      Manifest manifest = file.getManifest();
      if (manifest == null
          || manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME) == null) {
        throw new IOException("no bundle, its manifest has no Bundle-SymbolicName");
      }
    }
  }

  @Override
  public void update(File jar) {
    uninstall(jar);
    install(jar);
  }

  @Override
  public void uninstall(File jar) {
    Bundle bundle = bundles.remove(jar);
    if (bundle == null || bundle.getState() == Bundle.UNINSTALLED) {
      return; // it was refused, or a command has taken it away before
    }
    try {
      bundle.uninstall();
      tell.accept("unplugged  " + describe(bundle));
    } catch (BundleException resisting) {
      tell.accept("not unplugged %s: %s".formatted(jar.getName(), resisting.getMessage()));
    }
  }

  private static String describe(Bundle bundle) {
    return bundle.getSymbolicName() + " " + bundle.getVersion();
  }
}
