package jackfield.verdict;

import java.util.List;

/** What the framework knows of those that stay. */
interface Wires {
  /** Returns the bundles that are still wired to the revision of {@code loader}. */
  List<String> importersOf(LoaderRef loader);

  /** Returns whether a newer revision of the bundle has taken over its folder. */
  boolean hasNewer(long bundleId);
}
