package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.FallbackReport;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The kernels, definitions and fallbacks of services, as comparable text. */
public final class Served {
  private final LocalDispatcher dispatcher;
  private final Set<Provenance> own;
  private final Set<String> found = new TreeSet<>();

  private Served(LocalDispatcher dispatcher, Collection<Offer> offers) {
    this.dispatcher = dispatcher;
    this.own = offers.stream().map(Offer::provenance).collect(Collectors.toSet());
  }

  /** Returns the registrations in {@code dispatcher} that come from {@code offers}. */
  public static Set<String> of(LocalDispatcher dispatcher, Collection<Offer> offers) {
    Served served = new Served(dispatcher, offers);
    for (OperatorName operator : dispatcher.operators()) {
      dispatcher.report(operator).ifPresent(served::add);
    }
    dispatcher.fallbacks().forEach(served::add);
    return served.found;
  }

  private void add(OperatorReport report) {
    if (report.definedBy().filter(own::contains).isPresent()) {
      found.add(report.name().toString());
    }
    for (Map.Entry<DispatchKey, List<OperatorReport.Kernel>> kernels :
        report.kernels().entrySet()) {
      if (kernels.getValue().stream().anyMatch(kernel -> own.contains(kernel.provenance()))) {
        found.add("%s at %s".formatted(report.name(), name(kernels.getKey())));
      }
    }
  }

  private void add(FallbackReport fallback) {
    if (own.contains(fallback.provenance())) {
      found.add("a fallback at " + name(fallback.key()));
    }
  }

  private String name(DispatchKey key) {
    return dispatcher.privateBackends().name(key);
  }
}
