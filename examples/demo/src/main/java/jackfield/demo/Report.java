package jackfield.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of a run, as they are written to a file.
 *
 * @param device the device, such as {@code cpu}
 * @param isStandIn whether a stand-in ran its kernels on the CPU, so that speeds are not judged
 * @param accuracy the fraction of test images whose class was predicted
 * @param accuracyWanted the fraction that is required for success
 * @param steps the number of steps
 * @param failedSteps the number of steps that failed or saw two generations of the operators
 * @param plugEvents the plug events, with the speed before and after
 * @param kernelForAddmm the providers of {@code aten::addmm}, in the order of steps
 * @param seconds the training's duration
 */
record Report(
    String device,
    boolean isStandIn,
    double accuracy,
    double accuracyWanted,
    int steps,
    int failedSteps,
    List<Event> plugEvents,
    @JsonProperty("kernelFor_addmm") List<String> kernelForAddmm,
    double seconds) {
  /**
   * A plug event and its effect.
   *
   * @param at the step
   * @param bundle the bundle
   * @param action {@code plugged} or {@code unplugged}
   * @param milliseconds the duration
   * @param imagesPerSecondBefore the upper quartile of the steps since the event before was done
   * @param imagesPerSecondAfter the upper quartile of the steps until the event after
   */
  record Event(
      int at,
      String bundle,
      String action,
      double milliseconds,
      double imagesPerSecondBefore,
      double imagesPerSecondAfter) {
    /**
     * Returns whether the speed changed in the expected direction: up if the fast backend was
     * plugged, else down.
     */
    boolean isEffective() {
      boolean isFaster = imagesPerSecondAfter > imagesPerSecondBefore;
      return action.equals("plugged") == isFaster;
    }
  }

  static Report of(Settings settings, Training training, List<PlugEvent> events, double accuracy) {
    Timeline timeline = training.timeline();
    List<Event> effects = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      int previous = i == 0 ? 0 : events.get(i - 1).until();
      int next = i + 1 == events.size() ? timeline.steps() : events.get(i + 1).at();
      effects.add(effect(events.get(i), timeline, previous, next));
    }
    return new Report(
        settings.device().device().toString(),
        settings.device().isStandIn(),
        accuracy,
        settings.accuracyWanted(),
        timeline.steps(),
        training.failedSteps(),
        effects,
        timeline.serversInOrder(),
        timeline.seconds());
  }

  /** Returns the speeds before and after an event; steps while it was done count for neither. */
  static Event effect(PlugEvent event, Timeline timeline, int previous, int next) {
    int at = event.at();
    return new Event(
        at,
        event.bundle(),
        event.action(),
        event.nanos() / 1e6,
        timeline.upperQuartileImagesPerSecond(Math.min(previous, at - 1), at),
        timeline.upperQuartileImagesPerSecond(Math.min(event.until(), next - 1), next));
  }

  /** Returns the checks that failed, in words; empty if all passed. */
  List<String> complaints(int totalSteps) {
    List<String> complaints = new ArrayList<>();
    if (steps + failedSteps < totalSteps) {
      complaints.add("%d of %d steps were lost".formatted(totalSteps - steps, totalSteps));
    }
    if (failedSteps > 0) {
      complaints.add(failedSteps + " steps failed");
    }
    if (accuracy < accuracyWanted) {
      complaints.add("accuracy %.3f, wanted %.3f".formatted(accuracy, accuracyWanted));
    }
    if (plugEvents.size() < 3) {
      complaints.add(plugEvents.size() + " plug events, wanted 3");
    }
    plugEvents.stream()
        .filter(event -> !isStandIn && !event.isEffective())
        .forEach(event ->
            complaints.add(
                "%s was %s, and the speed went from %.0f to %.0f images/s"
                    .formatted(
                        event.bundle(),
                        event.action(),
                        event.imagesPerSecondBefore(),
                        event.imagesPerSecondAfter())));
    return complaints;
  }

  /**
   * Writes the figures as JSON.
   *
   * @throws DemoFailure if the file cannot be written
   */
  void write(Path file) {
    try {
      new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
    } catch (IOException e) {
      throw new DemoFailure(
          file + " cannot be written: " + e.getMessage(), "name a file in a writable folder", e);
    }
  }
}
