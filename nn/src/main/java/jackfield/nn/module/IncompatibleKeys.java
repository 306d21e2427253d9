package jackfield.nn.module;

import java.util.List;

/**
 * The names in which a state and a module differ.
 *
 * @param missing the module's names that the state does not have
 * @param unexpected the state's names that the module does not have
 */
public record IncompatibleKeys(List<String> missing, List<String> unexpected) {
  /** Copies the lists. */
  public IncompatibleKeys {
    missing = List.copyOf(missing);
    unexpected = List.copyOf(unexpected);
  }

  /** Returns whether the names agree. */
  public boolean isEmpty() {
    return missing.isEmpty() && unexpected.isEmpty();
  }
}
