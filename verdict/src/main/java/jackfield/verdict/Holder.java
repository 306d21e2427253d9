package jackfield.verdict;

import java.util.List;

/**
 * Who holds a class loader.
 *
 * @param isPassing whether it lets go by itself, as a call does that will return, rather than leak
 * @param reason the holder in words
 * @param path from a root of the collector to the loader, a reference a line; may be empty
 */
record Holder(boolean isPassing, String reason, List<String> path) {
  static Holder unknown(String reason) {
    return new Holder(false, reason, List.of());
  }
}
