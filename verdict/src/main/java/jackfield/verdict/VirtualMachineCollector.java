package jackfield.verdict;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The collector of this process.
 *
 * <p><em>Threads</em>: {@link #isCompiling} is for one, the rest for all.
 */
final class VirtualMachineCollector implements Collector {
  private static final long ANSWER_NANOS = 250_000_000; // each question stops all callers
  private static final String CONCURRENT = "ExplicitGCInvokesConcurrent";
  private static final String DISABLED = "DisableExplicitGC";
  private static final String DIAGNOSTICS = "com.sun.management:type=DiagnosticCommand";

  // A line each under "Current compiles:", none if all compilers rest.
  private static final Pattern COMPILING = Pattern.compile("CompilerThread\\d+ +\\d+");

  private boolean compiling;
  private long answeredAt = System.nanoTime() - ANSWER_NANOS;

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
    return Boolean.parseBoolean(valueOf(option));
  }

  private static String valueOf(String option) {
    var diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return diagnostics.getVMOption(option).getValue();
  }

  /**
   * {@inheritDoc}
   *
   * <p>A concurrent cycle of G1 begins with a collection of the young generation, to which each
   * class loader counts as alive, and marks from the survivors. So a loader must first grow old,
   * one such collection for each step, and in the next cycle after that be found dead.
   */
  @Override
  public int rounds() {
    boolean isConcurrent = describe().startsWith("G1") && isOn(CONCURRENT);
    return isConcurrent ? Integer.parseInt(valueOf("MaxTenuringThreshold")) + 2 : 1;
  }

  @Override
  public boolean isCompiling() {
    if (System.nanoTime() - answeredAt >= ANSWER_NANOS) {
      compiling = askCompilers();
      answeredAt = System.nanoTime();
    }
    return compiling;
  }

  private static boolean askCompilers() {
    try {
      String queues =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(new ObjectName(DIAGNOSTICS), "compilerQueue", null, null);
      return COMPILING.matcher(queues).find();
    } catch (JMException unknown) { // another machine than HotSpot
      return false;
    }
  }

  @Override
  public void collect() {
    System.gc();
  }
}
