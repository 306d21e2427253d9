package jackfield.shell.report;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A report of several rows, over which {@code each} iterates.
 *
 * @param <R> the type of row
 */
public final class Listing<R extends Row> extends AbstractList<R> implements Report {
  private final String line;
  private final String text;
  private final List<R> rows;
  private final Object json;

  Listing(String line, String text, List<R> rows, Object json) {
    this.line = line;
    this.text = text;
    this.rows = List.copyOf(rows);
    this.json = json;
  }

  /** Creates a grid of {@code rows} with a head and notes below; its JSON is the rows. */
  static <R extends Row> Listing<R> grid(
      String what, List<String> head, List<R> rows, List<String> notes) {
    String line = what + ": " + rows.size();
    String none = "  none";
    List<String> grid = rows.isEmpty() ? List.of(none) : lines(head, rows);
    String text = String.join("\n", Stream.concat(grid.stream(), notes.stream()).toList());
    return new Listing<>(line, text, rows, rows);
  }

  /** Returns the lines of a grid. */
  static List<String> lines(List<String> head, List<? extends Row> rows) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(head);
    rows.forEach(row -> cells.add(row.cells()));
    return Columns.of(cells);
  }

  @Override
  public R get(int index) {
    return rows.get(index);
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String line() {
    return line;
  }

  @Override
  public Object json() {
    return json;
  }

  @Override
  public String toString() {
    return text;
  }
}
