package jackfield.tools.conformance.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page {@code docs/coverage.md}: a table by file of recordings, and what is missing. */
public final class LedgerPage {
  private static final String HEAD =
      """
      # Coverage: what each operator has

      This page is generated; the test `CoverageLedgerTest` of `tools/conformance` compares it. \
      `./jackfield coverage` shows the line of each operator, `./jackfield help coverage` explains \
      the columns.

      A row counts the overloads that a file of recordings contains. An overload may be in several \
      files. The columns after `defined` count the defined overloads that are covered: by a kernel \
      or formula of their own, by a composite, or because there is nothing to differentiate.
      """;

  private final Ledger ledger;

  /** Creates the page of {@code ledger}. */
  public LedgerPage(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Returns the page as Markdown. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(HEAD);
    lines.add("| recordings | recorded | defined | " + String.join(" | ", ledger.columns()) + " |");
    lines.add("| --- |" + " ---: |".repeat(2 + ledger.columns().size()));
    Set<String> files = new TreeSet<>();
    ledger.entries().forEach(entry -> files.addAll(entry.files()));
    for (String file : files) {
      lines.add(row(file, ledger.only(entry -> entry.files().contains(file))));
    }
    lines.add(row("not recorded", ledger.only(entry -> !entry.isRecorded())));
    lines.add(row("**all**", ledger));
    lines.add("");
    ledger.totals().forEach(total -> lines.add("- " + total));
    lines.add("");
    lines.add("## Missing of defined operators\n");
    lines.add("```");
    ledger.columns().forEach(column -> lines.add(missing(column)));
    lines.add("```");
    return String.join("\n", lines) + "\n";
  }

  private String row(String name, Ledger part) {
    String covered =
        ledger.columns().stream()
            .map(column -> Long.toString(part.count(entry -> isCovered(entry, column))))
            .collect(Collectors.joining(" | "));
    return "| %s | %d | %d | %s |"
        .formatted(
            name, part.count(LedgerEntry::isRecorded), part.count(LedgerEntry::isDefined), covered);
  }

  private static boolean isCovered(LedgerEntry entry, String column) {
    return entry.isDefined() && entry.columns().get(column).isCovered();
  }

  private String missing(String column) {
    String names =
        ledger.entries().stream()
            .filter(entry -> entry.isDefined() && !isCovered(entry, column))
            .map(entry -> entry.operator().replace("aten::", ""))
            .collect(Collectors.joining(" "));
    return column + ": " + (names.isEmpty() ? "nothing" : names);
  }
}
