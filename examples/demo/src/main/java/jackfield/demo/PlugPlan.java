package jackfield.demo;

import jackfield.dispatch.Dispatcher;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Installs the fast backend, uninstalls it and installs it again, at three points of the training.
 * These are real bundles in the running framework, and the steps continue meanwhile.
 */
final class PlugPlan {
  private final Platform platform;
  private final Dispatcher dispatcher;
  private final Path jar;
  private final TrainingDevice device;
  private final List<Double> points; // shares of the steps
  private final ConsoleOutput output;
  private final List<PlugEvent> events = new ArrayList<>();

  PlugPlan(Demo.Services services, Path jar, Settings settings, ConsoleOutput output) {
    this.platform = services.platform();
    this.dispatcher = services.dispatcher();
    this.jar = jar;
    this.device = settings.device();
    this.points = settings.model().plugPoints();
    this.output = output;
  }

  List<PlugEvent> events() {
    return List.copyOf(events);
  }

  /** Plugs or unplugs the backend if the training has reached the next point of the plan. */
  void act(Timeline timeline, int totalSteps) {
    int step = timeline.steps();
    if (events.size() == points.size() || step < points.get(events.size()) * totalSteps) {
      return;
    }
    String before = row();
    boolean plugs = events.size() % 2 == 0;
    PlugReport report = plugs ? platform.plug(jar) : platform.unplug(device.bundle());
    PlugEvent event = PlugEvent.of(step, timeline.steps(), report);
    events.add(event);
    output.plugged(event, before, row());
  }

  /** Unplugs the fast backend, so that the platform has its initial bundles again. */
  void undo() {
    if (events.size() % 2 == 1) {
      platform.unplug(device.bundle());
    }
  }

  private String row() {
    TableReport report = dispatcher.table(OperatorName.parse(Training.WATCHED));
    TableReport.Row row = report.row(device.key());
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
