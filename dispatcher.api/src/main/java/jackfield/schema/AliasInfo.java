package jackfield.schema;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The annotation of the storages that a value may share and of whether the operator writes them.
 *
 * @param before the sets of storages before the call; {@code *} is the wildcard
 * @param after the sets after the call, mostly the same
 * @param isWrite whether the operator writes the value
 * @param contained the annotations of a list's elements
 */
public record AliasInfo(
    Set<String> before, Set<String> after, boolean isWrite, List<AliasInfo> contained) {
  /** The name of the set that may share storage with everything. */
  public static final String WILDCARD = "*";

  /** Copies the sets; they print in the order given. */
  public AliasInfo {
    before = Collections.unmodifiableSet(new LinkedHashSet<>(before));
    after = Collections.unmodifiableSet(new LinkedHashSet<>(after));
    contained = List.copyOf(contained);
  }

  /** Returns the annotation as schemas print it, without those of elements. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("(").append(String.join("|", before));
    if (isWrite) {
      text.append('!');
    }
    if (!before.equals(after)) {
      text.append(" -> ").append(String.join("|", after));
    }
    return text.append(')').toString();
  }
}
