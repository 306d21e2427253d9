package jackfield.verdict;

import java.io.File;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Knows the class loader of every bundle, weakly, and tells which revision leaves. A bundle that
 * was uninstalled no longer says which loader it had, so all are noted when they resolve.
 */
final class Revisions implements SynchronousBundleListener, Wires, AutoCloseable {
  private static final String OWN_PREFIX = "jackfield.";
  private static final String RESIDENT = "Jackfield-Resident";

  private final BundleContext context;
  private final Consumer<Revision> leaves;
  private final ReferenceQueue<ClassLoader> cleared;
  private final Map<Long, Revision> present = new ConcurrentHashMap<>();
  private final AtomicLong ghosts = new AtomicLong();

  /**
   * Creates it.
   *
   * @param leaves hears of each revision that does
   * @param cleared gets the {@link LoaderRef} of each loader that is collected
   */
  Revisions(BundleContext context, Consumer<Revision> leaves, ReferenceQueue<ClassLoader> cleared) {
    this.context = context;
    this.leaves = leaves;
    this.cleared = cleared;
  }

  void open() {
    context.addBundleListener(this);
    Arrays.stream(context.getBundles()).forEach(this::note);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle bundle = event.getBundle();
    switch (event.getType()) {
      case BundleEvent.RESOLVED, BundleEvent.STARTING -> note(bundle);
      case BundleEvent.UNRESOLVED, BundleEvent.UPDATED, BundleEvent.UNINSTALLED -> leave(bundle);
      default -> {} // the other events change no loader
    }
  }

  private void note(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    ClassLoader loader = wiring == null ? null : wiring.getClassLoader();
    if (loader == null || bundle.getBundleId() == 0) {
      return; // a fragment, or the framework itself
    }
    Revision known = present.get(bundle.getBundleId());
    if (known == null || !known.loader().refersTo(loader)) {
      present.put(bundle.getBundleId(), revision(bundle, loader));
      if (known != null) {
        leaves.accept(known);
      }
    }
  }

  private Revision revision(Bundle bundle, ClassLoader loader) {
    String name = Objects.toString(bundle.getSymbolicName(), "bundle " + bundle.getBundleId());
    String version = bundle.getVersion().toString();
    String brief = name.startsWith(OWN_PREFIX) ? name.substring(OWN_PREFIX.length()) : name;
    return new Revision(
        bundle.getBundleId(),
        brief,
        version,
        new LoaderRef(loader, ghosts.incrementAndGet(), brief + " " + version, cleared),
        Objects.toString(bundle.getHeaders().get(RESIDENT), "").trim(),
        folder(bundle));
  }

  /** The framework keeps a bundle's data and its native code below one folder. */
  private static String folder(Bundle bundle) {
    File data = bundle.getDataFile("");
    return data == null || data.getAbsoluteFile().getParent() == null
        ? ""
        : data.getAbsoluteFile().getParent() + File.separator;
  }

  private void leave(Bundle bundle) {
    Revision known = present.remove(bundle.getBundleId());
    if (known != null) {
      leaves.accept(known);
    }
  }

  @Override
  public boolean hasNewer(long bundleId) {
    return present.containsKey(bundleId);
  }

  @Override
  public List<String> importersOf(LoaderRef loader) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> isWired(bundle, loader))
        .map(Bundle::getSymbolicName)
        .toList();
  }

  private static boolean isWired(Bundle bundle, LoaderRef loader) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    return wiring != null
        && wiring.getRequiredWires(null) != null
        && wiring.getRequiredWires(null).stream()
            .map(wire -> wire.getProviderWiring())
            .anyMatch(provider ->
                provider != null
                    && provider.isInUse()
                    && loader.refersTo(provider.getClassLoader()));
  }

  @Override
  public void close() {
    context.removeBundleListener(this);
    present.clear();
  }
}
