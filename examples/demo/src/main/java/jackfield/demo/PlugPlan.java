package jackfield.demo;

import jackfield.dispatch.Dispatcher;
import jackfield.key.DispatchKey;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Platform;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Installs the fast backend, uninstalls it and installs it again, at three points of the training.
 * These are real bundles in the running framework, and the steps continue meanwhile.
 */
final class PlugPlan {
  private static final String BUNDLE = "backend.cpu";

  private final Platform platform;
  private final Dispatcher dispatcher;
  private final Path jar;
  private final List<Double> points; // shares of the steps
  private final Screen screen;
  private final List<PlugEvent> events = new ArrayList<>();

  PlugPlan(Platform platform, Dispatcher dispatcher, Path jar, List<Double> points, Screen screen) {
    this.platform = platform;
    this.dispatcher = dispatcher;
    this.jar = jar;
    this.points = points;
    this.screen = screen;
  }

  List<PlugEvent> events() {
    return List.copyOf(events);
  }

  /** Plugs or unplugs the backend if the training has reached the next point of the plan. */
  void act(int step, int totalSteps) {
    if (events.size() == points.size() || step < points.get(events.size()) * totalSteps) {
      return;
    }
    String before = row();
    boolean plugs = events.size() % 2 == 0;
    PlugEvent event = PlugEvent.of(step, plugs ? platform.plug(jar) : platform.unplug(BUNDLE));
    events.add(event);
    screen.plugged(event, before, row());
  }

  /** Unplugs the fast backend, so that the platform has its initial bundles again. */
  void undo() {
    if (events.size() % 2 == 1) {
      platform.unplug(BUNDLE);
    }
  }

  private String row() {
    TableReport report = dispatcher.table(OperatorName.parse(Training.WATCHED));
    TableReport.Row row = report.row(DispatchKey.CPU);
    String shadowed =
        row.shadowed().isEmpty() ? "" : ", shadows " + String.join(", ", row.shadowed());
    return "%s at %s: %s (%s%s), generation %d"
        .formatted(
            Training.WATCHED,
            row.key(),
            row.servedBy(),
            row.reason(),
            shadowed,
            report.generation());
  }
}
