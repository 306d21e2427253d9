package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

final class LossPlotTest {
  private static final int STEPS = 100;
  private static final List<PlugEvent> EVENTS =
      List.of(new PlugEvent(40, 42, "backend.cpu", "plugged", 1));

  @TempDir private Path folder;

  private static Timeline timeline() {
    Timeline timeline = new Timeline(STEPS, 0);
    for (int step = 0; step < STEPS; step++) {
      timeline.add(64, 2.0 / (step + 1), "backend.cpu", (step + 1) * 1_000_000L);
    }
    return timeline;
  }

  @Test
  void thePlotHasTheLossTheThroughputAndTheEvents() {
    XYChart chart = LossPlot.chart(timeline(), EVENTS);
    assertThat(chart.getSeriesCollection().stream().map(XYSeries::getName))
        .containsExactly(
            "loss, mean of 31 steps", "images/s, mean of 31 steps", "1: backend.cpu plugged");
    assertThat(chart.getSeries("images/s, mean of 31 steps").getYAxisGroup()).isOne();
    assertThat(chart.getSeries("images/s, mean of 31 steps").getYData())
        .hasSize(STEPS)
        .doesNotContain(0);
  }

  @Tag("slow")
  @Test
  void theEndingOfTheNameDecidesTheFormat() throws IOException {
    for (String ending : List.of("png", "jpg", "JPEG")) {
      Path file = folder.resolve("plot." + ending);
      LossPlot.write(file, timeline(), EVENTS);
      assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(1000);
      boolean isJpeg = (Files.readAllBytes(file)[0] & 0xFF) == 0xFF;
      assertThat(isJpeg).isEqualTo(!ending.equals("png"));
    }
  }

  @Test
  void anotherEndingIsRefused() {
    Path file = folder.resolve("plot.gif");
    assertThat(catchThrowableOfType(DemoFailure.class, () -> LossPlot.refuseUnknownFormat(file)))
        .hasMessageContaining("neither a PNG nor a JPEG");
    LossPlot.refuseUnknownFormat(null);
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedAndOneThatCanIsLeftAsItWas() throws IOException {
    Path inNoFolder = folder.resolve("none").resolve("plot.png");
    assertThat(catchThrowableOfType(DemoFailure.class, () -> OutputFile.check(inNoFolder)))
        .hasMessageContaining("cannot be written");
    assertThat(catchThrowableOfType(DemoFailure.class, () -> OutputFile.check(folder)).exitCode())
        .isEqualTo(2);
    Path old = Files.writeString(folder.resolve("old.png"), "content");
    OutputFile.check(old);
    assertThat(old).hasContent("content");
    OutputFile.check(folder.resolve("new.png"));
    assertThat(folder.resolve("new.png")).doesNotExist();
  }
}
