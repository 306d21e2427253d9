package jackfield.tools.soak.bundles;

import jackfield.spi.Platform;
import jackfield.spi.SwapReport;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Plugs and unplugs parts in the running framework and keeps weak references to their class
 * loaders.
 */
public final class BundleChanger {
  private static final String OWN_PREFIX = "jackfield.";
  private static final Duration COLLECTION = Duration.ofSeconds(20);

  private final Platform platform;
  private final BundleContext context;
  private final SoakBundles bundles;
  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private long made;
  private SwapReport lastSwap; // null before the first swap

  public BundleChanger(Platform platform, BundleContext context, SoakBundles bundles) {
    this.platform = platform;
    this.context = context;
    this.bundles = bundles;
  }

  /** Executes the change. */
  public void apply(BundleChange change) {
    SynchronousBundleListener listener = this::remember;
    context.addBundleListener(listener);
    try {
      switch (change.sort()) {
        case PLUG -> platform.plug(jar(change));
        case UNPLUG -> platform.unplug(change.part().bundle);
        case SWAP -> lastSwap = platform.swap(change.part().bundle, jar(change));
        case UPDATE -> platform.update(change.part().bundle, jar(change));
        case REFUSED -> platform.plug(bundles.failing().get(change.version()));
        case MISFIT -> platform.swap(change.part().bundle, bundles.misfits().get(change.version()));
      }
    } finally {
      context.removeBundleListener(listener);
    }
  }

  /** Returns the report of the last swap. */
  public SwapReport lastSwap() {
    return Objects.requireNonNull(lastSwap, "nothing was swapped");
  }

  private Path jar(BundleChange change) {
    return bundles.jar(change.part(), change.version());
  }

  // A bundle that was refused has a class loader too, which must be collected as well.
  private void remember(BundleEvent event) {
    Bundle bundle = event.getBundle();
    boolean isOurs =
        bundle.getSymbolicName().startsWith("soak.")
            || Arrays.stream(Part.values()).anyMatch(part -> named(part.bundle, bundle));
    if (event.getType() == BundleEvent.RESOLVED && isOurs) {
      made++;
      loaders.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
    }
  }

  private Bundle bundle(Part part) {
    return find(part).orElseThrow(() -> new IllegalStateException(part + " is not installed"));
  }

  private Optional<Bundle> find(Part part) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> named(part.bundle, bundle))
        .max((one, other) -> Long.compare(one.getBundleId(), other.getBundleId()));
  }

  private static boolean named(String name, Bundle bundle) {
    String found = bundle.getSymbolicName();
    return name.equals(found) || (OWN_PREFIX + name).equals(found);
  }

  /** Unplugs {@code part}, whoever plugged it. */
  public void clear(Part part) {
    if (find(part).isPresent()) {
      platform.unplug(part.bundle);
    }
  }

  /** Plugs the distribution's version of {@code part}. */
  public void restore(Part part) {
    platform.plug(bundles.shipped(part));
  }

  /** Returns the framework's id of the bundle of {@code part}. */
  public long id(Part part) {
    return bundle(part).getBundleId();
  }

  /** Returns the number of class loaders that parts have had. */
  public long loadersMade() {
    return made;
  }

  /**
   * Runs collections until no class loader of an unplugged part is reachable; returns the number of
   * reachable ones.
   */
  public long loadersLeft() {
    long end = System.nanoTime() + COLLECTION.toNanos();
    while (loadersAlive() > 0 && System.nanoTime() - end < 0) {
      System.gc();
    }
    return loadersAlive();
  }

  /** Returns the number of reachable class loaders of parts. */
  long loadersAlive() {
    loaders.removeIf(loader -> loader.get() == null);
    return loaders.size();
  }
}
