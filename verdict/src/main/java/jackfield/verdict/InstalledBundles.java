package jackfield.verdict;

import java.util.List;

/** The framework's view of the bundles that stay installed. */
interface InstalledBundles {
  /** Returns the bundles that are still wired to the revision of {@code loader}. */
  List<String> importersOf(LoaderRef loader);

  /** Returns whether a newer revision of the bundle uses its folder. */
  boolean hasNewer(long bundleId);
}
