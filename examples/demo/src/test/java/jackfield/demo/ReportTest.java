package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {
  private static final int STEPS = 100;

  private static Report.Event event(String action, double before, double after) {
    return new Report.Event(10, "backend.cpu", action, 1, before, after);
  }

  private static List<Report.Event> goodEvents() {
    return List.of(
        event("plugged", 1000, 9000), event("unplugged", 9000, 1000), event("plugged", 1000, 9000));
  }

  private static Report report(double accuracy, int steps, int failed, List<Report.Event> events) {
    return report(false, accuracy, steps, failed, events);
  }

  private static Report report(
      boolean isStandIn, double accuracy, int steps, int failed, List<Report.Event> events) {
    String device = isStandIn ? "cuda" : "cpu";
    return new Report(
        device, isStandIn, accuracy, 0.83, steps, failed, events, List.of("a", "b"), 1.5);
  }

  @Test
  void nothingIsSaidOfARunThatHeld() {
    assertThat(report(0.85, STEPS, 0, goodEvents()).complaints(STEPS)).isEmpty();
  }

  @Test
  void everyPromiseThatWasBrokenIsNamed() {
    List<Report.Event> events = new ArrayList<>(goodEvents().subList(0, 1));
    events.add(event("unplugged", 1000, 9000));
    assertThat(report(0.5, 98, 1, events).complaints(STEPS))
        .hasSize(5)
        .anyMatch(line -> line.contains("steps were lost"))
        .anyMatch(line -> line.contains("1 steps failed"))
        .anyMatch(line -> line.contains("accuracy 0.500, wanted 0.830"))
        .anyMatch(line -> line.contains("2 plug events"))
        .anyMatch(line -> line.contains("unplugged, and the speed went from 1000 to 9000"));
  }

  @Test
  void theSpeedOfTheStandInIsNotJudgedButAllElseIs() {
    List<Report.Event> slower = List.of(event("plugged", 9000, 1000), event("unplugged", 1, 2));
    assertThat(report(true, 0.5, STEPS, 0, slower).complaints(STEPS))
        .containsExactly("accuracy 0.500, wanted 0.830", "2 plug events, wanted 3");
    assertThat(report(0.85, STEPS, 0, slower).complaints(STEPS)).hasSize(3);
  }

  @Test
  void theFileHasTheNamesThatReadersExpect(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("report.json");
    report(0.85, STEPS, 0, goodEvents()).write(file);
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.fieldNames())
        .toIterable()
        .contains(
            "device",
            "isStandIn",
            "accuracy",
            "steps",
            "failedSteps",
            "plugEvents",
            "kernelFor_addmm",
            "seconds");
    assertThat(json.get("plugEvents").get(0).fieldNames())
        .toIterable()
        .contains("at", "bundle", "action", "imagesPerSecondBefore", "imagesPerSecondAfter");
  }
}
