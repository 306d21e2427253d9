package jackfield.verdict;

import jackfield.kernel.Provenance;
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
 * Tracks the class loader of every bundle by a weak reference and reports removed revisions. An
 * uninstalled bundle no longer gives access to its loader, so loaders are recorded when bundles
 * resolve.
 */
final class Revisions implements SynchronousBundleListener, InstalledBundles, AutoCloseable {
  private static final String RESIDENT = "Jackfield-Resident";

  private final BundleContext context;
  private final Consumer<Revision> removed;
  private final ReferenceQueue<ClassLoader> cleared;
  private final Map<Long, Revision> present = new ConcurrentHashMap<>();
  private final AtomicLong loaders = new AtomicLong();

  /**
   * Creates the tracker, which {@link #open} starts.
   *
   * @param removed receives each removed revision
   * @param cleared gets the {@link LoaderRef} of each loader that is collected
   */
  Revisions(
      BundleContext context, Consumer<Revision> removed, ReferenceQueue<ClassLoader> cleared) {
    this.context = context;
    this.removed = removed;
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
      default -> {} // other events change no loader
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
        removed.accept(known);
      }
    }
  }

  private Revision revision(Bundle bundle, ClassLoader loader) {
    String name = Objects.toString(bundle.getSymbolicName(), "bundle " + bundle.getBundleId());
    String version = bundle.getVersion().toString();
    String brief = Provenance.briefName(name);
    return new Revision(
        bundle.getBundleId(),
        brief,
        version,
        new LoaderRef(loader, loaders.incrementAndGet(), brief + " " + version, cleared),
        Objects.toString(bundle.getHeaders().get(RESIDENT), "").trim(),
        folder(bundle));
  }

  /** Returns the folder in which the framework keeps a bundle's data and native code. */
  private static String folder(Bundle bundle) {
    File data = bundle.getDataFile("");
    return data == null || data.getAbsoluteFile().getParent() == null
        ? ""
        : data.getAbsoluteFile().getParent() + File.separator;
  }

  private void leave(Bundle bundle) {
    Revision known = present.remove(bundle.getBundleId());
    if (known != null) {
      removed.accept(known);
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
        .map(Provenance::briefName)
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
