package jackfield.verdict;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The garbage collector of this process.
 *
 * <p><em>Threads</em>: only one thread may call {@link #isCompiling}; the rest is safe for several.
 */
final class VirtualMachineCollector implements Collector {
  private static final long ANSWER_NANOS = 250_000_000; // each query stops all callers
  private static final String CONCURRENT = "ExplicitGCInvokesConcurrent";
  private static final String DISABLED = "DisableExplicitGC";
  private static final String DIAGNOSTICS = "com.sun.management:type=DiagnosticCommand";

  // One line for each thread under "Current compiles:", none if all compilers are idle.
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
      return "ignores requests, -XX:+DisableExplicitGC is on";
    }
    return switch (beans.getFirst().split(" ")[0]) {
      case "G1" ->
          isOn(CONCURRENT)
              ? "G1, asked for a concurrent cycle: callers stop for short pauses only"
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
   * <p>A concurrent cycle of G1 begins with a young collection, which treats each class loader as
   * alive, and marks from the survivors. So a loader must first be promoted to the old generation,
   * one young collection for each age. Only the next cycle finds it dead.
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
    } catch (JMException unknown) { // a virtual machine other than HotSpot
      return false;
    }
  }

  @Override
  public void collect() {
    System.gc();
  }
}
