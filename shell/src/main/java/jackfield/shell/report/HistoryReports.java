package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Provenance;
import jackfield.report.OperatorEvent;
import jackfield.report.PlugEvent;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reports the history of commits and of single operators. */
public record HistoryReports(Dispatcher dispatcher, Names names) {
  private static final int MOST_KEYS = 3; // further keys are only counted

  /**
   * A commit or a withdrawal.
   *
   * @param generation the dispatcher's generation after it
   * @param time the time in ISO 8601
   * @param action plugged, unplugged, or cut off by the circuit breaker
   * @param by the provider
   * @param source the provider and its source position, if known
   * @param operators how many operators it changed
   * @param keys the keys of its kernels and fallbacks
   * @param note the accepted findings of its check; empty for none
   */
  public record CommitRow(
      long generation,
      String time,
      String action,
      String by,
      String source,
      int operators,
      List<String> keys,
      String note)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(
          "gen " + generation,
          Times.clock(time),
          source,
          action,
          operators + (operators == 1 ? " operator" : " operators"),
          keys.size() > MOST_KEYS ? keys.size() + " keys" : String.join(", ", keys),
          note);
    }
  }

  /**
   * The registration or withdrawal of a definition or kernel of one operator.
   *
   * @param generation the dispatcher's generation after it
   * @param time the time in ISO 8601
   * @param action plugged or unplugged
   * @param key the key of the kernel; empty for a definition
   * @param by the provider
   * @param source the provider and its source position, if known
   * @param before the active provider of the key before; empty for none
   * @param after the active provider afterwards; empty for none
   * @param what the change as text
   */
  public record ChangeRow(
      long generation,
      String time,
      String action,
      String key,
      String by,
      String source,
      String before,
      String after,
      String what)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of("gen " + generation, Times.clock(time), source, what);
    }
  }

  public Listing<CommitRow> commits() {
    List<CommitRow> rows = dispatcher.history().stream().map(this::row).toList();
    return Listing.grid(
        "history",
        List.of("generation", "time", "by", "action", "operators", "keys", "note"),
        rows,
        List.of());
  }

  private CommitRow row(PlugEvent event) {
    return new CommitRow(
        event.generation(),
        event.time().toString(),
        event.kind() == PlugEvent.Kind.CUT_OFF ? "cut off" : action(event.isPlugged()),
        event.provenance().toString(),
        event.provenance().location(),
        event.operators(),
        event.keys().stream().map(names::name).toList(),
        event.note());
  }

  private static String action(boolean isPlugged) {
    return isPlugged ? "plugged" : "unplugged";
  }

  /**
   * Lists the changes of an operator, even if it has no registrations any more.
   *
   * @throws jackfield.kernel.NoSuchOperator if the history has no such operator
   */
  public Listing<ChangeRow> changes(String operator) {
    OperatorName name = Names.operator(operator);
    List<ChangeRow> rows = dispatcher.history(name).stream().map(this::row).toList();
    String known = rows.isEmpty() ? dispatcher.table(name).operator() : name.toString();
    return Listing.grid(
        "history of " + known, List.of("generation", "time", "by", "change"), rows, List.of());
  }

  private ChangeRow row(OperatorEvent event) {
    return new ChangeRow(
        event.generation(),
        event.time().toString(),
        action(event.isRegistration()),
        event.key().map(names::name).orElse(""),
        event.provenance().toString(),
        event.provenance().location(),
        text(event.before()),
        text(event.after()),
        what(event));
  }

  private static String text(Optional<Provenance> provenance) {
    return provenance.map(Provenance::toString).orElse("");
  }

  private String what(OperatorEvent event) {
    if (event.key().isEmpty()) {
      return event.isRegistration() ? "defined it" : "withdrew its definition";
    }
    String key = names.name(event.key().get());
    return event.isRegistration() ? registration(event, key) : withdrawal(event, key);
  }

  private static String registration(OperatorEvent event, String key) {
    boolean isShadowed = !event.after().equals(Optional.of(event.provenance()));
    return Stream.of(event.before())
        .flatMap(Optional::stream)
        .map(other -> "at %s, %s %s".formatted(key, isShadowed ? "shadowed by" : "shadows", other))
        .findFirst()
        .orElse("at " + key);
  }

  private static String withdrawal(OperatorEvent event, String key) {
    if (event.after().isEmpty()) {
      return "withdrawn from %s, which has no kernel of its own any more".formatted(key);
    }
    boolean wasShadowed = !event.before().equals(Optional.of(event.provenance()));
    return wasShadowed
        ? "withdrawn from %s, was shadowed by %s".formatted(key, event.after().get())
        : "withdrawn from %s, uncovers %s".formatted(key, event.after().get());
  }
}
