package jackfield.shell.report;

import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.OperatorReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Explains why keys of an operator have their kernels. */
public record WhyReport(OperatorReport report, Names names, WhyText words) {

  /**
   * The reason at a key.
   *
   * @param operator the operator
   * @param key the key
   * @param servedBy the provider of its kernel; empty for none, or for an alias
   * @param reason the reason in the table; empty for a key without a slot
   * @param isFallthrough whether the kernel is a fallthrough
   * @param failures how often kernels failed at the key
   * @param text the reason as text
   */
  public record WhyRow(
      String operator,
      String key,
      String servedBy,
      String reason,
      boolean isFallthrough,
      long failures,
      String text)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(key, text);
    }

    @Override
    public String line() {
      return text;
    }
  }

  /** Explains each text, which is a key or a set. */
  public Listing<WhyRow> listing(List<String> texts, KeySetWords sets) {
    List<WhyRow> rows = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      List<WhyRow> found =
          sets.isKey(text)
              ? List.of(row(names.key(text)))
              : way(sets.parse(List.of(text)), text, lines);
      rows.addAll(found);
      found.forEach(row -> lines.add(row.text()));
    }
    String line = "why %s: %d keys".formatted(report.name(), rows.size());
    return new Listing<>(line, String.join("\n", lines), rows, rows);
  }

  /** Explains the keys that a call with {@code set} visits if each kernel redispatches. */
  private List<WhyRow> way(DispatchKeySet set, String text, List<String> lines) {
    DispatchKeySet seen = set.and(report.nonFallthrough().get(set.backendIndex()));
    List<DispatchKey> way = new ArrayList<>();
    DispatchKeySet left = seen;
    do {
      way.add(DispatchKey.atTableIndex(left.tableIndex()));
      left =
          left.below(left.highestKey()).remove(left.highestKey()); // below keeps PythonDispatcher
    } while (left.highestKey() != DispatchKey.UNDEFINED);
    lines.add(
        "a call of %s with %s goes to %s; each redispatch one further: %s"
            .formatted(report.name(), text, names.name(way.getFirst()), joined(way)));
    List<DispatchKey> passed =
        set.keys().reversed().stream()
            .filter(key -> report.table().get(key.tableIndex()).kernel().isFallthrough())
            .toList();
    if (!passed.isEmpty()) {
      lines.add("  it passes by " + joined(passed));
    }
    return way.stream().map(this::row).toList();
  }

  private String joined(List<DispatchKey> keys) {
    return keys.stream().map(names::name).collect(Collectors.joining(", "));
  }

  private WhyRow row(DispatchKey key) {
    String operator = report.name().toString();
    if (!key.hasSlot()) {
      return new WhyRow(operator, names.name(key), "", "", false, 0, words.ofMany(key));
    }
    Resolution resolution = report.table().get(key.tableIndex());
    Provenance by = resolution.provenance();
    return new WhyRow(
        operator,
        names.name(key),
        by == null ? "" : by.toString(),
        resolution.reason().toString(),
        resolution.kernel().isFallthrough(),
        Failures.of(words.failures(key)).count(),
        words.ofSlot(key));
  }
}
