package jackfield.verdict;

import java.util.List;

/**
 * Finds the native libraries of removed revisions that are still mapped. An automatic arena unmaps
 * its library shortly after the class loader is collected.
 *
 * @param installed knows which bundles have a newer revision
 * @param mapped the files that the process has mapped
 */
record MappedLibraries(InstalledBundles installed, MappedFiles mapped) {
  /**
   * Returns the names of the mapped libraries; none if the bundle has a newer revision, since a
   * library in a folder that both use may belong to that one.
   */
  List<String> of(RemovedRevision removed) {
    Revision revision = removed.revision();
    return installed.hasNewer(revision.bundleId()) ? List.of() : mapped.in(revision.folder());
  }

  /** Returns what the libraries mean, as the end of a reason. */
  static String text(List<String> libraries) {
    return String.join(" and ", libraries)
        + (libraries.size() == 1 ? " stays mapped" : " stay mapped")
        + ": an arena is still open, or other code uses it";
  }
}
