package jackfield.verdict;

import java.util.List;

/**
 * Who holds a class loader.
 *
 * @param isPassing whether it lets go by itself, as a call does that will return, rather than leak
 * @param reason the holder in words
 * @param path from a root of the collector to the loader, a reference a line; may be empty
 */
record RetainedBy(boolean isPassing, String reason, List<String> path) {
  static RetainedBy unknown(String reason) {
    return new RetainedBy(false, reason, List.of());
  }
}
