package jackfield.verdict;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * A class loader as far as it may be known: weakly, beside the name of its bundle. {@link
 * HeapPaths} reads the fields below in a heap dump, by their names; so a dump says which loader is
 * whose.
 */
final class LoaderRef extends WeakReference<ClassLoader> {
  final long number;
  final String bundle; // name and version

  /** Creates one that the collector puts into {@code cleared} when the loader is gone. */
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
