package jackfield.tools.conformance.coverage;

import jackfield.conformance.gradient.DifferenceCheck.Answer;
import java.util.ArrayList;
import java.util.List;
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
      or formula of their own, by a composite, by a kernel that all backends of the host share, or \
      because there is nothing to differentiate or PyTorch refuses to differentiate.
      """;

  private static final String GRADIENTS =
      """
      ## Gradients

      `differentiable` counts the defined overloads that have a formula or are composed of \
      operators. The others have nothing to differentiate, or PyTorch refuses to differentiate \
      them. `first` and `second` count the differentiable overloads that have these derivatives. \
      The next columns compare gradients with central differences, in float64 and complex128, for \
      up to twelve recorded calls of each overload and for examples of calls that are not recorded. \
      Inputs without a gradient are left out. \
      Where gradients differ, PyTorch defines them otherwise, as it does for matrices of which \
      one triangle is read; for calls of each of these overloads, libtorch 2.7.1 gave the same \
      gradients. Nothing is decided where all calls \
      draw random numbers, are refused in double precision or are not smooth, and for in-place \
      forms that only the recorded programs call.
      """;

  private final Ledger ledger;
  private final GradientChecks gradients;

  /**
   * Creates the page of {@code ledger}.
   *
   * @param gradients of its differentiable operators
   */
  public LedgerPage(Ledger ledger, GradientChecks gradients) {
    this.ledger = ledger;
    this.gradients = gradients;
  }

  /** Returns the page as Markdown. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(HEAD);
    lines.add("| recordings | recorded | defined | " + String.join(" | ", ledger.columns()) + " |");
    lines.add("| --- |" + " ---: |".repeat(2 + ledger.columns().size()));
    ledger.parts().forEach((name, part) -> lines.add(row(name, part)));
    lines.add("");
    ledger.totals().forEach(total -> lines.add("- " + total));
    lines.add("");
    addGradients(lines);
    lines.add("## Missing of defined operators\n");
    lines.add("```");
    ledger.columns().forEach(column -> lines.add(missing(column)));
    lines.add("```");
    return String.join("\n", lines) + "\n";
  }

  private void addGradients(List<String> lines) {
    lines.add(GRADIENTS);
    lines.add(
        "| recordings | defined | differentiable | first | second | agree with differences | differ | undecided |");
    lines.add("| --- |" + " ---: |".repeat(7));
    ledger.parts().forEach((name, part) -> lines.add(gradientRow(name, part)));
    lines.add("");
    lines.add("Overloads with a gradient that differs:\n");
    lines.add("```");
    lines.add(
        gradients.names(Answer.DIFFERS).stream()
            .map(name -> name.replace("aten::", ""))
            .collect(Collectors.joining(" ")));
    lines.add("```\n");
  }

  private String gradientRow(String name, Ledger part) {
    Ledger differentiable = part.only(GradientChecks::isDifferentiable);
    return "| %s | %d | %d | %d | %d | %d | %d | %d |"
        .formatted(
            title(name),
            part.count(LedgerEntry::isDefined),
            differentiable.count(_ -> true),
            differentiable.count(entry -> isCovered(entry, Ledger.DERIVATIVE)),
            differentiable.count(entry -> isCovered(entry, Ledger.SECOND)),
            gradients.count(differentiable, Answer.AGREES),
            gradients.count(differentiable, Answer.DIFFERS),
            gradients.count(differentiable, Answer.UNDECIDED));
  }

  private String row(String name, Ledger part) {
    String covered =
        ledger.columns().stream()
            .map(column -> Long.toString(part.count(entry -> isCovered(entry, column))))
            .collect(Collectors.joining(" | "));
    return "| %s | %d | %d | %s |"
        .formatted(
            title(name),
            part.count(LedgerEntry::isRecorded),
            part.count(LedgerEntry::isDefined),
            covered);
  }

  private static String title(String name) {
    return name.equals(Ledger.ALL) ? "**" + name + "**" : name;
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
