package jackfield.verdict;

import java.util.Map;
import java.util.Set;

/** Finds who holds class loaders that should be gone. */
interface HolderSearch {
  /**
   * Returns the holder of each loader, by the number of its {@link LoaderRef}; every number asked
   * for has one.
   *
   * @param ghosts the numbers
   * @param nanos how long this may take
   */
  Map<Long, RetainedBy> holders(Set<Long> ghosts, long nanos);
}
