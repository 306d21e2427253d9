package jackfield.shell.report;

import jackfield.spi.DeviceStatus;
import jackfield.tools.services.RegisteredServices;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;

/**
 * What bundles tell about the devices that they look for.
 *
 * @param lines one or more lines for each kind of device
 */
public record Devices(List<Line> lines) {
  /**
   * A line.
   *
   * @param device the kind of device
   * @param text the state of a device, or why none can be used, or what to try
   */
  public record Line(String device, String text) {}

  /** Asks the services that are registered now. */
  public static Devices of(BundleContext context) {
    return RegisteredServices.of(context)
        .use(DeviceStatus.class, all -> new Devices(all.stream().flatMap(Devices::lines).toList()));
  }

  private static Stream<Line> lines(DeviceStatus status) {
    String problem = status.problem();
    Stream<String> trouble =
        problem.isEmpty() ? Stream.of() : Stream.of(problem, "try  " + status.remedy());
    return Stream.concat(status.devices().stream(), trouble)
        .map(text -> new Line(status.device(), text));
  }

  /** Returns the lines for a user, each after a line break; empty if there are none. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Line line : lines) {
      text.append("\n").append("%-8s %s".formatted(line.device(), line.text()));
    }
    return text.toString();
  }

  /** Returns the texts about one kind of device. */
  public List<String> about(String device) {
    return lines.stream().filter(line -> line.device().equals(device)).map(Line::text).toList();
  }
}
