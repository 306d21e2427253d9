package jackfield.tools.conformance.coverage;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Shows a ledger: as a table, or as JSON. */
final class LedgerText {
  private LedgerText() {}

  /** Returns the table with its heading. */
  static List<String> table(Ledger ledger) {
    int width =
        ledger.entries().stream().mapToInt(entry -> entry.operator().length()).max().orElse(8);
    List<String> lines = new ArrayList<>();
    StringBuilder heading = new StringBuilder(padded("operator", width) + "  defined recorded");
    ledger.columns().forEach(column -> heading.append(' ').append(padded(column, 10)));
    lines.add(heading.toString().stripTrailing());
    for (LedgerEntry entry : ledger.entries()) {
      lines.add(line(ledger, entry, width));
    }
    return lines;
  }

  private static String line(Ledger ledger, LedgerEntry entry, int width) {
    StringBuilder line = new StringBuilder(padded(entry.operator(), width));
    line.append("  ").append(padded(entry.isDefined() ? "yes" : "-", 7));
    line.append(" %8s".formatted(entry.isRecorded() ? entry.recordings() : "-"));
    if (entry.isDefined()) {
      for (String column : ledger.columns()) {
        line.append(' ').append(padded(entry.columns().get(column).toString(), 10));
      }
    }
    if (!entry.lacking().isEmpty()) {
      line.append(" no derivative: ").append(String.join(", ", entry.lacking()));
    }
    return line.toString().stripTrailing();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /** Returns the lines and the totals as JSON. */
  static String json(Ledger ledger) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    ObjectNode operators = root.putObject("operators");
    for (LedgerEntry entry : ledger.entries()) {
      ObjectNode node =
          operators
              .putObject(entry.operator())
              .put("defined", entry.isDefined())
              .put("recordings", entry.recordings());
      entry.files().forEach(node.putArray("files")::add);
      entry.columns().forEach((column, support) -> node.put(column, support.toString()));
      if (!entry.lacking().isEmpty()) {
        entry.lacking().forEach(node.putArray("lacking")::add);
      }
    }
    ledger.totals().forEach(root.putArray("totals")::add);
    return root.toPrettyString();
  }
}
