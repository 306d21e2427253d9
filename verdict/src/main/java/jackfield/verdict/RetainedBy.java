package jackfield.verdict;

import java.util.List;

/**
 * The holder of a class loader.
 *
 * @param isPassing whether the holder is temporary, such as a call that will return
 * @param reason the holder as text
 * @param path from a garbage collection root to the loader, a reference a line; may be empty
 */
record RetainedBy(boolean isPassing, String reason, List<String> path) {
  static RetainedBy unknown(String reason) {
    return new RetainedBy(false, reason, List.of());
  }
}
