package jackfield.tools.conformance.coverage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A stored ledger: a line for each defined operator with the words of its columns. Comparing two of
 * them tells what was lost.
 *
 * @param lines the words of the columns by operator and column, {@link #RECORDED} among them
 */
public record LedgerFile(Map<String, Map<String, String>> lines) {
  /** The column that tells whether there are recordings: {@code yes} or {@code -}. */
  private static final String RECORDED = "recorded";

  private static final String DEFINED = "defined";

  /**
   * One difference between two ledgers.
   *
   * @param operator the operator's name
   * @param column the column, {@code defined} if the whole line came or went
   * @param before the word of the stored ledger
   * @param after the word now
   */
  public record Change(String operator, String column, String before, String after) {
    /** Returns whether something covered is not covered any more. */
    public boolean isLoss() {
      return Support.of(before).isCovered() && !Support.of(after).isCovered();
    }

    @Override
    public String toString() {
      return "%s: %s is %s, was %s".formatted(operator, column, after, before);
    }
  }

  /** Returns {@code ledger} in the form of a file. */
  public static LedgerFile of(Ledger ledger) {
    Map<String, Map<String, String>> lines = new TreeMap<>();
    for (LedgerEntry entry : ledger.only(LedgerEntry::isDefined).entries()) {
      Map<String, String> words = new LinkedHashMap<>();
      words.put(RECORDED, (entry.isRecorded() ? Support.OWN : Support.MISSING).toString());
      ledger.columns().forEach(column -> words.put(column, entry.columns().get(column).toString()));
      lines.put(entry.operator(), words);
    }
    return new LedgerFile(lines);
  }

  /** Reads the lines that {@link #text} wrote. */
  public static LedgerFile parse(List<String> text) {
    Map<String, Map<String, String>> lines = new TreeMap<>();
    for (String line : text) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = line.split(" ");
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
          int equals = words[i].indexOf('=');
          columns.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        lines.put(words[0], columns);
      }
    }
    return new LedgerFile(lines);
  }

  /** Returns the lines of the file. */
  public List<String> text() {
    List<String> text = new ArrayList<>();
    lines.forEach((operator, columns) -> {
      StringBuilder line = new StringBuilder(operator);
      columns.forEach((column, word) -> line.append(' ').append(column).append('=').append(word));
      text.add(line.toString());
    });
    return text;
  }

  /** Returns the differences of {@code now} from this stored ledger, ordered by operator. */
  public List<Change> changes(LedgerFile now) {
    List<Change> changes = new ArrayList<>();
    TreeSet<String> operators = new TreeSet<>(lines.keySet());
    operators.addAll(now.lines.keySet());
    for (String operator : operators) {
      Map<String, String> before = withDefined(lines.get(operator));
      Map<String, String> after = withDefined(now.lines.get(operator));
      TreeSet<String> columns = new TreeSet<>(before.keySet());
      columns.addAll(after.keySet());
      for (String column : columns) {
        String was = before.getOrDefault(column, Support.MISSING.toString());
        String is = after.getOrDefault(column, Support.MISSING.toString());
        if (!was.equals(is)) {
          changes.add(new Change(operator, column, was, is));
        }
      }
    }
    return changes;
  }

  private static Map<String, String> withDefined(Map<String, String> columns) {
    if (columns == null) {
      return Map.of();
    }
    Map<String, String> all = new LinkedHashMap<>(columns);
    all.put(DEFINED, Support.OWN.toString());
    return all;
  }
}
