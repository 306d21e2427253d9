package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Provenance;
import jackfield.report.OperatorEvent;
import jackfield.report.PlugEvent;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who came, overrode and left. */
public record HistoryReports(Dispatcher dispatcher, Names names) {
  private static final int MOST_KEYS = 3; // more than that are only counted

  /**
   * A commit that was made or taken back.
   *
   * @param generation the dispatcher's generation after it
   * @param time when, in the form of ISO 8601
   * @param action arrived, left, or cut off by the circuit breaker
   * @param by who
   * @param place who, and where in the source if that is known
   * @param operators how many operators it touched
   * @param keys the keys that its kernels and fallbacks were at
   * @param note what its check found that was taken nevertheless; empty for nothing
   */
  public record CommitRow(
      long generation,
      String time,
      String action,
      String by,
      String place,
      int operators,
      List<String> keys,
      String note)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(
          "gen " + generation,
          Times.clock(time),
          place,
          action,
          operators + (operators == 1 ? " operator" : " operators"),
          keys.size() > MOST_KEYS ? keys.size() + " keys" : String.join(", ", keys),
          note);
    }
  }

  /**
   * A definition or kernel of one operator that came or left.
   *
   * @param generation the dispatcher's generation after it
   * @param time when, in the form of ISO 8601
   * @param action arrived or left
   * @param key the key of the kernel; empty for a definition
   * @param by who
   * @param place who, and where in the source if that is known
   * @param before who had the key until then; empty for nobody
   * @param after who has it from then on; empty for nobody
   * @param what the same in words
   */
  public record ChangeRow(
      long generation,
      String time,
      String action,
      String key,
      String by,
      String place,
      String before,
      String after,
      String what)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of("gen " + generation, Times.clock(time), place, what);
    }
  }

  public Listing<CommitRow> commits() {
    List<CommitRow> rows = dispatcher.history().stream().map(this::row).toList();
    return Listing.grid(
        "history",
        List.of("generation", "time", "who", "did", "touched", "at", "note"),
        rows,
        List.of());
  }

  private CommitRow row(PlugEvent event) {
    return new CommitRow(
        event.generation(),
        event.time().toString(),
        event.kind() == PlugEvent.Kind.CUT_OFF ? "cut off" : action(event.isArrival()),
        event.provenance().toString(),
        event.provenance().place(),
        event.operators(),
        event.keys().stream().map(names::name).toList(),
        event.note());
  }

  private static String action(boolean isArrival) {
    return isArrival ? "arrived" : "left";
  }

  /**
   * Lists the changes of an operator, also of one that has gone.
   *
   * @throws jackfield.kernel.NoSuchOperator if there never was one, as far as is remembered
   */
  public Listing<ChangeRow> changes(String operator) {
    OperatorName name = Names.operator(operator);
    List<ChangeRow> rows = dispatcher.history(name).stream().map(this::row).toList();
    String known = rows.isEmpty() ? dispatcher.table(name).operator() : name.toString();
    return Listing.grid(
        "history of " + known, List.of("generation", "time", "who", "what"), rows, List.of());
  }

  private ChangeRow row(OperatorEvent event) {
    return new ChangeRow(
        event.generation(),
        event.time().toString(),
        action(event.isArrival()),
        event.key().map(names::name).orElse(""),
        event.provenance().toString(),
        event.provenance().place(),
        text(event.before()),
        text(event.after()),
        what(event));
  }

  private static String text(Optional<Provenance> provenance) {
    return provenance.map(Provenance::toString).orElse("");
  }

  private String what(OperatorEvent event) {
    if (event.key().isEmpty()) {
      return event.isArrival() ? "defined it" : "took its definition back";
    }
    String key = names.name(event.key().get());
    return event.isArrival() ? arrival(event, key) : departure(event, key);
  }

  private static String arrival(OperatorEvent event, String key) {
    boolean isBeneath = !event.after().equals(Optional.of(event.provenance()));
    return Stream.of(event.before())
        .flatMap(Optional::stream)
        .map(other -> "at %s %s %s".formatted(key, isBeneath ? "beneath" : "over", other))
        .findFirst()
        .orElse("at " + key);
  }

  private static String departure(OperatorEvent event, String key) {
    if (event.after().isEmpty()) {
      return "left %s, which has no kernel of its own any more".formatted(key);
    }
    boolean wasBeneath = !event.before().equals(Optional.of(event.provenance()));
    return wasBeneath
        ? "left %s from beneath %s".formatted(key, event.after().get())
        : "left %s to %s".formatted(key, event.after().get());
  }
}
