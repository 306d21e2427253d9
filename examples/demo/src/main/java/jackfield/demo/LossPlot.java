package jackfield.demo;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.Styler.YAxisPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The loss and the images per second over the steps, with the plug events marked. */
final class LossPlot {
  private static final int SMOOTHING = 15; // the number of steps on each side that are averaged
  private static final String OVER = "mean of " + (2 * SMOOTHING + 1) + " steps";
  private static final int TICK_PIXELS = 110; // room for a number of five digits between two
  private static final List<String> FORMATS = List.of("png", "jpg", "jpeg");

  private LossPlot() {}

  /**
   * Checks the ending of a file before the training.
   *
   * @param file the file; null for none
   * @throws DemoFailure if no plot can have that format
   */
  static void refuseUnknownFormat(Path file) {
    if (file != null && !FORMATS.contains(format(file))) {
      throw DemoFailure.misuse(
          file + " is neither a PNG nor a JPEG by its name", "a name with .png or .jpg", null);
    }
  }

  private static String format(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Draws the curves into a file of the format that its name says.
   *
   * @throws DemoFailure if the file cannot be written
   */
  static void write(Path file, Timeline timeline, List<PlugEvent> events) {
    XYChart chart = chart(timeline, events);
    try {
      Files.write(file, ChartEncoder.getBytes(chart, format(file)));
    } catch (IOException e) {
      throw new DemoFailure(
          file + " cannot be written: " + e.getMessage(), "name a file in a writable folder", e);
    }
  }

  static XYChart chart(Timeline timeline, List<PlugEvent> events) {
    XYChart chart =
        new XYChartBuilder()
            .width(1000)
            .height(600)
            .title("Training while a backend is plugged and unplugged")
            .xAxisTitle("step")
            .yAxisTitle("loss")
            .build();
    chart.setYAxisGroupTitle(1, "images/s");
    chart
        .getStyler()
        .setXAxisTickMarkSpacingHint(TICK_PIXELS)
        .setXAxisDecimalPattern("#,###")
        .setLegendPosition(LegendPosition.OutsideS)
        .setYAxisGroupPosition(1, YAxisPosition.Right);
    chart.getStyler().putYAxisGroupDecimalPatternMap(1, "#,###");
    double[] losses = timeline.losses();
    int steps = losses.length;
    double[] smooth = curve(steps, step -> mean(losses, from(step), to(step, steps)));
    add(chart, "loss, " + OVER, smooth, new Color(0x1F77B4));
    double[] rates = curve(steps, step -> timeline.imagesPerSecond(from(step), to(step, steps)));
    add(chart, "images/s, " + OVER, rates, new Color(0xFF7F0E)).setYAxisGroup(1);
    double top = Arrays.stream(smooth).max().orElse(1);
    for (int i = 0; i < events.size(); i++) {
      mark(chart, i + 1, events.get(i), top);
    }
    return chart;
  }

  private static int from(int step) {
    return Math.max(0, step - SMOOTHING);
  }

  private static int to(int step, int steps) {
    return Math.min(steps, step + SMOOTHING + 1);
  }

  private static double[] curve(int steps, IntToDoubleFunction value) {
    return IntStream.range(0, steps).mapToDouble(value).toArray();
  }

  private static double mean(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).average().orElse(0);
  }

  private static XYSeries add(XYChart chart, String name, double[] values, Color color) {
    XYSeries curve = chart.addSeries(name, curve(values.length, step -> step), values);
    curve.setMarker(SeriesMarkers.NONE);
    curve.setLineColor(color);
    return curve;
  }

  private static void mark(XYChart chart, int number, PlugEvent event, double top) {
    String name = "%d: %s %s".formatted(number, event.bundle(), event.action());
    XYSeries line =
        chart.addSeries(name, new double[] {event.at(), event.at()}, new double[] {0, top});
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(event.action().equals("plugged") ? Color.GREEN.darker() : Color.RED.darker());
  }
}
