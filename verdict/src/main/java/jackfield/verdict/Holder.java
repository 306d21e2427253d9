package jackfield.verdict;

import java.util.List;

/**
 * Who holds a class loader.
 *
 * @param isInside whether it is a call that has not returned, rather than a leak
 * @param reason the holder in words
 * @param path from a root of the collector to the loader, a reference a line; may be empty
 */
record Holder(boolean isInside, String reason, List<String> path) {
  static Holder unknown(String reason) {
    return new Holder(false, reason, List.of());
  }
}
