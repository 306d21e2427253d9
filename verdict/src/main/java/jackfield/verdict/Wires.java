package jackfield.verdict;

import java.util.List;

/** What the framework knows of who uses whose classes. */
interface Wires {
  /** Returns the bundles that are still wired to the revision of {@code loader}. */
  List<String> importersOf(Ghost loader);
}
