package jackfield;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Creates the framework, with the properties that it has inside a program. */
final class FelixFactory {
  private static final String FACTORY = "org.apache.felix.framework.FrameworkFactory";

  private FelixFactory() {}

  /**
   * Creates a framework, which is not started.
   *
   * @param distribution the folder of the bundles inside the artifact
   * @throws StartFailed if Felix is not on the class path
   */
  static Framework create(Options options, FrameworkStorage storage, Path distribution) {
    return factory().newFramework(properties(options, storage, distribution));
  }

  // By name: its package is open, but not exported. A search for services would use whatever
  // framework the class path has.
  private static FrameworkFactory factory() {
    try {
      return Class.forName(FACTORY)
          .asSubclass(FrameworkFactory.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException absent) {
      throw new StartFailed("there is no " + FACTORY, "Apache Felix on the class path", absent);
    }
  }

  private static Map<String, String> properties(
      Options options, FrameworkStorage storage, Path distribution) {
    Map<String, String> properties = new HashMap<>();
    properties.put(Constants.FRAMEWORK_STORAGE, storage.folder("bundles").toString());
    properties.put(Constants.FRAMEWORK_BSNVERSION, "multiple"); // a swap installs two for a while
    String exported = EmbeddedBundle.exportedPackages();
    properties.put(
        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
        JvmFlags.hasVectorModule() ? exported + "," + JvmFlags.VECTOR_MODULE : exported);
    // The program may have set a handler of its own, and a second class loader could not set one.
    properties.put("felix.service.urlhandlers", "false");
    // A bundle's class must not be found on the program's class path because its bundle lacks it.
    properties.put("felix.bootdelegation.implicit", "false");
    properties.put("felix.cache.locking", "false"); // the storage has a lock of its own
    properties.put("felix.resolver.parallelism", "1"); // in the calling thread: no threads stay
    properties.put("jackfield.dist", distribution.toString());
    properties.put("jackfield.home", options.plugFolder().orElse(storage.root()).toString());
    options.plugFolder().ifPresent(folder -> properties.put("jackfield.plug", folder.toString()));
    return properties;
  }
}
