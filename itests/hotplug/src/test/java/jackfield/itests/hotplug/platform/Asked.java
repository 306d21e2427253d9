package jackfield.itests.hotplug.platform;

import jackfield.spi.Platform;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/**
 * Executes requests of a test outside the framework, as text, since the two share no class of the
 * platform: {@code plug FILE}, {@code unplug BUNDLE}, {@code swap BUNDLE FILE}, {@code update
 * BUNDLE FILE}, {@code tables}.
 */
public final class Asked implements BundleActivator {
  public static final String SERVICE = "test.asked";

  @Override
  public void start(BundleContext context) {
    UnaryOperator<String> asked = words -> answer(context, List.of(words.split(" ")));
    context.registerService(
        UnaryOperator.class, asked, FrameworkUtil.asDictionary(Map.of(SERVICE, true)));
  }

  @Override
  public void stop(BundleContext context) {} // the framework unregisters the service

  private static String answer(BundleContext context, List<String> words) {
    Panel panel = new Panel(context);
    try {
      Platform platform = panel.platform();
      return switch (words.getFirst()) {
        case "plug" -> platform.plug(Path.of(words.get(1))).toString();
        case "unplug" -> platform.unplug(words.get(1)).toString();
        case "swap" -> platform.swap(words.get(1), Path.of(words.get(2))).toString();
        case "update" -> platform.update(words.get(1), Path.of(words.get(2))).toString();
        default -> tables(panel);
      };
    } catch (InterruptedException stopped) {
      throw new IllegalStateException("nobody interrupts it", stopped);
    }
  }

  private static String tables(Panel panel) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    panel
        .tables()
        .forEach((operator, rows) -> {
          text.append(operator).append('\n');
          rows.forEach(row -> text.append("  ").append(row).append('\n'));
        });
    return text.toString();
  }
}
