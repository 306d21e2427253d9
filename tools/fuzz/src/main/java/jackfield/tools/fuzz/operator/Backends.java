package jackfield.tools.fuzz.operator;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The backends of the host, one of which is chosen for each call. For an operator with kernels of
 * several backends, this registers a kernel that shadows them all and calls the kernel of the
 * chosen backend, or that of the lowest if the chosen one has none. Other operators have one
 * kernel, which stays active.
 */
public final class Backends implements AutoCloseable {
  private static final int OVER_ALL = 1_000_000;

  private final List<String> bundles = new ArrayList<>();
  private final Set<OperatorName> computed;
  private final Registration switches;
  private int chosen;

  public Backends(Dispatcher dispatcher) {
    Map<OperatorName, List<OperatorReport.Kernel>> all = kernels(dispatcher);
    computed = Set.copyOf(all.keySet());
    all.values().stream()
        .filter(kernels -> kernels.size() > 1)
        .flatMap(List::stream)
        .sorted(Comparator.comparing(OperatorReport.Kernel::ranking))
        .map(kernel -> kernel.provenance().bundle())
        .distinct()
        .forEach(bundles::add);
    if (bundles.isEmpty()) {
      bundles.add("the host"); // there is nothing to choose from
    }
    switches =
        dispatcher.commit(
            Provenance.of("tools.fuzz"),
            changes -> {
              changes.ranking(OVER_ALL);
              all.forEach((name, kernels) -> {
                if (kernels.size() > 1) {
                  changes.kernel(name, DispatchKey.CPU, choosing(kernels));
                }
              });
            });
  }

  private static Map<OperatorName, List<OperatorReport.Kernel>> kernels(Dispatcher dispatcher) {
    Map<OperatorName, List<OperatorReport.Kernel>> all = new LinkedHashMap<>();
    for (OperatorName name : dispatcher.operators(DispatchKey.CPU)) {
      dispatcher
          .report(name)
          .ifPresent(report -> all.put(name, report.kernels().get(DispatchKey.CPU)));
    }
    return all;
  }

  private KernelFunction choosing(List<OperatorReport.Kernel> kernels) {
    Map<String, KernelFunction> byBundle = new HashMap<>();
    kernels
        .reversed()
        .forEach(
            kernel -> // the one that serves comes last
            byBundle.put(kernel.provenance().bundle(), kernel.function()));
    KernelFunction lowest = kernels.getLast().function();
    KernelFunction[] functions =
        bundles.stream()
            .map(bundle -> byBundle.getOrDefault(bundle, lowest))
            .toArray(KernelFunction[]::new);
    return KernelFunction.boxed(
        (operator, keys, stack) -> functions[chosen].callBoxed(operator, keys, stack));
  }

  /** Returns the bundles, in ascending order of ranking. */
  List<String> bundles() {
    return bundles;
  }

  /**
   * Returns whether one of them has a kernel of an operator; if not, the operator is composed of
   * others.
   */
  boolean compute(OperatorName operator) {
    return computed.contains(operator);
  }

  /** Chooses the bundle for the calls that follow; to be used by one thread. */
  void choose(int bundle) {
    chosen = bundle;
  }

  /** Withdraws the kernels that choose. */
  @Override
  public void close() {
    switches.close();
  }
}
