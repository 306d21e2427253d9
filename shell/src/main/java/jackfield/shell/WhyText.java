package jackfield.shell;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.PlugEvent;
import jackfield.dispatch.TableReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The reason in words why a key of an operator is served as it is. */
final class WhyText {
  private final TableReport report;
  private final List<PlugEvent> history;
  private final DispatchKey key;

  WhyText(TableReport report, List<PlugEvent> history, DispatchKey key) {
    this.report = report;
    this.history = history;
    this.key = key;
  }

  @Override
  public String toString() {
    if (!key.hasSlot()) {
      return key
          + " stands for several keys and is never dispatched to; ask for one of "
          + key.runtimeKeys();
    }
    TableReport.Row row = report.row(key);
    return "%s at %s: %s".formatted(report.operator(), key, reason(row)) + departure();
  }

  private String reason(TableReport.Row row) {
    String who = row.servedBy();
    String text =
        switch (row.reason()) {
          case KERNEL -> who + " registered a kernel for the key itself" + beneath(row) + ".";
          case DEFAULT_BACKEND -> who + " registered one kernel for all backends.";
          case NESTED -> who + " registered a composite kernel for nested tensors.";
          case MATH ->
              who + " registered a composite kernel, and no backend's kernel takes its place.";
          case AUTOGRAD -> who + " registered a kernel for all autograd keys.";
          case BATCHED -> who + " registered a decomposition for batches.";
          case BACKEND_FALLBACK ->
              who + " serves the key for every operator that has no kernel of its own there.";
          case TRANSPARENT -> "nobody serves the key; calls pass it by.";
          case AMBIGUOUS_AUTOGRAD_OTHER ->
              "a composite kernel and a backend's kernel exclude each other; calls fail.";
          case MISSING ->
              "no bundle registered a kernel, no composite kernel covers the key, and it has no"
                  + " fallback; calls fail.";
        };
    return row.isFallthrough() && !who.isEmpty() ? text + " It lets calls pass by." : text;
  }

  private static String beneath(TableReport.Row row) {
    return row.beneath().isEmpty() ? "" : "; beneath wait " + String.join(", ", row.beneath());
  }

  private String departure() {
    return history.stream()
        .filter(event -> !event.isArrival() && event.keys().contains(key))
        .findFirst()
        .map(WhyText::departure)
        .orElse("");
  }

  private static String departure(PlugEvent event) {
    double seconds = Duration.between(event.time(), Instant.now()).toMillis() / 1e3;
    return String.format(Locale.ROOT, "\n  %s left %.1f s ago.", event.provenance(), seconds);
  }
}
