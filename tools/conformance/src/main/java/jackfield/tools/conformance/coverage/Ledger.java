package jackfield.tools.conformance.coverage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What each operator has: one line for each overload that is defined or recorded.
 *
 * @param columns the names of the columns in order: a backend each, then the others
 * @param entries the lines, ordered by name
 */
public record Ledger(List<String> columns, List<LedgerEntry> entries) {
  /** The column of the kernels that compute sizes without memory. */
  public static final String META = "Meta";

  /** The column of derivative formulas. */
  public static final String DERIVATIVE = "derivative";

  /** The column of derivatives of derivatives. */
  public static final String SECOND = "second";

  static final String ALL = "all"; // the part with all lines

  /** Returns the lines that {@code wanted} accepts. */
  public Ledger only(Predicate<LedgerEntry> wanted) {
    return new Ledger(columns, entries.stream().filter(wanted).toList());
  }

  /** Returns the totals, one line for the recordings and one for each column. */
  public List<String> totals() {
    List<String> lines = new ArrayList<>();
    long defined = count(LedgerEntry::isDefined);
    long both = count(entry -> entry.isDefined() && entry.isRecorded());
    lines.add(
        "recorded: %d overloads, %d of them defined"
            .formatted(count(LedgerEntry::isRecorded), both));
    lines.add("defined: %d overloads, %d of them recorded".formatted(defined, both));
    columns.forEach(column -> lines.add(total(column)));
    return lines;
  }

  /**
   * Returns the lines of each file of recordings, those that are not recorded, and {@link #ALL}, by
   * name and in order.
   */
  Map<String, Ledger> parts() {
    Set<String> files = new TreeSet<>();
    entries.forEach(entry -> files.addAll(entry.files()));
    Map<String, Ledger> parts = new LinkedHashMap<>();
    for (String file : files) {
      parts.put(file, only(entry -> entry.files().contains(file)));
    }
    parts.put("not recorded", only(entry -> !entry.isRecorded()));
    parts.put(ALL, this);
    return parts;
  }

  /** Returns the number of lines that {@code wanted} accepts. */
  long count(Predicate<LedgerEntry> wanted) {
    return entries.stream().filter(wanted).count();
  }

  private String total(String column) {
    Map<Support, Integer> counts = new EnumMap<>(Support.class);
    entries.stream()
        .filter(LedgerEntry::isDefined)
        .forEach(entry -> counts.merge(entry.columns().get(column), 1, Integer::sum));
    return column
        + ": "
        + counts.entrySet().stream()
            .map(count -> count.getValue() + " " + words(count.getKey()))
            .collect(Collectors.joining(", "));
  }

  private static String words(Support support) {
    return switch (support) {
      case OWN -> "of its own";
      case COMPOSITE -> "composite";
      case SHARED -> "shared";
      case NOT_NEEDED -> "not needed";
      case REFUSED -> "refused as by PyTorch";
      case UNKNOWN -> "unknown";
      case MISSING -> "missing";
    };
  }
}
