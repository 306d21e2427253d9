package jackfield.dispatcher.impl.selfcheck;

import java.util.ArrayList;
import java.util.List;

/**
 * What a check found.
 *
 * @param asked how many operators were compared
 * @param skipped how many could not be: no samples fit them, nothing else serves them, or they draw
 *     random numbers from a generator that others use
 * @param differences of the operators that were compared
 * @param missing what the bundle that is replaced serves and the other does not
 * @param broken which kernels cannot run, since a class of theirs cannot be used
 */
public record CheckOutcome(
    int asked,
    int skipped,
    List<Difference> differences,
    List<Difference> missing,
    List<Difference> broken) {
  private static final int SHOWN = 3; // with their values; of others the names only
  private static final int NAMED = 8;

  /** Copies the lists. */
  public CheckOutcome {
    differences = List.copyOf(differences);
    missing = List.copyOf(missing);
    broken = List.copyOf(broken);
  }

  /** Returns whether nothing was found that a bundle could be refused for. */
  public boolean isSame() {
    return differences.isEmpty() && missing.isEmpty() && broken.isEmpty();
  }

  /** Returns in numbers how it went. */
  public String text() {
    String agree = "%d of %d operators agree".formatted(asked - differences.size(), asked);
    return skipped == 0 ? agree : agree + "; %d were not compared".formatted(skipped);
  }

  /** Returns the numbers and, on lines of their own, what was found. */
  public String details() {
    List<String> lines = new ArrayList<>();
    lines.add(text());
    List<Difference> called = new ArrayList<>(broken);
    called.addAll(differences);
    called.stream().limit(SHOWN).map(Difference::told).forEach(lines::add);
    if (called.size() > SHOWN) {
      lines.add("and so do " + names(called.subList(SHOWN, called.size())));
    }
    if (!missing.isEmpty()) {
      lines.add("it has no kernel or definition of " + names(missing));
    }
    return String.join("\n", lines);
  }

  /** Returns what was found, by names only. */
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
