package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.table.Change;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.FallbackReport;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The kernels, definitions and fallbacks of services, as comparable text. */
public final class ServiceRegistrations {
  private final LocalDispatcher dispatcher;
  private final Set<Provenance> own;
  private final Set<String> found = new TreeSet<>();

  private ServiceRegistrations(LocalDispatcher dispatcher, Collection<Offer> offers) {
    this.dispatcher = dispatcher;
    this.own = offers.stream().map(Offer::provenance).collect(Collectors.toSet());
  }

  /** Returns the registrations in {@code dispatcher} that come from {@code offers}. */
  public static Set<String> of(LocalDispatcher dispatcher, Collection<Offer> offers) {
    ServiceRegistrations served = new ServiceRegistrations(dispatcher, offers);
    dispatcher.registrations().all().forEach(served::add);
    dispatcher.fallbacks().forEach(served::add);
    return served.found;
  }

  private void add(OperatorState operator) {
    Change.Define definition = operator.definition();
    if (definition != null && own.contains(definition.provenance())) {
      found.add(operator.name().toString());
    }
    operator
        .kernels()
        .forEach(kernel -> {
          if (own.contains(kernel.provenance())) {
            found.add(operator.name() + " at " + name(kernel.key()));
          }
        });
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
