package jackfield.verdict;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * A weak reference to a class loader, with the name of its bundle. {@link HeapPaths} reads the
 * fields below by name in a heap dump, to find the bundle of each loader.
 */
final class LoaderRef extends WeakReference<ClassLoader> {
  final long number;
  final String bundle; // name and version

  /** Creates a reference, enqueued in {@code cleared} when the loader is collected. */
  LoaderRef(
      ClassLoader loader, long number, String bundle, ReferenceQueue<? super ClassLoader> cleared) {
    super(loader, cleared);
    this.number = number;
    this.bundle = bundle;
  }

  boolean isGone() {
    return refersTo(null);
  }
}
