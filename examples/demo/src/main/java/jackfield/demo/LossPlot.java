package jackfield.demo;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The loss of each step as a curve, with the plug events marked. */
final class LossPlot {
  private static final int SMOOTHING = 15; // the number of steps on each side that are averaged

  private LossPlot() {}

  /**
   * Draws the curve into a PNG file.
   *
   * @throws DemoFailure if the file cannot be written
   */
  static void write(Path file, double[] losses, List<PlugEvent> events) {
    XYChart chart =
        new XYChartBuilder()
            .width(1000)
            .height(600)
            .title("Training while a backend is plugged and pulled")
            .xAxisTitle("step")
            .yAxisTitle("loss")
            .build();
    double[] smooth = smooth(losses);
    double[] steps = new double[losses.length];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = i;
    }
    chart.addSeries("loss", steps, smooth).setMarker(SeriesMarkers.NONE);
    double top = java.util.Arrays.stream(smooth).max().orElse(1);
    for (int i = 0; i < events.size(); i++) {
      mark(chart, i + 1, events.get(i), top);
    }
    try {
      Files.write(file, ChartEncoder.getBytes(chart, "png"));
    } catch (IOException e) {
      throw new DemoFailure(
          file + " cannot be written: " + e.getMessage(), "name a file in a writable folder", e);
    }
  }

  private static void mark(XYChart chart, int number, PlugEvent event, double top) {
    String name = "%d: %s %s".formatted(number, event.bundle(), event.action());
    XYSeries line =
        chart.addSeries(name, new double[] {event.at(), event.at()}, new double[] {0, top});
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(event.action().equals("plugged") ? Color.GREEN.darker() : Color.RED.darker());
  }

  private static double[] smooth(double[] losses) {
    double[] smooth = new double[losses.length];
    for (int i = 0; i < losses.length; i++) {
      int from = Math.max(0, i - SMOOTHING);
      int to = Math.min(losses.length, i + SMOOTHING + 1);
      smooth[i] = java.util.Arrays.stream(losses, from, to).average().orElse(0);
    }
    return smooth;
  }
}
