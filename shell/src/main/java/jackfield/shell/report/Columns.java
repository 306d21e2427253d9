package jackfield.shell.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells, padded so that each column is as wide as its widest cell. */
public final class Columns {
  private Columns() {}

  public static List<String> of(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(" ");
      for (int i = 0; i < widths.length; i++) {
        line.append(' ').append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 1));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
