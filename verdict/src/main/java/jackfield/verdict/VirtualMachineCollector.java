package jackfield.verdict;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The collector of this process. */
final class VirtualMachineCollector implements Collector {
  private static final String CONCURRENT = "ExplicitGCInvokesConcurrent";
  private static final String DISABLED = "DisableExplicitGC";

  @Override
  public String describe() {
    List<String> beans =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList();
    if (isOn(DISABLED)) {
      return "cannot be asked, -XX:+DisableExplicitGC is on";
    }
    return switch (beans.getFirst().split(" ")[0]) {
      case "G1" ->
          isOn(CONCURRENT)
              ? "G1, asked for a concurrent cycle: callers go on but for short pauses"
              : "G1, asked for a full collection: callers stop; -XX:+" + CONCURRENT + " is gentler";
      case "ZGC", "Shenandoah" -> beans.getFirst() + ", concurrent: callers go on";
      default -> String.join(" and ", beans) + ", asked for a full collection: callers stop";
    };
  }

  private static boolean isOn(String option) {
    var diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return Boolean.parseBoolean(diagnostics.getVMOption(option).getValue());
  }

  @Override
  public void collect() {
    System.gc();
  }
}
