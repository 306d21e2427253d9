package jackfield.verdict;

import java.util.Map;
import java.util.Set;

/** Finds the holders of class loaders that should have been collected. */
interface HolderSearch {
  /**
   * Returns the holder of each loader by the number of its {@link LoaderRef}, for every number in
   * {@code loaders}.
   *
   * @param loaders the numbers
   * @param nanos the time limit
   */
  Map<Long, RetainedBy> holders(Set<Long> loaders, long nanos);
}
