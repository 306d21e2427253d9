package jackfield.dispatcher.impl.selfcheck;

import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a check.
 *
 * @param asked how many operators were compared
 * @param skipped those that could not be compared: no samples fit them, no other kernel exists, or
 *     they draw random numbers from a generator that is shared
 * @param differences the differences of the compared operators
 * @param missing the operators of the replaced bundle for which the new one has no kernel
 * @param broken the kernels that cannot run, since one of their classes cannot be linked
 */
public record CheckOutcome(
    int asked,
    List<String> skipped,
    List<Difference> differences,
    List<Difference> missing,
    List<Difference> broken) {
  private static final int SHOWN = 3; // differences with their values; the others by name only
  private static final int NAMED = 8;

  /** Copies the lists. */
  public CheckOutcome {
    skipped = List.copyOf(skipped);
    differences = List.copyOf(differences);
    missing = List.copyOf(missing);
    broken = List.copyOf(broken);
  }

  /** Returns whether the check found no reason to refuse the bundle. */
  public boolean isSame() {
    return differences.isEmpty() && missing.isEmpty() && broken.isEmpty();
  }

  /** Returns the numbers of compared, agreeing and skipped operators as text. */
  public String text() {
    String agree = "%d of %d operators agree".formatted(asked - differences.size(), asked);
    return skipped.isEmpty() ? agree : agree + "; %d were not compared".formatted(skipped.size());
  }

  /** Returns the numbers and, on lines of their own, the findings. */
  public String details() {
    List<String> lines = new ArrayList<>();
    lines.add(text());
    List<Difference> called = new ArrayList<>(broken);
    called.addAll(differences);
    called.stream().limit(SHOWN).map(Difference::report).forEach(lines::add);
    if (called.size() > SHOWN) {
      lines.add("likewise: " + names(called.subList(SHOWN, called.size())));
    }
    if (!missing.isEmpty()) {
      lines.add("it has no kernel or definition of " + names(missing));
    }
    return String.join("\n", lines);
  }

  /** Returns the names of the operators with findings. */
  public String summary() {
    List<Difference> all = new ArrayList<>(broken);
    all.addAll(differences);
    all.addAll(missing);
    return names(all);
  }

  private static String names(List<Difference> of) {
    String names =
        String.join(", ", of.stream().limit(NAMED).map(Difference::subject).distinct().toList());
    return of.size() > NAMED ? "%s and %d more".formatted(names, of.size() - NAMED) : names;
  }
}
