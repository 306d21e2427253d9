package jackfield.verdict;

import java.lang.ref.WeakReference;

/**
 * A class loader as far as it may be known: weakly, beside the name of its bundle. {@link
 * HeapPaths} reads the fields below in a heap dump, by their names; so a dump says which loader is
 * whose.
 */
final class Ghost extends WeakReference<ClassLoader> {
  final long number;
  final String bundle; // name and version

  Ghost(ClassLoader loader, long number, String bundle) {
    super(loader);
    this.number = number;
    this.bundle = bundle;
  }

  boolean isGone() {
    return refersTo(null);
  }
}
